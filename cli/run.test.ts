import { describe, expect, test } from 'vitest';
import { startFakeDaemon } from './fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from './fixtures/terminal.fixture.ts';
import { VERSION } from './version.ts';

/** One sentence, and perhaps what was meant in brackets; never a stack trace. */
const ONE_SENTENCE = /^error: [^\n]+\n(?:\([^\n]+\)\n)?$/;

describe('a command line that cannot be understood', () => {
  test.each([
    [['tbas'], /unknown command 'tbas'\n\(Did you mean tabs\?\)/],
    [['tabs', 'lits'], /unknown command 'lits'\n\(Did you mean list\?\)/],
    [['browsers', 'forgte'], /unknown command 'forgte'\n\(sctl browsers has list, forget\)/],
    [['tabs', 'list', '--windwo', '1'], /unknown option '--windwo'\n\(Did you mean --window\?\)/],
    [['tabs', 'open'], /missing required argument 'url'/],
    [['tabs', 'close'], /missing required argument 'tab'/],
    [['tabs', 'duplicate', '1', '2'], /too many arguments/],
    [['tabs', 'list', '--window'], /'--window <id>' argument missing/],
    [['tabs', 'list', '--yes'], /unknown option '--yes'/],
    [['bookmarks', 'move', '1'], /required option '--folder <id>'/],
    [['browsing-data', 'clear', '--yes'], /required option '--types <types>'/],
    [['browsers', 'forget'], /missing required argument 'name-or-id'/],
    [['tabs', 'list', '-o', 'xml'], /--output takes one of table, json, source, not "xml"/],
    [
      ['tabs', 'list', '--log-level', 'loud'],
      /--log-level takes one of debug, info, warn, error, not "loud"/,
    ],
    [['tabs', 'list', '--listen-address', 'http://x'], /host and a port, such as 127\.0\.0\.1:8643/],
    [['tabs', 'list', '--listen-address', '127.0.0.1'], /host and a port/],
    [['tabs', 'list', '-o', 'source'], /--output source is only for `sctl get`/],
    [['tabs', 'list', '--data-dir', ''], /--data-dir is empty/],
  ])('%j is one sentence on stderr, and exit code 3', async (words, sentence) => {
    const daemon = await startFakeDaemon();

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(...words);

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(ONE_SENTENCE);
    expect(stderr).toMatch(sentence);
    expect(daemon.requests).toEqual([]);
  });

  test.each([
    ['tabs', 'close', 'x'],
    ['tabs', 'close', ''],
    ['tabs', 'close', '1', '2x'],
    ['tabs', 'close', '-1'],
    ['tabs', 'close', '--', '-1'],
    ['tabs', 'close', '1.0'],
    ['tabs', 'close', '1e3'],
    ['tabs', 'close', '0x10'],
    ['tabs', 'close', '+1'],
    ['tabs', 'close', ' 1'],
    ['tabs', 'close', '01'],
    ['tabs', 'close', '-0'],
    ['tabs', 'close', '٣'],
    ['tabs', 'close', '9007199254740992'],
    ['tabs', 'list', '--window', 'one'],
    ['tabs', 'list', '--window', '-1'],
    ['tabs', 'move', '1', '--index', '-2'],
    ['windows', 'focus', 'x'],
    ['groups', 'add', 'x', '1'],
    ['downloads', 'pause', 'x'],
    ['bookmarks', 'add', 'https://a.example/', '--index', '-1'],
    ['history', 'search', '--limit', '0'],
    ['history', 'search', '--limit', '1001'],
    ['recent', 'list', '--limit', '26'],
    ['windows', 'open', '--state', 'huge'],
    ['windows', 'state', '1', 'locked-fullscreen'],
    ['groups', 'create', '1', '--color', 'mauve'],
    ['cookies', 'set', 'https://a.example/', 'n', 'v', '--same-site', 'unspecified'],
    ['browsing-data', 'clear', '--types', 'cache,passwords', '--yes'],
    ['browsing-data', 'clear', '--types', 'cache,', '--yes'],
    ['history', 'search', '--since', 'yesterday'],
    ['history', 'search', '--since', '1969-12-31T23:59:59Z'],
    ['history', 'clear', '--since', '999999999d', '--yes'],
    ['cookies', 'set', 'https://a.example/', 'n', 'v', '--expires', '99999999999d'],
    ['reading-list', 'list', '--read', '--unread'],
    ['groups', 'edit', '1', '--collapse', '--expand'],
  ])('a wrong value is refused before any call: %s %s %s %s %s', async (...words) => {
    const daemon = await startFakeDaemon();

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(...words);

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(ONE_SENTENCE);
    expect(daemon.requests).toEqual([]);
  });
});

describe('the shared options', () => {
  test.each([
    [['-o', 'json', '--browser', 'work', 'tabs', 'list']],
    [['tabs', '-o', 'json', '--browser', 'work', 'list']],
    [['tabs', 'list', '-o', 'json', '--browser', 'work']],
    [['tabs', 'list', '--window', '1', '-o', 'json', '--browser=work']],
    [['tabs', 'list', '-ojson', '--window', '1', '--browser=work']],
  ])('stand before and after the command: %j', async (words) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { tabs: [] });

    const { exitCode, stdout } = await openTerminal(daemon).run(...words);

    expect({ exitCode, result: JSON.parse(stdout) }).toEqual({ exitCode: 0, result: { tabs: [] } });
    expect(daemon.bodies('/control/call')).toMatchObject([{ action: 'tabs.list', browser: 'work' }]);
  });

  test('win over the environment', async () => {
    const daemon = await startFakeDaemon();
    const env = { SCTL_DATA_DIR: '/nowhere', SCTL_LISTEN_ADDRESS: '127.0.0.1:1' };
    daemon.succeed('/control/browsers', { browsers: [] });

    const flags = ['--data-dir', daemon.dataDir, '--listen-address', daemon.address];
    const { exitCode } = await openTerminal(undefined, { env }).run('browsers', ...flags);

    expect(exitCode).toBe(0);
  });

  test('may be given as values after --', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { nodes: [] });

    await openTerminal(daemon).run('bookmarks', 'search', '--', '--browser');

    expect(daemon.bodies('/control/call')).toEqual([
      { action: 'bookmarks.search', input: { query: '--browser' } },
    ]);
  });
});

describe('help', () => {
  test.each([[[]], [['tabs']], [['cookies']]])(
    'is shown on stderr, with exit code 3, when the command is missing: %j',
    async (words) => {
      const { exitCode, stdout, stderr } = await openTerminal().run(...words);

      expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
      expect(stderr).toMatch(/^Usage: sctl/);
    },
  );

  test.each([[['--help']], [['help']], [['tabs', '--help']], [['help', 'tabs']], [['tabs', 'open', '-h']]])(
    'is shown on stdout, with exit code 0, when it was asked for: %j',
    async (words) => {
      const { exitCode, stdout, stderr } = await openTerminal().run(...words);

      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: sctl/);
    },
  );

  test('describes a command by the contract, its choices and the shared options', async () => {
    const { stdout } = await openTerminal(undefined, { columns: 200 }).run('groups', 'edit', '--help');

    expect(stdout).toContain("Change a group's title, color or collapsed state.");
    expect(stdout).toContain('grey, blue, red, yellow, green, pink, purple, cyan, orange');
    expect(stdout).toContain('--browser <name-or-id>');
  });
});

describe('version', () => {
  test.each([[['version']], [['--version']], [['-V']]])(
    'is printed by %j, without a daemon',
    async (words) => {
      expect(await openTerminal().run(...words)).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: '' });
    },
  );

  test('is JSON with -o json', async () => {
    const { stdout } = await openTerminal().run('version', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual({ version: VERSION });
  });
});
