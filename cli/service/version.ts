import type { Command } from '../command.ts';
import { line, printResult } from '../context.ts';
import { VERSION } from '../version.ts';

/** `sctl version`: works without a daemon. */
export const version: Command = {
  name: 'version',
  summary: 'Show the version of this command.',
  parameters: [],
  async run(context) {
    printResult(context, { version: VERSION }, () => line(VERSION));
  },
};
