import { readBrowsers } from '../cli/replies.ts';
import { DomainError } from '../protocol/errors.ts';
import { objectSchema } from '../protocol/tools/inputSchema.ts';
import type { Tool } from './tool.ts';

/** The paired browsers, which belong to the daemon and are no method of the contract. */
export const browsersTool: Tool = {
  name: 'browsers_list',
  domain: 'browsers',
  description:
    "List the user's paired browsers, online or not. Pass a name, or the start of an ID, as `browser` to other tools.",
  inputSchema: objectSchema([], []),
  annotations: { title: 'List browsers', readOnlyHint: true, openWorldHint: false },
  prepare(given) {
    const [foreign] = Object.keys(given);
    if (foreign !== undefined) {
      throw new DomainError('INVALID_REQUEST', `browsers_list takes no ${foreign}, no argument at all`);
    }
    return {
      path: '/control/browsers',
      body: {},
      present: (result) => ({ browsers: readBrowsers(result) }),
    };
  },
};
