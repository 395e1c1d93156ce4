import * as z from 'zod/mini';
import { confirmedMethod, method } from './define.ts';
import { contentTrust, count, filled, id, ids, integer, limit, milliseconds } from './fields.ts';

const state = z.enum(['in_progress', 'complete', 'interrupted']);
const item = z.strictObject({
  id,
  url: z.string(),
  filename: z.string(),
  state,
  bytesReceived: count,
  /** −1 when unknown. */
  totalBytes: integer(-1),
  startTime: milliseconds,
  exists: z.boolean(),
});
const one = z.strictObject({ id });

export const downloads = {
  'downloads.list': method({
    summary: 'List downloads, newest first.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ state: z.optional(state), query: z.optional(z.string()), limit }),
    result: z.strictObject({ items: z.array(item), hasMore: z.boolean(), contentTrust }),
    mergeField: 'items',
  }),
  'downloads.start': method({
    summary: 'Start a download into the default download folder, never over an existing file.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ url: filled, filename: z.optional(filled) }),
    result: one,
  }),
  'downloads.pause': method({
    summary: 'Pause a download.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: one,
    result: one,
  }),
  'downloads.resume': method({
    summary: 'Resume a paused download.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: one,
    result: one,
  }),
  'downloads.show': method({
    summary: "Show a download's file in the system's file manager.",
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: one,
    result: one,
  }),
  'downloads.cancel': confirmedMethod({
    summary: 'Cancel a running download.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: one,
    result: one,
  }),
  'downloads.erase': confirmedMethod({
    summary: 'Remove download records and keep the files.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ ids }),
    result: z.strictObject({ ids }),
  }),
  'downloads.deleteFile': confirmedMethod({
    summary: "Delete a complete download's file from disk and keep its record.",
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: one,
    result: one,
  }),
};
