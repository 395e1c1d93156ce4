import type { Command } from '../command.ts';
import { line, printResult } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { type Check, runChecks } from './doctorChecks.ts';

/** `sctl doctor`: finds the part that is wrong on the way to the browser, and says what to do about it. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check everything on the way to the browser, and say what to do about what is wrong.',
  parameters: [],
  async run(context) {
    const checks = await runChecks(context);
    const wrong = checks.filter(({ state }) => state === 'failed');
    printResult(context, { healthy: wrong.length === 0, checks }, () => checks.map(describe).join(''));
    const [first] = wrong;
    if (first !== undefined) throw new CommandFailure(`The ${first.name} is wrong: ${first.detail}`);
  },
};

const MARKS: Readonly<Record<Check['state'], string>> = {
  ok: 'ok',
  note: 'note',
  failed: 'FAILED',
  skipped: 'skipped',
};

function describe({ name, state, detail, cure }: Check): string {
  const found = line(`${MARKS[state].padEnd(8)} ${name.padEnd(15)} ${detail}`);
  return cure === undefined ? found : found + line(`${' '.repeat(25)}${cure}`);
}
