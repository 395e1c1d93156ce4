import { expect, test } from 'vitest';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';
import { formatTime } from '../times.ts';

const CONNECTED = '2026-05-04T03:02:01Z';
const work = {
  id: 'a'.repeat(32),
  name: 'work',
  online: true,
  product: 'Chrome',
  productVersion: '129.0.1',
  extensionVersion: '0.1.0',
  connectedAt: CONNECTED,
};
const home = { id: 'b'.repeat(32), name: 'home', online: false };

test.each([[['browsers']], [['browsers', 'list']]])(
  '%j lists each paired browser with its state',
  async (words) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/browsers', { browsers: [home, work] });

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(...words);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `NAME  ID${' '.repeat(32)}STATUS   PRODUCT         EXTENSION  CONNECTED SINCE`,
      `home  ${home.id}  offline  -               -          -`,
      `work  ${work.id}  online   Chrome 129.0.1  0.1.0      ${formatTime(Date.parse(CONNECTED))}`,
      '',
    ]);
  },
);

test('shows what peers report of themselves without letting it drive the terminal', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/browsers', {
    browsers: [{ ...work, product: 'Chrome\u001b[2J', connectedAt: 'soon\n' }],
  });

  const { stdout } = await openTerminal(daemon).run('browsers');

  expect(stdout).toContain('Chrome\\u{1b}[2J 129.0.1');
  expect(stdout).toContain('soon\\u{a}\n');
});

test.each([[{ browsers: [] }], [{ browsers: null }]])('says so when none is paired: %j', async (result) => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/browsers', result);

  expect((await openTerminal(daemon).run('browsers')).stdout).toBe('(no paired browser instances)\n');
});

test('prints the result as it came with -o json', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/browsers', { browsers: [work], more: 1 });

  const { stdout } = await openTerminal(daemon).run('browsers', '-o', 'json');

  expect(JSON.parse(stdout)).toEqual({ browsers: [work], more: 1 });
});

test('forgets a browser by its exact name or ID', async () => {
  const daemon = await startFakeDaemon();
  daemon.on('/control/browsers/forget', (response) => void response.end('{"ok":true}\n'));

  expect(await openTerminal(daemon).run('browsers', 'forget', 'work')).toEqual({
    exitCode: 0,
    stdout: 'Forgot work\n',
    stderr: '',
  });
  const json = await openTerminal(daemon).run('browsers', 'forget', 'work', '-o', 'json');
  expect(JSON.parse(json.stdout)).toEqual({ forgot: 'work' });
  expect(daemon.bodies('/control/browsers/forget')).toEqual([{ ref: 'work' }, { ref: 'work' }]);
});

test('forgetting one that is not paired fails', async () => {
  const daemon = await startFakeDaemon();
  daemon.fail('/control/browsers/forget', 'BROWSER_NOT_FOUND', 'None has this name');

  expect(await openTerminal(daemon).run('browsers', 'forget', 'wrk')).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: BROWSER_NOT_FOUND: None has this name\n',
  });
});
