import * as z from 'zod/mini';
import { confirmedMethod, method } from './define.ts';
import { contentTrust, count, limit, milliseconds } from './fields.ts';

const urls = z.array(z.string()).check(z.minLength(1));
const item = z.strictObject({
  url: z.string(),
  title: z.string(),
  lastVisitTime: milliseconds,
  visitCount: count,
});

export const history = {
  'history.search': method({
    summary: 'Search history by text and time range, newest first; all of it without a range.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({
      text: z.optional(z.string()),
      startTime: z.optional(milliseconds),
      endTime: z.optional(milliseconds),
      limit,
    }),
    result: z.strictObject({ items: z.array(item), hasMore: z.boolean(), contentTrust }),
    mergeField: 'items',
  }),
  'history.visits': method({
    summary: 'List each visit of one URL, newest first.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ url: z.string(), limit }),
    result: z.strictObject({
      visits: z.array(z.strictObject({ visitTime: milliseconds, transition: z.string() })),
      hasMore: z.boolean(),
    }),
    mergeField: 'visits',
  }),
  'history.remove': confirmedMethod({
    summary: 'Delete every visit of the given URLs from history.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ urls }),
    result: z.strictObject({ urls }),
  }),
  'history.clear': confirmedMethod({
    summary: 'Delete the history of a time range, or all of it when neither time is given.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ startTime: z.optional(milliseconds), endTime: z.optional(milliseconds) }),
    result: z.strictObject({ all: z.boolean() }),
  }),
};
