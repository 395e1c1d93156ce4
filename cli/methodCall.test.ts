import { describe, expect, test } from 'vitest';
import {
  type FakeDaemon,
  type Respond,
  startFakeDaemon,
  writeRecord,
} from './fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from './fixtures/terminal.fixture.ts';

const TRUST = 'untrusted-page-content';
const tab = {
  tabId: 7,
  windowId: 1,
  active: true,
  pinned: false,
  groupId: -1,
  title: 'A page',
  url: 'https://a.example/',
};
const work = { id: 'a'.repeat(32), name: 'work', online: true };
const home = { id: 'b'.repeat(32), name: 'home', online: true };

/** Answers as a browser does that waits for a human, until the test decides. */
function awaitHuman(daemon: FakeDaemon): { decide(reply: object): void; readonly hungUp: Promise<void> } {
  let decide: (reply: object) => void = () => undefined;
  let reportHangUp: () => void = () => undefined;
  const hungUp = new Promise<void>((resolve) => {
    reportHangUp = resolve;
  });
  const decision = new Promise<object>((resolve) => {
    decide = resolve;
  });
  daemon.on('/control/call', async (response, requesterGone) => {
    void requesterGone.then(reportHangUp);
    writeRecord(response, { ok: false, pending: true });
    writeRecord(response, await decision);
    response.end();
  });
  return { decide, hungUp };
}

describe('a failed call', () => {
  test.each([
    ['USER_REJECTED', 1],
    ['OPERATION_EXPIRED', 2],
    ['DEBUGGER_DETACHED', 2],
    ['NOT_FOUND', 3],
    ['CONFLICT', 3],
    ['UNSUPPORTED', 3],
    ['PAYLOAD_TOO_LARGE', 3],
    ['A_CODE_OF_TOMORROW', 3],
  ])('%s ends with exit code %d, its code and sentence on stderr only', async (code, exitCode) => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', code, 'No such tab');

    expect(await openTerminal(daemon).run('tabs', 'close', '7')).toEqual({
      exitCode,
      stdout: '',
      stderr: `error: ${code}: No such tab\n`,
    });
  });

  test('cannot drive the terminal with its message', async () => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'NOT_FOUND', 'gone\n\u001b[2Jerror: none');

    const { stderr } = await openTerminal(daemon).run('tabs', 'close', '7');

    expect(stderr).toBe('error: NOT_FOUND: gone\\u{a}\\u{1b}[2Jerror: none\n');
  });

  test.each([
    ['BROWSER_AMBIGUOUS', [], /^hint: .*--browser.*SCTL_BROWSER/m],
    ['BROWSER_AMBIGUOUS', ['--browser', 'a'], /^hint: .*more of the ID/m],
    ['BROWSER_NOT_FOUND', ['--browser', 'x'], /^hint: .*sctl browsers/m],
    ['BROWSER_OFFLINE', ['--browser', 'work'], /^hint: start that browser/m],
    ['NO_BROWSER_CONNECTED', [], /^hint: .*sctl connect/m],
    ['CONFIRMATION_REQUIRED', [], /^hint: .*--yes/m],
  ])('%s with %j says what to do', async (code, flags, hint) => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', code, 'A sentence');

    const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'close', '7', ...flags);

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(hint);
  });

  test('names both versions when the daemon, of another one, does not know the call', async () => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'INVALID_REQUEST', 'Unknown action');
    daemon.on('/control/health', (response) => void response.end('{"ok":true,"version":"0.0.1"}'));

    const { stderr } = await openTerminal(daemon).run('tabs', 'close', '7');

    expect(stderr).toMatch(/^hint: the daemon is version 0\.0\.1, this command \d+\.\d+\.\d+; .*sctl serve/m);
  });

  test('says nothing of versions when they are the same', async () => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'INVALID_REQUEST', 'No such color');

    const { stderr } = await openTerminal(daemon).run('tabs', 'close', '7');

    expect(stderr).toBe('error: INVALID_REQUEST: No such color\n');
  });
});

describe('the target browser', () => {
  test('is left out unless it was named', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { tabId: 1 });

    await openTerminal(daemon).run('tabs', 'open', 'https://a.example/');

    expect(daemon.bodies('/control/call')).toEqual([
      { action: 'tabs.open', input: { url: 'https://a.example/' } },
    ]);
  });

  test.each([
    ['the flag', ['--browser', 'work'], {}],
    ['SCTL_BROWSER', [], { SCTL_BROWSER: 'work' }],
    ['the flag over SCTL_BROWSER', ['--browser', 'work'], { SCTL_BROWSER: 'home' }],
  ])('comes from %s', async (_source, flags, env) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { tabId: 1 });
    const terminal = openTerminal(daemon, {
      env: { SCTL_DATA_DIR: daemon.dataDir, SCTL_LISTEN_ADDRESS: daemon.address, ...env },
    });

    await terminal.run('tabs', 'duplicate', '7', ...flags);

    expect(daemon.bodies('/control/call')).toMatchObject([{ browser: 'work' }]);
  });

  test('is never guessed from an empty flag', async () => {
    const daemon = await startFakeDaemon();

    const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'list', '--browser', '');

    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: 'error: --browser is empty\n' });
    expect(daemon.requests).toEqual([]);
  });
});

describe('a list', () => {
  test('names the browser of each item when several answered', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', {
      tabs: [
        { ...tab, browser: { id: home.id, name: 'home' } },
        { ...tab, tabId: 8, browser: { id: work.id, name: 'work' } },
      ],
      contentTrust: TRUST,
    });

    const { stdout } = await openTerminal(daemon).run('tabs', 'list');

    expect(stdout).toBe(
      [
        'BROWSER  ID  WINDOW  ACTIVE  PINNED  GROUP  TITLE   URL',
        'home     7   1       yes     no      -      A page  https://a.example/',
        'work     8   1       yes     no      -      A page  https://a.example/',
        '',
      ].join('\n'),
    );
  });

  test.each(['table', 'json'])('says on stderr that there is more, with -o %s', async (format) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { items: [], hasMore: true, contentTrust: TRUST });

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run('history', 'search', '-o', format);

    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('note');
    expect(stderr).toBe(
      'note: there are more than shown; raise --limit (at most 1000) or narrow the search\n',
    );
  });

  test('shows titles from pages on one line each, harmless', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', {
      tabs: [{ ...tab, title: 'x\u001b]0;owned\u0007\n8  1' }],
      contentTrust: TRUST,
    });

    const { stdout } = await openTerminal(daemon).run('tabs', 'list');

    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('x\\u{1b}]0;owned\\u{7}\\u{a}8  1');
  });

  test('fits the terminal', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', {
      tabs: [{ ...tab, title: 't'.repeat(500) }],
      contentTrust: TRUST,
    });

    const { stdout } = await openTerminal(daemon, { columns: 80 }).run('tabs', 'list');

    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBe(80);
  });

  test('that is not what the contract says fails in one sentence, and -o json still shows it', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { tabs: [{ tabId: 'seven' }] });

    const table = await openTerminal(daemon).run('tabs', 'list');
    expect(table).toMatchObject({ exitCode: 3, stdout: '' });
    expect(table.stderr).toMatch(/^error: tabs\.list .*-o json.*\n$/);

    const json = await openTerminal(daemon).run('tabs', 'list', '-o', 'json');
    expect(json).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ tabs: [{ tabId: 'seven' }] });
  });
});

describe('an operation that waits for a human', () => {
  const done = { ok: true, result: { ids: ['9'], bookmarks: 1, folders: 0 } };

  test.each([
    ['the only browser that is online', [{ ...work, online: false }, home], [], 'home'],
    ['the browser that was named', [work, home], ['--browser', 'work'], 'work'],
    ['the browser whose ID was begun', [work, home], ['--browser', 'aaaa'], 'work'],
    ['what was named, when the daemon does not list it', [], ['--browser', 'work'], 'work'],
  ])('says that it waits, and for %s', async (_which, browsers, flags, name) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/browsers', { browsers });
    const human = awaitHuman(daemon);
    const terminal = openTerminal(daemon);

    const outcome = terminal.run('bookmarks', 'rm', '9', ...flags);
    await terminal.shows(`Waiting for approval in ${name}…\n`);
    expect(terminal.stdout).toBe('');
    human.decide(done);

    expect(await outcome).toEqual({
      exitCode: 0,
      stdout: 'Deleted 1 bookmark and 0 folders\n',
      stderr: `Waiting for approval in ${name}…\n`,
    });
  });

  test('says so even when the human is quicker than the list of browsers', async () => {
    const daemon = await startFakeDaemon();
    const human = awaitHuman(daemon);
    daemon.on('/control/browsers', async (response) => {
      human.decide(done);
      await human.hungUp;
      response.end(JSON.stringify({ ok: true, result: { browsers: [home] } }));
    });

    const { exitCode, stderr } = await openTerminal(daemon).run('bookmarks', 'rm', '9');

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Waiting for approval in home…\n' });
  });

  test('is silent when nobody had to be asked', async () => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'NOT_FOUND', 'No such bookmark');

    const { stderr } = await openTerminal(daemon).run('bookmarks', 'rm', '9');

    expect(stderr).toBe('error: NOT_FOUND: No such bookmark\n');
  });

  test('ends with exit code 1 when the human rejects it', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/browsers', { browsers: [home] });
    const human = awaitHuman(daemon);
    const terminal = openTerminal(daemon);

    const outcome = terminal.run('extensions', 'uninstall', 'x');
    await terminal.shows('Waiting');
    human.decide({ ok: false, error: { code: 'USER_REJECTED', message: 'The user rejected it' } });

    expect(await outcome).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'Waiting for approval in home…\nerror: USER_REJECTED: The user rejected it\n',
    });
  });

  test('hangs up on Ctrl-C, so that the approval is withdrawn, and ends with exit code 2', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/browsers', { browsers: [home] });
    const human = awaitHuman(daemon);
    const terminal = openTerminal(daemon);

    const outcome = terminal.run('bookmarks', 'rm', '9');
    await terminal.shows('Waiting');
    terminal.pressCtrlC();

    await human.hungUp;
    expect(await outcome).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/\nerror: Interrupted; the request was withdrawn/),
    });
  });
});

describe('Ctrl-C', () => {
  test('during an immediate operation warns that it may have been carried out', async () => {
    const daemon = await startFakeDaemon();
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const neverAnswer: Respond = async (_response, hungUp) => {
      arrived();
      await hungUp;
    };
    daemon.on('/control/call', neverAnswer);
    const terminal = openTerminal(daemon);

    const outcome = terminal.run('tabs', 'close', '7');
    await arrival;
    terminal.pressCtrlC();

    expect(await outcome).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: Interrupted; the operation may have been carried out already\n',
    });
  });
});
