import * as z from 'zod/mini';
import { method } from './define.ts';
import { contentTrust, count, id, ids } from './fields.ts';

const color = z.enum(['grey', 'blue', 'red', 'yellow', 'green', 'pink', 'purple', 'cyan', 'orange']);
const group = z.strictObject({
  groupId: id,
  windowId: id,
  title: z.string(),
  color,
  collapsed: z.boolean(),
  tabCount: count,
});
const oneGroup = z.strictObject({ groupId: id });
const tabIds = z.strictObject({ tabIds: ids });

export const tabGroups = {
  'tabGroups.list': method({
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    summary: 'List tab groups, optionally of one window.',
    params: z.strictObject({ windowId: z.optional(id) }),
    result: z.strictObject({ groups: z.array(group), contentTrust }),
    mergeField: 'groups',
  }),
  'tabGroups.create': method({
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    summary: 'Group tabs of one window into a new group.',
    params: z.strictObject({ tabIds: ids, title: z.optional(z.string()), color: z.optional(color) }),
    result: oneGroup,
  }),
  'tabGroups.add': method({
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    summary: 'Add tabs to a group.',
    params: z.strictObject({ groupId: id, tabIds: ids }),
    result: z.strictObject({ groupId: id, tabIds: ids }),
  }),
  'tabGroups.edit': method({
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    summary: "Change a group's title, color or collapsed state.",
    params: z.strictObject({
      groupId: id,
      title: z.optional(z.string()),
      color: z.optional(color),
      collapsed: z.optional(z.boolean()),
    }),
    result: oneGroup,
  }),
  'tabGroups.ungroup': method({
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    summary: 'Take tabs out of their groups.',
    params: tabIds,
    result: tabIds,
  }),
};
