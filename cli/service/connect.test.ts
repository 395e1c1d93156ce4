import { describe, expect, test } from 'vitest';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal, TEST_NOW_MS } from '../fixtures/terminal.fixture.ts';
import type { Status } from '../replies.ts';
import { VERSION } from '../version.ts';

const old = { id: 'a'.repeat(32), name: 'old', online: true, connectedAt: '2026-05-04T03:00:00Z' };
const fresh = { id: 'b'.repeat(32), name: 'chrome-bbbb', online: true, connectedAt: '2026-05-04T03:02:03Z' };
const idle: Status = {
  daemonVersion: VERSION,
  extConnected: false,
  securityCount: 0,
  security: [],
  browsers: [old],
};
const failed = (reason: string) => ({ at: '2026-05-04T03:02:02Z', type: 'pairing.failed', reason });

/** A daemon whose status changes from one question to the next, and a terminal whose time passes while it waits. */
async function startPairing(...states: readonly Status[]) {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/enroll', { code: '7K3M9QPX' });
  let asked = 0;
  daemon.on('/control/status', (response) => {
    const result = states[Math.min(asked++, states.length - 1)];
    response.end(JSON.stringify({ ok: true, result }));
  });
  let now = TEST_NOW_MS;
  const terminal = openTerminal(daemon, {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });
  return { daemon, terminal };
}

describe('connect', () => {
  test('prints the code, waits, and names the browser that paired', async () => {
    const { terminal } = await startPairing(idle, idle, { ...idle, browsers: [old, fresh] });

    const { exitCode, stdout, stderr } = await terminal.run('connect');

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '7K3M-9QPX\nPaired chrome-bbbb\n' });
    expect(stderr).toMatch(/2 minutes/);
  });

  test('counts a known browser that pairs again, whether it was offline or online before', async () => {
    const again = { ...old, connectedAt: '2026-05-04T03:02:03Z' };
    const offline = { id: old.id, name: old.name, online: false };

    const wasOffline = await startPairing({ ...idle, browsers: [offline] }, { ...idle, browsers: [again] });
    expect((await wasOffline.terminal.run('connect')).stdout).toContain('Paired old\n');

    const wasOnline = await startPairing(idle, { ...idle, browsers: [again] });
    expect((await wasOnline.terminal.run('connect')).stdout).toContain('Paired old\n');
  });

  test('counts ScriptCat, which pairs with the same code, also when it replaces its connection', async () => {
    const first = await startPairing(idle, idle, { ...idle, extConnected: true });
    expect(await first.terminal.run('connect')).toMatchObject({
      exitCode: 0,
      stdout: '7K3M-9QPX\nPaired ScriptCat\n',
    });

    const there = { ...idle, extConnected: true };
    const handshake = (client: string) => ({ at: '2026-05-04T03:02:02Z', type: 'handshake.ok', client });
    const browserFirst = { ...there, securityCount: 1, security: [handshake('browser:aa')] };
    const then = { ...there, securityCount: 2, security: [handshake('browser:aa'), handshake('scriptcat')] };
    const again = await startPairing(there, browserFirst, then);
    expect((await again.terminal.run('connect', '-o', 'json')).stdout).toContain('"scriptCat": true');
  });

  test.each([
    ['name_taken', /another paired browser has this name/],
    ['storage_failed', /could not write the pairing .* make room on the disk/],
  ])('tells at once when a pairing failed at its end: %s', async (reason, sentence) => {
    const event = { at: '2026-05-04T03:02:02Z', type: 'handshake.failed', reason };
    const { terminal } = await startPairing(idle, { ...idle, securityCount: 1, security: [event] });
    expect((await terminal.run('connect')).stderr).toMatch(sentence);
  });

  test('gives up after 2 minutes with exit code 2', async () => {
    const { daemon, terminal } = await startPairing(idle);

    const { exitCode, stdout, stderr } = await terminal.run('connect');

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '7K3M-9QPX\n' });
    expect(stderr).toMatch(/^error: OPERATION_EXPIRED: .*sctl connect.*\n$/m);
    expect(daemon.bodies('/control/enroll')).toHaveLength(1);
  });

  test('tells of attempts that failed, once each', async () => {
    const wrong = { ...idle, securityCount: 1, security: [failed('hmac_mismatch')] };
    const void_ = {
      ...idle,
      securityCount: 3,
      security: [failed('hmac_mismatch'), failed('hmac_mismatch'), failed('pairing_attempts_exhausted')],
    };
    const { terminal } = await startPairing(idle, wrong, wrong, void_);

    const { stderr } = await terminal.run('connect');

    expect(stderr.match(/wrong code/g)).toHaveLength(2);
    expect(stderr.match(/void after three wrong attempts/g)).toHaveLength(1);
  });

  test('ends with exit code 2 on Ctrl-C', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/enroll', { code: '7K3M9QPX' });
    daemon.succeed('/control/status', idle);
    const terminal = openTerminal(daemon, {
      sleep: (_milliseconds, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    });

    const outcome = terminal.run('connect');
    await terminal.shows('2 minutes');
    terminal.pressCtrlC();

    const { exitCode, stdout, stderr } = await outcome;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '7K3M-9QPX\n' });
    expect(stderr).toMatch(/^error: Interrupted; the code is good until its 2 minutes are over$/m);
  });

  test('prints the code and then the browser as JSON with -o json', async () => {
    const { terminal } = await startPairing(idle, { ...idle, browsers: [old, fresh] });

    const { stdout } = await terminal.run('connect', '-o', 'json');

    const documents = stdout.split(/(?<=^\})\n/m).filter((text) => text !== '');
    expect(documents.map((text) => JSON.parse(text))).toEqual([{ code: '7K3M-9QPX' }, { browser: fresh }]);
  });
});
