import * as z from 'zod/mini';
import { MAX_RECENT_LIMIT } from '../limits.ts';
import { method } from './define.ts';
import { contentTrust, count, id, integer, milliseconds } from './fields.ts';

const item = z.strictObject({
  sessionId: z.string(),
  type: z.enum(['tab', 'window']),
  closedTime: milliseconds,
  title: z.string(),
  url: z.string(),
  tabCount: z.optional(count),
});

export const recent = {
  'recent.list': method({
    summary: 'List recently closed tabs and windows, newest first.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ limit: z.optional(integer(1, MAX_RECENT_LIMIT)) }),
    result: z.strictObject({ items: z.array(item), hasMore: z.boolean(), contentTrust }),
    mergeField: 'items',
  }),
  'recent.restore': method({
    summary: 'Restore a closed tab or window, or the most recently closed one.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ sessionId: z.optional(z.string()) }),
    result: z.strictObject({ tabId: z.optional(id), windowId: z.optional(id) }),
  }),
};
