import * as z from 'zod/mini';
import { method } from './define.ts';
import { count, filled, id, integer, openObject } from './fields.ts';

/** A page target a debugger can attach to; also the parameters of two notifications. */
export const target = z.strictObject({
  tabId: id,
  targetId: z.string(),
  title: z.string(),
  url: z.string(),
});

export const debuggerMethods = {
  'debugger.send': method({
    summary: 'Send one Chrome DevTools Protocol command to a tab.',
    errors: ['NOT_FOUND', 'PAGE_NOT_AUTOMATABLE', 'DEBUGGER_DETACHED'],
    params: z.strictObject({
      tabId: id,
      sessionId: z.optional(z.string()),
      method: z.string(),
      params: z.optional(openObject),
    }),
    result: z.strictObject({ result: openObject }),
    internal: true,
  }),
  'debugger.detach': method({
    summary: 'Detach the debugger from one tab, or from every tab.',
    params: z.strictObject({ tabId: z.optional(id) }),
    result: z.strictObject({ tabIds: z.array(integer(0)) }),
    internal: true,
  }),
  'debugger.record': method({
    summary:
      "Mark a tab as recording, which exempts it from the extension's idle fallback, or clear the mark.",
    errors: ['DEBUGGER_DETACHED'],
    params: z.strictObject({ tabId: id, recording: z.boolean() }),
    result: z.strictObject({ recording: z.boolean() }),
    internal: true,
  }),
  'debugger.body': method({
    summary: 'Read the request or response body of a recorded network request, cut at 1 MiB.',
    readOnly: true,
    errors: ['DEBUGGER_DETACHED'],
    params: z.strictObject({
      tabId: id,
      sessionId: z.optional(z.string()),
      requestId: filled,
      part: z.enum(['request', 'response']),
    }),
    result: z.strictObject({
      body: z.optional(z.string()),
      base64Encoded: z.optional(z.boolean()),
      size: z.optional(count),
      truncated: z.optional(z.boolean()),
      unavailable: z.optional(z.enum(['navigated', 'noData', 'evicted', 'noPostData'])),
    }),
    internal: true,
  }),
  'debugger.targets': method({
    summary: 'List the tabs a debugger can attach to, with their DevTools target IDs.',
    readOnly: true,
    params: z.strictObject({}),
    result: z.strictObject({ targets: z.array(target) }),
    internal: true,
  }),
  'debugger.userAgent': method({
    summary: "Return the browser's real navigator.userAgent.",
    readOnly: true,
    params: z.strictObject({}),
    result: z.strictObject({ userAgent: z.string() }),
    internal: true,
  }),
  'debugger.open': method({
    summary: 'Open a tab for the raw CDP endpoint and mark it endpoint-owned.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ url: z.string(), background: z.optional(z.boolean()) }),
    result: z.strictObject({ tabId: id, targetId: z.string() }),
    internal: true,
  }),
  'debugger.close': method({
    summary: 'Close a tab for the raw CDP endpoint.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ tabId: id }),
    result: z.strictObject({ tabId: id }),
    internal: true,
  }),
  'debugger.own': method({
    summary:
      "Mark a tab as endpoint-owned, which exempts it from the extension's idle fallback, or clear the mark.",
    params: z.strictObject({ tabId: id, owned: z.boolean() }),
    result: z.strictObject({ owned: z.boolean() }),
    internal: true,
  }),
};
