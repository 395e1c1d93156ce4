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
    summary: 'List tab groups, optionally of one window.',
    readOnly: true,
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ windowId: z.optional(id) }),
    result: z.strictObject({ groups: z.array(group), contentTrust }),
    mergeField: 'groups',
  }),
  'tabGroups.create': method({
    summary: 'Group tabs of one window into a new group.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ tabIds: ids, title: z.optional(z.string()), color: z.optional(color) }),
    result: oneGroup,
  }),
  'tabGroups.add': method({
    summary: 'Add tabs to a group.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({ groupId: id, tabIds: ids }),
    result: z.strictObject({ groupId: id, tabIds: ids }),
  }),
  'tabGroups.edit': method({
    summary: "Change a group's title, color or collapsed state.",
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: z.strictObject({
      groupId: id,
      title: z.optional(z.string()),
      color: z.optional(color),
      collapsed: z.optional(z.boolean()),
    }),
    result: oneGroup,
  }),
  'tabGroups.ungroup': method({
    summary: 'Take tabs out of their groups.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: tabIds,
    result: tabIds,
  }),
};
