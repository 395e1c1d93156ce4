import { expect, test } from 'vitest';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';
import { formatTime } from '../times.ts';

const TIME = '2026-05-04T03:02:01Z';
const browser = { id: 'a'.repeat(32), name: 'work' };
const endpoint = {
  httpUrl: 'http://127.0.0.1:8643/cdp/5ec4e7',
  wsUrl: 'ws://127.0.0.1:8643/cdp/5ec4e7/devtools/browser/1d',
  clientConnected: false,
  expiresAt: TIME,
};

test.each(['endpoint', 'status'] as const)('cdp %s prints both addresses and when they end', async (word) => {
  const daemon = await startFakeDaemon();
  daemon.succeed(`/control/cdp/${word}`, { browser, endpoint });

  expect(await openTerminal(daemon).run('cdp', word)).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: [
      'Browser     work',
      `Playwright  ${endpoint.httpUrl}`,
      `Puppeteer   ${endpoint.wsUrl}`,
      'Client      not connected',
      `Expires     ${formatTime(Date.parse(TIME))}`,
      '',
    ].join('\n'),
  });
  expect(daemon.bodies(`/control/cdp/${word}`)).toEqual([{}]);
});

test('cdp status tells since when a client is connected, or that there is no endpoint', async () => {
  const daemon = await startFakeDaemon();
  const connected = { ...endpoint, clientConnected: true, connectedAt: TIME, expiresAt: undefined };
  daemon.succeed('/control/cdp/status', { browser, endpoint: connected });
  const { stdout } = await openTerminal(daemon).run('cdp', 'status', '--browser', 'work');
  expect(stdout).toContain(`Client      connected since ${formatTime(Date.parse(TIME))}\n`);
  expect(stdout).not.toContain('Expires');
  expect(daemon.bodies('/control/cdp/status')).toEqual([{ browser: 'work' }]);

  daemon.succeed('/control/cdp/status', { browser, endpoint: null });
  expect((await openTerminal(daemon).run('cdp', 'status')).stdout).toBe('work has no endpoint\n');
});

test.each([
  [true, 'Closed the endpoint of work\n'],
  [false, 'There was no endpoint of work\n'],
])('cdp close says whether there was one: %s', async (closed, text) => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/cdp/close', { browser, closed });
  expect(await openTerminal(daemon).run('cdp', 'close')).toEqual({ exitCode: 0, stdout: text, stderr: '' });
  const json = await openTerminal(daemon).run('cdp', 'close', '-o', 'json');
  expect(JSON.parse(json.stdout)).toEqual({ browser, closed });
});

test('a browser that is away fails with its code', async () => {
  const daemon = await startFakeDaemon();
  daemon.fail('/control/cdp/endpoint', 'BROWSER_OFFLINE', 'work is not connected');
  expect(await openTerminal(daemon).run('cdp', 'endpoint')).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringContaining('BROWSER_OFFLINE'),
  });
});
