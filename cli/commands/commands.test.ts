import { describe, expect, test } from 'vitest';
import { BROWSER_METHODS, methodNamed } from '../../protocol/methods/index.ts';
import { DATA_CASES } from '../fixtures/cases/data.fixture.ts';
import { SAVED_CASES } from '../fixtures/cases/saved.fixture.ts';
import { TAB_CASES } from '../fixtures/cases/tabs.fixture.ts';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';
import { BROWSER_COMMANDS } from './index.ts';

const CASES = [...TAB_CASES, ...SAVED_CASES, ...DATA_CASES];

describe('every browser command', () => {
  test.each(CASES)(
    'sends what it was given and shows the result: $name',
    async ({ words, action, input, result, text }) => {
      const daemon = await startFakeDaemon();
      daemon.succeed('/control/call', result);

      const outcome = await openTerminal(daemon).run(...words);

      expect(outcome).toEqual({ exitCode: 0, stdout: `${text}\n`, stderr: '' });
      const gated = BROWSER_METHODS[action].level === 'L2';
      expect(daemon.bodies('/control/call')).toEqual([
        gated ? { action, input, reportPending: true } : { action, input },
      ]);
    },
  );

  test.each(CASES)('prints the result as it came with -o json: $name', async ({ words, result }) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', result);

    const { exitCode, stdout } = await openTerminal(daemon).run(...words, '-o', 'json');

    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(result, null, 2)}\n`);
  });

  const gatedByFlag = CASES.filter(({ words }) => words.includes('--yes'));

  test.each(gatedByFlag)('sends no confirmation without --yes: $name', async ({ words, action, input }) => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'CONFIRMATION_REQUIRED', 'It destroys data');

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(
      ...words.filter((word) => word !== '--yes'),
    );

    const { confirm, ...unconfirmed }: { confirm?: true } = input;
    expect(confirm).toBe(true);
    expect(daemon.bodies('/control/call')).toEqual([{ action, input: unconfirmed }]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain('error: CONFIRMATION_REQUIRED: It destroys data\n');
    expect(stderr).toContain('--yes');
  });

  test('there is one for each public browser method, and none for an internal one', () => {
    const offered = BROWSER_COMMANDS.flatMap(({ commands }) => commands.map(({ method }) => method));
    const isPublic = ([, { internal }]: [string, { internal: boolean }]) => !internal;
    const expected = Object.entries(BROWSER_METHODS)
      .filter(isPublic)
      .map(([name]) => name);

    expect([...offered].sort()).toEqual([...expected].sort());
    expect(new Set(CASES.map(({ action }) => action))).toEqual(new Set(expected));
  });

  test('exactly the L1 ones take --yes', () => {
    const commands = BROWSER_COMMANDS.flatMap((group) => group.commands);
    const confirmed = commands.filter(({ parameters }) =>
      parameters.some((parameter) => parameter.kind === 'option' && parameter.syntax === '--yes'),
    );
    const levels = commands.filter(({ method }) => methodNamed(method).level === 'L1');

    expect(confirmed).toEqual(levels);
  });
});
