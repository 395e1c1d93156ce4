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
    errors: ['NOT_FOUND'],
    summary: 'List tabs, optionally of one window.',
    params: z.strictObject({ windowId: z.optional(id) }),
    result: z.strictObject({ tabs: z.array(tab), contentTrust }),
    mergeField: 'tabs',
  }),
  'tabs.open': method({
    errors: ['NOT_FOUND'],
    summary: 'Open a URL in a new tab.',
    params: z.strictObject({
      url: z.string(),
      windowId: z.optional(id),
      background: z.optional(z.boolean()),
    }),
    result: z.strictObject({ tabId: id }),
  }),
  'tabs.close': method({ errors: ['NOT_FOUND'], summary: 'Close tabs.', params: tabIds, result: tabIds }),
  'tabs.activate': method({
    errors: ['NOT_FOUND'],
    summary: 'Make a tab the active one and focus its window.',
    params: z.strictObject({ tabId: id }),
    result: tabAndWindow,
  }),
  'tabs.current': method({
    errors: ['NOT_FOUND'],
    summary: 'Find the active tab of the last-focused normal window.',
    params: z.strictObject({}),
    result: tabAndWindow,
    internal: true,
  }),
  'tabs.select': method({
    errors: ['NOT_FOUND'],
    summary: 'Make a tab the active one of its window without focusing the window.',
    params: z.strictObject({ tabId: id }),
    result: tabAndWindow,
    internal: true,
  }),
  'tabs.move': method({
    errors: ['NOT_FOUND'],
    summary: 'Move tabs to a window and position; index −1, or none, is the end.',
    params: z.strictObject({
      tabIds: ids,
      windowId: z.optional(id),
      index: z.optional(integer(-1)),
    }),
    result: tabIds,
  }),
  'tabs.pin': method({ errors: ['NOT_FOUND'], summary: 'Pin tabs.', params: tabIds, result: tabIds }),
  'tabs.unpin': method({ errors: ['NOT_FOUND'], summary: 'Unpin tabs.', params: tabIds, result: tabIds }),
  'tabs.mute': method({ errors: ['NOT_FOUND'], summary: 'Mute tabs.', params: tabIds, result: tabIds }),
  'tabs.unmute': method({ errors: ['NOT_FOUND'], summary: 'Unmute tabs.', params: tabIds, result: tabIds }),
  'tabs.reload': method({
    errors: ['NOT_FOUND'],
    summary: 'Reload tabs, optionally past the cache.',
    params: z.strictObject({ tabIds: ids, bypassCache: z.optional(z.boolean()) }),
    result: tabIds,
  }),
  'tabs.duplicate': method({
    errors: ['NOT_FOUND'],
    summary: 'Duplicate a tab.',
    params: z.strictObject({ tabId: id }),
    result: z.strictObject({ tabId: id }),
  }),
};
