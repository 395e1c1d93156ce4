import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { METHOD_NAMES } from '../../protocol/methods/index.ts';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';

const META = 'untrusted-user-script-metadata';
const SOURCE = 'untrusted-user-script-source';
const WAITING = 'Waiting for approval in ScriptCat…\n';

const summary = {
  uuid: 'u-1',
  name: 'Dark \u001b[31mmode',
  namespace: 'n',
  type: 'normal',
  enabled: true,
  updatedAt: '2026-05-04T03:02:01Z',
  hasUpdateUrl: false,
};
const metadata = {
  ...summary,
  version: '1.2',
  matches: ['https://a.example/*', 'https://b.example/*'],
  includes: [],
  excludes: [],
  grants: ['GM_xmlhttpRequest'],
  connects: [],
  requires: [],
  resources: [],
  contentTrust: META,
};
const source = (code: string) => ({
  uuid: 'u-1',
  name: 'Dark mode',
  code,
  sha256: '0'.repeat(64),
  startLine: 1,
  endLine: 2,
  totalLines: 2,
  contentTrust: SOURCE,
});
const found = (more: object = {}) => ({
  uuid: 'u-1',
  name: 'Dark mode',
  matches: [{ lineNumber: 12, line: 'fetch(url)', before: [], after: [] }],
  totalMatches: 1,
  truncated: false,
  skippedLongLines: 0,
  totalLines: 40,
  sha256: '0'.repeat(64),
  contentTrust: SOURCE,
  ...more,
});
const written = { uuid: 'u-1', name: 'Dark mode', enabled: true };

function temporaryFile(content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sctl-script-')), 'file');
  writeFileSync(path, content);
  return path;
}

interface ScriptCase {
  readonly words: readonly string[];
  readonly action: string;
  readonly input: object;
  readonly result: object;
  readonly text: string;
  readonly stderr: string;
}

const CASES: readonly ScriptCase[] = [
  {
    words: ['list'],
    action: 'scripts.list',
    input: {},
    result: { scripts: [summary], contentTrust: META },
    text: 'UUID  ENABLED  TYPE    VERSION  UPDATED               NAME\nu-1   yes      normal  -        2026-05-04T03:02:01Z  Dark \\u{1b}[31mmode\n',
    stderr: '',
  },
  {
    words: ['get', 'u-1'],
    action: 'scripts.metadata.get',
    input: { uuid: 'u-1' },
    result: metadata,
    text: `FIELD         VALUE
uuid          u-1
name          Dark \\u{1b}[31mmode
namespace     n
version       1.2
type          normal
enabled       yes
updatedAt     2026-05-04T03:02:01Z
hasUpdateUrl  no
matches       https://a.example/*
matches       https://b.example/*
grants        GM_xmlhttpRequest
`,
    stderr: '',
  },
  {
    words: [
      'grep',
      'u-1',
      'fetch',
      '--mode',
      'regex',
      '--ignore-case',
      '--context',
      '1',
      '--max-matches',
      '5',
    ],
    action: 'scripts.source.grep',
    input: { uuid: 'u-1', query: 'fetch', mode: 'regex', ignoreCase: true, contextLines: 1, maxMatches: 5 },
    result: found({
      matches: [
        { lineNumber: 12, line: 'fetch(url)', before: ['// eleven'], after: ['// 13\u202e'] },
        { lineNumber: 20, line: 'fetch(b)', before: [], after: [] },
      ],
      totalMatches: 7,
      truncated: true,
      skippedLongLines: 1,
    }),
    text: '11-// eleven\n12:fetch(url)\n13-// 13\\u{202e}\n--\n20:fetch(b)\n(2 of 7 matches)\n(1 line too long to be searched)\n',
    stderr: WAITING,
  },
  {
    words: ['install', 'https://a.example/x.user.js'],
    action: 'scripts.install.request',
    input: { url: 'https://a.example/x.user.js' },
    result: written,
    text: 'Installed script u-1 (Dark mode)\n',
    stderr: WAITING,
  },
  {
    words: ['install', temporaryFile('// ==UserScript==\n')],
    action: 'scripts.install.request',
    input: { code: '// ==UserScript==\n' },
    result: written,
    text: 'Installed script u-1 (Dark mode)\n',
    stderr: WAITING,
  },
  {
    words: ['edit', 'u-1', '--old', 'a', '--new', 'b', '--old', 'c', '--new', '', '--all'],
    action: 'scripts.edit.request',
    input: {
      uuid: 'u-1',
      edits: [
        { oldText: 'a', newText: 'b', replaceAll: true },
        { oldText: 'c', newText: '', replaceAll: true },
      ],
    },
    result: written,
    text: 'Edited script u-1 (Dark mode)\n',
    stderr: WAITING,
  },
  {
    words: ['edit', 'u-1', '--edits', temporaryFile('[{"oldText":"a\\nb","newText":"c"}]')],
    action: 'scripts.edit.request',
    input: { uuid: 'u-1', edits: [{ oldText: 'a\nb', newText: 'c' }] },
    result: written,
    text: 'Edited script u-1 (Dark mode)\n',
    stderr: WAITING,
  },
  {
    words: ['enable', 'u-1'],
    action: 'scripts.toggle.request',
    input: { uuid: 'u-1', enable: true },
    result: { uuid: 'u-1', enabled: true },
    text: 'Enabled script u-1\n',
    stderr: WAITING,
  },
  {
    words: ['disable', 'u-1'],
    action: 'scripts.toggle.request',
    input: { uuid: 'u-1', enable: false },
    result: { uuid: 'u-1', enabled: false },
    text: 'Disabled script u-1\n',
    stderr: WAITING,
  },
  {
    words: ['delete', 'u-1'],
    action: 'scripts.delete.request',
    input: { uuid: 'u-1' },
    result: { uuid: 'u-1', deleted: true },
    text: 'Deleted script u-1\n',
    stderr: WAITING,
  },
];

describe('the commands for user scripts', () => {
  test.each(CASES)(
    '$words sends $action and shows the result',
    async ({ words, action, input, result, text, stderr }) => {
      const daemon = await startFakeDaemon();
      daemon.succeed('/control/call', result);

      expect(await openTerminal(daemon).run(...words)).toEqual({ exitCode: 0, stdout: text, stderr });
      expect(daemon.bodies('/control/call')).toEqual([{ action, input }]);
    },
  );

  test.each(CASES)('$words prints the result as it came with -o json', async ({ words, result }) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', result);

    const { stdout } = await openTerminal(daemon).run(...words, '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(result);
  });

  test('reach every method of ScriptCat', () => {
    const reached = new Set([...CASES.map(({ action }) => action), 'scripts.source.get']);
    expect(reached).toEqual(new Set(METHOD_NAMES.filter((name) => name.startsWith('scripts.'))));
  });

  test('say that nothing is there', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', { scripts: [], contentTrust: META });
    expect((await openTerminal(daemon).run('list')).stdout).toBe('(no user scripts)\n');
    daemon.succeed('/control/call', found({ matches: [], totalMatches: 0 }));
    expect((await openTerminal(daemon).run('grep', 'u-1', 'x')).stdout).toBe('(no matches)\n');
  });

  test.each([
    ['USER_REJECTED', 1],
    ['OPERATION_EXPIRED', 2],
    ['NOT_FOUND', 3],
    ['RATE_LIMITED', 3],
  ])('%s ends with exit code %i', async (code, exitCode) => {
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', code, 'It is so');
    const outcome = await openTerminal(daemon).run('delete', 'u-1');
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr).toBe(`${WAITING}error: ${code}: It is so\n`);
  });

  test('say that they wait before the daemon answers, and withdraw on Ctrl-C', async () => {
    const daemon = await startFakeDaemon();
    let withdrawn: Promise<void> = Promise.resolve();
    const arrived = new Promise<void>((resolve) => {
      daemon.on('/control/call', (_response, hungUp) => {
        withdrawn = hungUp;
        resolve();
        return hungUp;
      });
    });
    const terminal = openTerminal(daemon);
    const outcome = terminal.run('delete', 'u-1');
    await terminal.shows(WAITING);
    await arrived;
    terminal.pressCtrlC();
    expect(await outcome).toMatchObject({ exitCode: 2 });
    await withdrawn;
  });
});

describe('get -o source', () => {
  const print = async (code: string, columns?: number, words: readonly string[] = []) => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/call', source(code));
    const terminal = openTerminal(daemon, columns === undefined ? {} : { columns });
    const outcome = await terminal.run('get', 'u-1', '-o', 'source', ...words);
    return { ...outcome, bodies: daemon.bodies('/control/call') };
  };

  test('prints the source and nothing else into a pipe, byte for byte', async () => {
    const code = 'a\r\n\tb\u001b[31m\u0000 no newline at the end';
    expect(await print(code)).toEqual({
      exitCode: 0,
      stdout: code,
      stderr: WAITING,
      bodies: [{ action: 'scripts.source.get', input: { uuid: 'u-1' } }],
    });
  });

  test('lets the source not drive a terminal', async () => {
    expect((await print('a\n\tb\u001b[31m', 80)).stdout).toBe('a\n\tb\\u{1b}[31m\n');
  });

  test('asks for the lines it was told', async () => {
    const { bodies } = await print('a', undefined, ['--start-line', '3', '--end-line', '9']);
    expect(bodies).toEqual([
      { action: 'scripts.source.get', input: { uuid: 'u-1', startLine: 3, endLine: 9 } },
    ]);
  });
});

describe('what is wrong is refused before any call', () => {
  test.each([
    [['get', 'u-1', '--start-line', '3'], /go with -o source/],
    [['get', 'u-1', '-o', 'source', '--start-line', '0'], /--start-line takes a whole number, 1 or more/],
    [['edit', 'u-1'], /with --old and --new or with --edits/],
    [['edit', 'u-1', '--all'], /with --old and --new or with --edits/],
    [['edit', 'u-1', '--old', 'a'], /Each --old needs its --new/],
    [['edit', 'u-1', '--new', 'a', '--new', 'b', '--old', 'c'], /Each --old needs its --new/],
    [['edit', 'u-1', '--edits', temporaryFile('[]')], /holds no list of edits/],
    [['edit', 'u-1', '--edits', temporaryFile('{"oldText":"a"}')], /holds no list of edits/],
    [['edit', 'u-1', '--edits', temporaryFile('[{"oldText":"a"}]')], /holds no list of edits/],
    [['edit', 'u-1', '--edits', temporaryFile('['), '--old', 'a'], /--edits goes without/],
    [['install', '/no/such/file.js'], /cannot be read: there is no such file/],
    [['install', temporaryFile(Uint8Array.of(0xff, 0xfe))], /it is no UTF-8 text/],
    [['install', temporaryFile('x'.repeat(2_097_153))], /is larger than 2097152 bytes/],
    [['grep', 'u-1', 'x', '--mode', 'fuzzy'], /--mode takes one of text, regex/],
    [['delete', 'u-1', '--browser', 'work'], /belong to ScriptCat.*leave --browser out/],
  ])('%j', async (words, sentence) => {
    const daemon = await startFakeDaemon();
    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(daemon.requests).toEqual([]);
  });
});

test('a browser chosen for the whole shell is none of ScriptCat, and left out', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/call', { scripts: [], contentTrust: META });
  const env = { SCTL_DATA_DIR: daemon.dataDir, SCTL_LISTEN_ADDRESS: daemon.address, SCTL_BROWSER: 'work' };
  expect(await openTerminal(daemon, { env }).run('list')).toMatchObject({ exitCode: 0 });
  expect(daemon.bodies('/control/call')).toEqual([{ action: 'scripts.list', input: {} }]);
});
