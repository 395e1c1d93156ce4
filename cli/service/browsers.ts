import type { ArgumentParameter, Command, CommandGroup } from '../command.ts';
import { line, printResult } from '../context.ts';
import { readBrowsers } from '../replies.ts';
import { browserTable } from './browserTable.ts';

const list: Command = {
  name: 'list',
  summary: 'List the paired browsers and whether each is online.',
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/browsers', {});
    printResult(context, result, () => browserTable(readBrowsers(result), context.io.stdout.columns));
  },
};

const REF: ArgumentParameter = { kind: 'argument', name: 'name-or-id', required: true, many: false };

const forget: Command = {
  name: 'forget',
  summary: 'Forget a paired browser, which must be paired again to connect.',
  parameters: [REF],
  async run(context, given) {
    const [ref = ''] = given.texts(REF);
    await context.client.post('/control/browsers/forget', { ref });
    printResult(context, { forgot: ref }, () => line(`Forgot ${ref}`));
  },
};

/** `sctl browsers`: the paired browsers. */
export const browsers: CommandGroup = {
  name: 'browsers',
  summary: 'List and forget paired browsers.',
  commands: [list, forget],
  fallback: list,
};
