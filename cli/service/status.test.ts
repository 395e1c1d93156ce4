import { expect, test } from 'vitest';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';
import { formatTime } from '../times.ts';
import { VERSION } from '../version.ts';

const AT = '2026-05-04T03:02:01Z';
const work = { id: 'a'.repeat(32), name: 'work', online: true, connectedAt: AT };
const home = { id: 'b'.repeat(32), name: 'home', online: true, connectedAt: AT };
const idle = { daemonVersion: VERSION, extConnected: false, securityCount: 0, security: [], browsers: [] };

test('two browsers online are two lines, no error', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/status', { ...idle, extConnected: true, browsers: [home, work] });

  const { exitCode, stdout, stderr } = await openTerminal(daemon).run('status');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain(`Daemon ${VERSION} at ${daemon.address}\nScriptCat connected\n`);
  expect(stdout).toMatch(/^home {2}b{32} {2}online/m);
  expect(stdout).toMatch(/^work {2}a{32} {2}online/m);
  expect(stdout).toContain('(no security events)\n');
});

test('never paired and offline are told apart', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/status', idle);
  expect((await openTerminal(daemon).run('status')).stdout).toContain('(no paired browser instances)\n');

  daemon.succeed('/control/status', { ...idle, browsers: [{ ...work, online: false }] });
  expect((await openTerminal(daemon).run('status')).stdout).toMatch(/^work {2}a{32} {2}offline/m);
});

test('shows the latest security events, the newest first', async () => {
  const daemon = await startFakeDaemon();
  const events = Array.from({ length: 12 }, (_, index) => ({
    at: new Date(Date.parse(AT) + index * 1000).toISOString(),
    type: 'handshake.failed',
    client: `browser:${index}`,
    reason: 'hmac_mismatch',
  }));
  daemon.succeed('/control/status', { ...idle, securityCount: 40, security: events });

  const { stdout } = await openTerminal(daemon).run('status');

  expect(stdout).toContain('Security events, newest first (10 of 40):\n');
  const shown = stdout.split('\n').filter((line) => line.includes('hmac_mismatch'));
  expect(shown).toHaveLength(10);
  expect(shown[0]).toBe(
    `${formatTime(Date.parse(AT) + 11_000)}  handshake.failed  browser:11  hmac_mismatch`,
  );
});

test('names the paired browser that an event is about', async () => {
  const daemon = await startFakeDaemon();
  const event = { at: AT, type: 'handshake.failed', client: `browser:${work.id}`, reason: 'hmac_mismatch' };
  daemon.succeed('/control/status', { ...idle, securityCount: 1, security: [event], browsers: [work] });

  const { stdout } = await openTerminal(daemon).run('status');

  expect(stdout).toContain(`handshake.failed  work (browser:${work.id})  hmac_mismatch`);
});

test('notes a daemon of another version on stderr', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/status', { ...idle, daemonVersion: '0.0.1' });

  const { exitCode, stderr } = await openTerminal(daemon).run('status');

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^note: the daemon is version 0\.0\.1, this command .*sctl serve.*\n$/);
});

test('prints the result as it came with -o json', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/status', { ...idle, browsers: [work] });

  const { stdout } = await openTerminal(daemon).run('status', '-o', 'json');

  expect(JSON.parse(stdout)).toEqual({ ...idle, browsers: [work] });
});

test('an answer of another kind fails in one sentence', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/status', { daemonVersion: 1 });

  const { exitCode, stdout, stderr } = await openTerminal(daemon).run('status');

  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(/^error: The daemon's answer to \/control\/status [^\n]*\n$/);
});
