import { describe, expect, test } from 'vitest';
import type { DaemonOptions } from '../../daemon/daemon.ts';
import { AddressInUseError } from '../../daemon/listenAddress.ts';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal, type TerminalOptions } from '../fixtures/terminal.fixture.ts';
import { VERSION } from '../version.ts';

/** A daemon that only remembers how it was started, and whether it was closed. */
function recordingDaemon() {
  const seen: { options?: DaemonOptions; closed: boolean } = { closed: false };
  const startDaemon = async (options: DaemonOptions) => {
    seen.options = options;
    return {
      address: '127.0.0.1:4711',
      close: async () => {
        seen.closed = true;
      },
    };
  };
  return { seen, loadDaemon: async () => ({ startDaemon }) };
}

const failingDaemon = (error: Error): TerminalOptions => ({
  loadDaemon: async () => ({ startDaemon: () => Promise.reject(error) }),
});

describe('serve', () => {
  test('runs the daemon as it was told to until Ctrl-C, and ends cleanly', async () => {
    const { seen, loadDaemon } = recordingDaemon();
    const terminal = openTerminal(undefined, { loadDaemon });

    const outcome = terminal.run('serve', '--data-dir', '/data', '--listen-address', '127.0.0.1:0');
    await terminal.shows('127.0.0.1:4711');
    expect(seen.closed).toBe(false);
    terminal.pressCtrlC();

    expect(await outcome).toMatchObject({
      exitCode: 0,
      stdout: `sctl daemon ${VERSION} is listening at 127.0.0.1:4711\n`,
    });
    expect(seen).toMatchObject({
      closed: true,
      options: { dataDir: '/data', listenAddress: '127.0.0.1:0', version: VERSION },
    });
  });

  test('uses the default folder and address when the environment has them empty', async () => {
    const { seen, loadDaemon } = recordingDaemon();
    const env = { SCTL_DATA_DIR: '', SCTL_LISTEN_ADDRESS: '', XDG_DATA_HOME: '/xdg' };
    const terminal = openTerminal(undefined, { loadDaemon, env });

    const outcome = terminal.run('serve');
    await terminal.shows('4711');
    terminal.pressCtrlC();
    await outcome;

    expect(seen.options).toMatchObject({
      dataDir: '/xdg/sctl-browser',
      listenAddress: '127.0.0.1:8643',
    });
  });

  test('prints its address as JSON with -o json', async () => {
    const terminal = openTerminal(undefined, recordingDaemon());

    const outcome = terminal.run('serve', '-o', 'json');
    await terminal.shows('4711');
    terminal.pressCtrlC();

    expect(JSON.parse((await outcome).stdout)).toEqual({ address: '127.0.0.1:4711', version: VERSION });
  });

  test.each([
    ['debug', ['debug data directory: /data', 'error it broke', 'info the daemon has stopped']],
    ['info', ['error it broke', 'info the daemon has stopped']],
    ['warn', ['error it broke']],
    ['error', ['error it broke']],
  ])('logs to stderr what --log-level %s asks for', async (level, expected) => {
    const { seen, loadDaemon } = recordingDaemon();
    const terminal = openTerminal(undefined, { loadDaemon });

    const outcome = terminal.run('serve', '--data-dir', '/data', '--log-level', level);
    await terminal.shows('4711');
    seen.options?.log?.('it broke');
    terminal.pressCtrlC();

    const { stderr } = await outcome;
    expect(
      stderr
        .replace(/^\S+Z /gm, '')
        .split('\n')
        .filter(Boolean),
    ).toEqual(expected);
  });

  test('names the sctl daemon that has the port, and its version', async () => {
    const running = await startFakeDaemon();
    running.on('/control/health', (response) => void response.end('{"ok":true,"version":"0.0.9"}'));
    const terminal = openTerminal(running, failingDaemon(new AddressInUseError(running.address)));

    expect(await terminal.run('serve')).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: An sctl daemon, version 0.0.9, is already running at ${running.address}\n`,
    });
  });

  test('says so when another program has the port', async () => {
    const other = await startFakeDaemon();
    other.on('/control/health', (response) => void response.writeHead(404).end('<html>'));
    const terminal = openTerminal(other, failingDaemon(new AddressInUseError(other.address)));

    const { exitCode, stderr } = await terminal.run('serve');

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^error: .* is taken by a program that is no sctl daemon; .*--listen-address\n$/);
  });

  test('says so too when the other program has just gone', async () => {
    const gone = await startFakeDaemon();
    await gone.stop();
    const terminal = openTerminal(gone, failingDaemon(new AddressInUseError(gone.address)));

    expect((await terminal.run('serve')).stderr).toMatch(
      /^error: .* is taken by a program that is no sctl daemon/,
    );
  });

  test('waits for a slow daemon that has the port instead of taking it for dead', async () => {
    const slow = await startFakeDaemon();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      slow.on('/control/health', (response) => {
        answer = () => response.end(`{"ok":true,"version":"${VERSION}"}`);
        resolve();
      });
    });
    const terminal = openTerminal(slow, failingDaemon(new AddressInUseError(slow.address)));

    const outcome = terminal.run('serve');
    await asked;
    expect(terminal.stderr).toBe('');
    answer();

    expect((await outcome).stderr).toContain('is already running');
  });

  test('says why it cannot start, without a stack trace', async () => {
    const terminal = openTerminal(undefined, failingDaemon(new Error('browsers.json is damaged')));

    expect(await terminal.run('serve')).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: 'error: The daemon cannot start: browsers.json is damaged\n',
    });
  });
});
