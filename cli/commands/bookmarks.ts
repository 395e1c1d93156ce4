import type { Result } from '../../protocol/methods/index.ts';
import { argument, flag, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import type { Cell } from '../table.ts';
import { counted, named } from './wording.ts';

type Node = Result<'bookmarks.list'>['nodes'][number];
type FoundNode = Result<'bookmarks.search'>['nodes'][number];

const limit = option('--limit <n>', 'list at most so many');
const index = option('--index <n>', 'at this position, counted from 0');
const folder = option('--folder <id>', 'in this folder');

const columns = {
  ID: ({ id }: Node): Cell => id,
  TYPE: ({ type }: Node): Cell => type,
  PARENT: ({ parentId }: Node): Cell => parentId,
  ITEMS: ({ childCount }: Node): Cell => childCount,
  TITLE: ({ title }: Node): Cell => title,
  URL: ({ url }: Node): Cell => url,
};

/** `sctl bookmarks` */
export const bookmarkCommands = {
  name: 'bookmarks',
  summary: 'Read and change bookmarks.',
  commands: [
    listCommand('list', 'bookmarks.list', {
      input: {
        folder: option('--folder <id>', 'what is in this folder'),
        recursive: flag('--recursive', 'with everything below it, without a limit'),
        limit,
      },
      nothing: 'no bookmarks',
      columns,
      shorten: ['TITLE', 'URL'],
    }),
    listCommand('search', 'bookmarks.search', {
      input: { query: argument('query'), limit },
      nothing: 'no bookmarks',
      columns: { ...columns, FOLDER: ({ path }: FoundNode): Cell => path.join(' / ') },
      shorten: ['TITLE', 'URL', 'FOLDER'],
    }),
    actCommand('add', 'bookmarks.add', {
      input: { url: argument('url'), title: option('--title <text>', 'its title'), folder, index },
      done: ({ id }) => `Added bookmark ${id}`,
    }),
    actCommand('mkdir', 'bookmarks.mkdir', {
      input: { title: argument('title'), folder, index },
      done: ({ id }) => `Created folder ${id}`,
    }),
    actCommand('move', 'bookmarks.move', {
      input: { ids: argument('id'), folder: option('--folder <id>', 'into this folder'), index },
      done: ({ ids }) => `Moved ${named('bookmark', ids)}`,
    }),
    actCommand('edit', 'bookmarks.edit', {
      input: {
        id: argument('id'),
        title: option('--title <text>', 'its new title'),
        url: option('--url <url>', 'its new URL'),
      },
      done: ({ id }) => `Changed bookmark ${id}`,
    }),
    actCommand('rm', 'bookmarks.remove', {
      input: { ids: argument('id') },
      done: ({ bookmarks, folders }) =>
        `Deleted ${counted(bookmarks, 'bookmark')} and ${counted(folders, 'folder')}`,
    }),
  ],
};
