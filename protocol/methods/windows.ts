import * as z from 'zod/mini';
import { method } from './define.ts';
import { count, id, ids } from './fields.ts';

const state = z.enum(['normal', 'minimized', 'maximized', 'fullscreen']);
const window = z.strictObject({
  windowId: id,
  focused: z.boolean(),
  state: z.enum(['normal', 'minimized', 'maximized', 'fullscreen', 'locked-fullscreen']),
  tabCount: count,
});
const windowIds = z.strictObject({ windowIds: ids });
const oneWindow = z.strictObject({ windowId: id });

export const windows = {
  'windows.list': method({
    summary: 'List windows.',
    readOnly: true,
    params: z.strictObject({}),
    result: z.strictObject({ windows: z.array(window) }),
    mergeField: 'windows',
  }),
  'windows.open': method({
    summary: 'Open a window, optionally with URLs and in a state.',
    params: z.strictObject({ urls: z.optional(z.array(z.string())), state: z.optional(state) }),
    result: oneWindow,
  }),
  'windows.close': method({
    summary: 'Close windows with all their tabs.',
    errors: ['NOT_FOUND'],
    params: windowIds,
    result: windowIds,
  }),
  'windows.focus': method({
    summary: 'Focus a window.',
    errors: ['NOT_FOUND'],
    params: oneWindow,
    result: oneWindow,
  }),
  'windows.state': method({
    summary: "Set a window's state.",
    errors: ['NOT_FOUND'],
    params: z.strictObject({ windowId: id, state }),
    result: z.strictObject({ windowId: id, state }),
  }),
};
