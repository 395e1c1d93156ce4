import * as z from 'zod/mini';
import { confirmedMethod, method } from './define.ts';
import { contentTrust, filled } from './fields.ts';

const item = z.strictObject({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  enabled: z.boolean(),
  type: z.string(),
  installType: z.string(),
  mayDisable: z.boolean(),
});
const which = z.strictObject({ id: filled });
const switched = z.strictObject({ id: z.string(), enabled: z.boolean() });

export const extensions = {
  'extensions.list': method({
    summary: 'List installed extensions and apps.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({}),
    result: z.strictObject({ items: z.array(item), contentTrust }),
    mergeField: 'items',
  }),
  'extensions.enable': method({
    summary: 'Enable an extension.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: which,
    result: switched,
  }),
  'extensions.disable': confirmedMethod({
    summary: 'Disable an extension.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: which,
    result: switched,
  }),
  'extensions.uninstall': method({
    summary: "Uninstall an extension, once a human has approved it here and in Chrome's own dialog.",
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: which,
    result: z.strictObject({ id: z.string(), name: z.string(), contentTrust }),
    level: 'L2',
    blocking: 'approval',
  }),
};
