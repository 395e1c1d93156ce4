import * as z from 'zod/mini';
import { confirmedMethod, method } from './define.ts';
import { contentTrust, limit, milliseconds } from './fields.ts';

const urls = z.array(z.string()).check(z.minLength(1));
const entry = z.strictObject({
  url: z.string(),
  title: z.string(),
  read: z.boolean(),
  createdAt: milliseconds,
  updatedAt: milliseconds,
});

export const readingList = {
  'readingList.list': method({
    summary: 'List reading list entries, newest first.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ read: z.optional(z.boolean()), limit }),
    result: z.strictObject({ entries: z.array(entry), hasMore: z.boolean(), contentTrust }),
    mergeField: 'entries',
  }),
  'readingList.add': method({
    summary: 'Add a URL to the reading list; its title is the URL unless one is given.',
    errors: ['UNSUPPORTED', 'CONFLICT'],
    params: z.strictObject({ url: z.string(), title: z.optional(z.string()) }),
    result: z.strictObject({ url: z.string(), title: z.string() }),
  }),
  'readingList.markRead': method({
    summary: 'Mark reading list entries read, or unread with read: false.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ urls, read: z.optional(z.boolean()) }),
    result: z.strictObject({ urls, read: z.boolean() }),
  }),
  'readingList.remove': confirmedMethod({
    summary: 'Remove entries from the reading list.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ urls }),
    result: z.strictObject({ urls }),
  }),
};
