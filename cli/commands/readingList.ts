import { argument, either, flag, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { timeCell } from '../table.ts';
import { counted } from './wording.ts';

/** `sctl reading-list` */
export const readingListCommands = {
  name: 'reading-list',
  summary: 'Read and change the reading list.',
  commands: [
    listCommand('list', 'readingList.list', {
      input: {
        read: either(['--read', 'only what was read', true], ['--unread', 'only what was not read', false]),
        limit: option('--limit <n>', 'list at most so many'),
      },
      nothing: 'no reading list entries',
      columns: {
        READ: ({ read }) => read,
        ADDED: ({ createdAt }) => timeCell(createdAt),
        TITLE: ({ title }) => title,
        URL: ({ url }) => url,
      },
      shorten: ['TITLE', 'URL'],
    }),
    actCommand('add', 'readingList.add', {
      input: { url: argument('url'), title: option('--title <text>', 'its title') },
      done: ({ url }) => `Added ${url}`,
    }),
    actCommand('mark-read', 'readingList.markRead', {
      input: { urls: argument('url'), read: flag('--unread', 'mark them unread instead', false) },
      done: ({ urls, read }) =>
        `Marked ${counted(urls.length, 'entry', 'entries')} ${read ? 'read' : 'unread'}`,
    }),
    actCommand('rm', 'readingList.remove', {
      input: { urls: argument('url') },
      done: ({ urls }) => `Removed ${counted(urls.length, 'entry', 'entries')}`,
    }),
  ],
};
