import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeDaemon, startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal, type TerminalOptions } from '../fixtures/terminal.fixture.ts';
import { VERSION } from '../version.ts';

const AT = '2026-05-04T03:02:01Z';
const work = {
  id: 'a'.repeat(32),
  name: 'work',
  online: true,
  connectedAt: AT,
  extensionVersion: VERSION,
};
const home = { ...work, id: 'b'.repeat(32), name: 'home' };
const healthy = {
  daemonVersion: VERSION,
  extConnected: false,
  securityCount: 1,
  security: [{ at: AT, type: 'handshake.ok', client: 'browser:a' }],
  browsers: [work],
};

/** A daemon whose files are as they should be. */
async function startHealthy(status: object = healthy): Promise<FakeDaemon> {
  const daemon = await startFakeDaemon();
  chmodSync(join(daemon.dataDir, 'control.token'), 0o600);
  daemon.succeed('/control/status', status);
  return daemon;
}

interface Report {
  readonly healthy: boolean;
  readonly checks: readonly { name: string; state: string; detail: string; cure?: string }[];
}

async function diagnose(daemon: FakeDaemon, words: readonly string[] = [], options: TerminalOptions = {}) {
  const outcome = await openTerminal(daemon, options).run('doctor', '-o', 'json', ...words);
  const report: Report = JSON.parse(outcome.stdout);
  const failed = report.checks.filter(({ state }) => state === 'failed');
  return { ...outcome, report, failed, states: report.checks.map(({ name, state }) => `${name}: ${state}`) };
}

test('when all is well it says so part by part, and ends with 0', async () => {
  const daemon = await startHealthy();
  const { exitCode, stdout, stderr } = await openTerminal(daemon).run('doctor');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.slice(0, 24).trim())).toEqual([
    'ok       data directory',
    'ok       control token',
    'ok       daemon',
    'ok       access',
    'ok       version',
    'ok       browser',
    'ok       extension',
    'ok       last refusal',
    '',
  ]);
  expect((await diagnose(daemon)).report.healthy).toBe(true);
});

test('the failing part is named with its cure, on stdout and in the error', async () => {
  const daemon = await startHealthy({ ...healthy, browsers: [] });
  const { exitCode, stdout, stderr } = await openTerminal(daemon).run('doctor');
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^FAILED {3}browser {9}no browser is paired\n {25}pair one with `sctl connect`$/m);
  expect(stderr).toBe('error: The browser is wrong: no browser is paired\n');
});

describe('it finds', () => {
  test('a data directory that is not there, and a token that is not there', async () => {
    const daemon = await startHealthy();
    rmSync(daemon.dataDir, { recursive: true });
    const { exitCode, failed } = await diagnose(daemon);
    expect(exitCode).toBe(3);
    expect(failed[0]).toMatchObject({
      name: 'data directory',
      cure: expect.stringMatching(/sctl serve.*--data-dir/),
    });
    expect(failed[1]).toMatchObject({ name: 'control token', cure: expect.stringMatching(/sctl serve/) });
    writeFileSync(daemon.dataDir, '');
    expect((await diagnose(daemon)).failed[0]).toMatchObject({
      detail: expect.stringMatching(/is no folder/),
    });
    rmSync(daemon.dataDir);
    // The end of the test removes the folder.
    mkdirSync(daemon.dataDir);
  });

  test('files that other users may use', async () => {
    const daemon = await startHealthy();
    chmodSync(daemon.dataDir, 0o777);
    chmodSync(join(daemon.dataDir, 'control.token'), 0o644);
    const { failed } = await diagnose(daemon);
    expect(failed.map(({ cure }) => cure)).toEqual([
      expect.stringMatching(/chmod 700/),
      expect.stringMatching(/chmod 600/),
    ]);
    chmodSync(daemon.dataDir, 0o700);
  });

  test('a token file that holds none', async () => {
    const daemon = await startHealthy();
    writeFileSync(join(daemon.dataDir, 'control.token'), 'not a token');
    expect((await diagnose(daemon)).failed[0]).toMatchObject({
      name: 'control token',
      cure: expect.stringMatching(/restart the daemon/),
    });
  });

  test('no daemon, and what cannot be told without one is skipped', async () => {
    const daemon = await startHealthy();
    await daemon.stop();
    const { failed, states } = await diagnose(daemon);
    expect(failed).toMatchObject([{ name: 'daemon', cure: expect.stringMatching(/sctl serve/) }]);
    expect(states.slice(3)).toEqual([
      'access: skipped',
      'version: skipped',
      'browser: skipped',
      'extension: skipped',
      'last refusal: skipped',
    ]);
  });

  test('another program at the address', async () => {
    const daemon = await startHealthy();
    daemon.on('/control/health', (response) => void response.writeHead(404).end('<html>'));
    expect((await diagnose(daemon)).failed).toMatchObject([
      {
        name: 'daemon',
        detail: expect.stringMatching(/is no sctl daemon/),
        cure: expect.stringMatching(/elsewhere/),
      },
    ]);
  });

  test('a token of another daemon', async () => {
    const daemon = await startHealthy();
    daemon.on('/control/status', (response) => void response.writeHead(401).end('no'));
    const { failed, states } = await diagnose(daemon);
    expect(failed).toMatchObject([
      { name: 'access', detail: expect.stringMatching(/another daemon left there/) },
    ]);
    expect(states.slice(4)).toHaveLength(4);
  });

  test('a daemon of another version', async () => {
    const { failed } = await diagnose(await startHealthy({ ...healthy, daemonVersion: '0.0.1' }));
    expect(failed).toMatchObject([{ name: 'version', cure: expect.stringMatching(/stop the daemon/) }]);
  });

  test('a browser that is paired but away, or not the chosen one', async () => {
    const away = { ...work, online: false };
    const daemon = await startHealthy({ ...healthy, browsers: [away, home] });
    expect((await diagnose(daemon)).failed).toEqual([]);
    expect((await diagnose(daemon, ['--browser', 'work'])).failed).toMatchObject([
      {
        name: 'browser',
        detail: 'work is paired but not connected',
        cure: expect.stringMatching(/start that browser/),
      },
    ]);
    expect((await diagnose(daemon, ['--browser', 'wrok'])).failed).toMatchObject([
      { name: 'browser', detail: 'no paired browser is called "wrok", as --browser says' },
    ]);
    expect((await diagnose(daemon, ['--browser', 'b'])).failed).toEqual([]);
  });

  test('an extension of another version', async () => {
    const browsers = [work, { ...home, extensionVersion: '0.0.9' }];
    const { failed } = await diagnose(await startHealthy({ ...healthy, browsers }));
    expect(failed).toMatchObject([
      {
        name: 'extension',
        detail: expect.stringContaining('home has 0.0.9'),
        cure: expect.stringMatching(/extensions/),
      },
    ]);
  });

  test.each([
    ['handshake.failed', 'unknown_instance', /forgotten.*sctl connect/],
    ['pairing.failed', 'hmac_mismatch', /pair again/],
    ['handshake.failed', 'storage_failed', /make room/],
    ['handshake.failed', 'name_taken', /another paired browser has that name/],
    ['origin.rejected', 'https://evil.example', /a web page tried/],
    ['pairing.rate_limited', undefined, /wait a minute/],
    ['made-up', 'toString', /sctl status/],
  ])('the last refusal, which is no failure: %s %s', async (type, reason, cure) => {
    const later = { at: AT, type: 'handshake.ok', client: 'browser:a' };
    const security = [
      { at: AT, type: 'origin.rejected' },
      { at: AT, type, reason, client: 'browser:c' },
      later,
    ];
    const { exitCode, report } = await diagnose(
      await startHealthy({ ...healthy, securityCount: 3, security }),
    );
    expect(exitCode).toBe(0);
    expect(report.checks.at(-1)).toMatchObject({
      state: 'note',
      detail: expect.stringContaining(`${type} browser:c`),
      cure: expect.stringMatching(cure),
    });
  });
});

test("with a token of its own it needs none of the daemon's files", async () => {
  const daemon = await startHealthy();
  const env = {
    SCTL_DATA_DIR: join(tmpdir(), 'sctl-no-such-folder'),
    SCTL_LISTEN_ADDRESS: daemon.address,
    SCTL_TOKEN: 'a-token',
  };
  expect((await diagnose(daemon, [], { env })).exitCode).toBe(0);
});
