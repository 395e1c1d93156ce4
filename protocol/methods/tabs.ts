import * as z from 'zod/mini';
import { method } from './define.ts';
import { contentTrust, id, ids, integer } from './fields.ts';

const tab = z.strictObject({
  tabId: id,
  windowId: id,
  active: z.boolean(),
  pinned: z.boolean(),
  /** −1 when the tab is in no group. */
  groupId: integer(-1),
  title: z.string(),
  url: z.string(),
});

const tabIds = z.strictObject({ tabIds: ids });
const tabAndWindow = z.strictObject({ tabId: id, windowId: id });

export const tabs = {
  'tabs.list': method({
    summary: 'List tabs, optionally of one window.',
    readOnly: true,
    errors: ['NOT_FOUND'],
    params: z.strictObject({ windowId: z.optional(id) }),
    result: z.strictObject({ tabs: z.array(tab), contentTrust }),
    mergeField: 'tabs',
  }),
  'tabs.open': method({
    summary: 'Open a URL in a new tab.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({
      url: z.string(),
      windowId: z.optional(id),
      background: z.optional(z.boolean()),
    }),
    result: z.strictObject({ tabId: id }),
  }),
  'tabs.close': method({ summary: 'Close tabs.', errors: ['NOT_FOUND'], params: tabIds, result: tabIds }),
  'tabs.activate': method({
    summary: 'Make a tab the active one and focus its window.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ tabId: id }),
    result: tabAndWindow,
  }),
  'tabs.current': method({
    summary: 'Find the active tab of the last-focused normal window.',
    readOnly: true,
    errors: ['NOT_FOUND'],
    params: z.strictObject({}),
    result: tabAndWindow,
    internal: true,
  }),
  'tabs.select': method({
    summary: 'Make a tab the active one of its window without focusing the window.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ tabId: id }),
    result: tabAndWindow,
    internal: true,
  }),
  'tabs.move': method({
    summary: 'Move tabs to a window and position; index −1, or none, is the end.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({
      tabIds: ids,
      windowId: z.optional(id),
      index: z.optional(integer(-1)),
    }),
    result: tabIds,
  }),
  'tabs.pin': method({ summary: 'Pin tabs.', errors: ['NOT_FOUND'], params: tabIds, result: tabIds }),
  'tabs.unpin': method({ summary: 'Unpin tabs.', errors: ['NOT_FOUND'], params: tabIds, result: tabIds }),
  'tabs.mute': method({ summary: 'Mute tabs.', errors: ['NOT_FOUND'], params: tabIds, result: tabIds }),
  'tabs.unmute': method({ summary: 'Unmute tabs.', errors: ['NOT_FOUND'], params: tabIds, result: tabIds }),
  'tabs.reload': method({
    summary: 'Reload tabs, optionally past the cache.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ tabIds: ids, bypassCache: z.optional(z.boolean()) }),
    result: tabIds,
  }),
  'tabs.duplicate': method({
    summary: 'Duplicate a tab.',
    errors: ['NOT_FOUND'],
    params: z.strictObject({ tabId: id }),
    result: z.strictObject({ tabId: id }),
  }),
};
