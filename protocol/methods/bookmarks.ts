import * as z from 'zod/mini';
import { MAX_BOOKMARK_REMOVALS } from '../limits.ts';
import { method } from './define.ts';
import { contentTrust, count, integer, limit } from './fields.ts';

const nodeShape = {
  id: z.string(),
  type: z.enum(['bookmark', 'folder']),
  title: z.string(),
  url: z.optional(z.string()),
  parentId: z.optional(z.string()),
  index: count,
  addedAt: z.optional(integer(0)),
  childCount: z.optional(count),
};
const ids = z.array(z.string()).check(z.minLength(1));
const index = z.optional(count);
const oneNode = z.strictObject({ id: z.string() });

export const bookmarks = {
  'bookmarks.list': method({
    summary:
      "List a folder's children, or its whole subtree with recursive; the top level when no folder is given.",
    readOnly: true,
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({
      folder: z.optional(z.string()),
      recursive: z.optional(z.boolean()),
      limit,
    }),
    result: z.strictObject({
      nodes: z.array(z.strictObject(nodeShape)),
      hasMore: z.boolean(),
      contentTrust,
    }),
    mergeField: 'nodes',
  }),
  'bookmarks.search': method({
    summary: 'Search bookmarks by title and URL; each hit carries the path of its folders.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ query: z.string(), limit }),
    result: z.strictObject({
      nodes: z.array(z.strictObject({ ...nodeShape, path: z.array(z.string()) })),
      hasMore: z.boolean(),
      contentTrust,
    }),
    mergeField: 'nodes',
  }),
  'bookmarks.add': method({
    summary: 'Add a bookmark; its title is the URL unless one is given.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({
      url: z.string(),
      title: z.optional(z.string()),
      folder: z.optional(z.string()),
      index,
    }),
    result: oneNode,
  }),
  'bookmarks.mkdir': method({
    summary: 'Create a bookmark folder.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ title: z.string(), folder: z.optional(z.string()), index }),
    result: oneNode,
  }),
  'bookmarks.move': method({
    summary: 'Move bookmarks and folders into a folder, in the order given.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ ids, folder: z.string(), index }),
    result: z.strictObject({ ids }),
  }),
  'bookmarks.edit': method({
    summary: "Change a bookmark's title or URL, or a folder's title.",
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({
      id: z.string(),
      title: z.optional(z.string()),
      url: z.optional(z.string()),
    }),
    result: oneNode,
  }),
  'bookmarks.remove': method({
    summary: 'Delete bookmarks and folders, each folder with its contents, once a human has approved it.',
    errors: ['UNSUPPORTED', 'NOT_FOUND', 'CONFLICT'],
    params: z.strictObject({
      ids: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_BOOKMARK_REMOVALS)),
    }),
    result: z.strictObject({ ids, bookmarks: count, folders: count }),
    level: 'L2',
    blocking: 'approval',
  }),
};
