import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeDaemon, startFakeDaemon } from './fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from './fixtures/terminal.fixture.ts';

/** A project with a folder in it, and its file. */
function createProject(text: string | undefined): { readonly root: string; readonly inner: string } {
  const root = mkdtempSync(join(tmpdir(), 'sctl-project-'));
  const inner = join(root, 'src', 'deep');
  mkdirSync(inner, { recursive: true });
  if (text !== undefined) writeFileSync(join(root, '.sctl'), text);
  return { root, inner };
}

/** Lists tabs from a folder, and tells which browser was asked. */
async function listFrom(folder: string, { env = {}, words = [] }: { env?: object; words?: string[] } = {}) {
  const daemon: FakeDaemon = await startFakeDaemon();
  daemon.succeed('/control/call', { tabs: [] });
  const terminal = openTerminal(daemon, {
    workingDirectory: () => folder,
    env: { SCTL_DATA_DIR: daemon.dataDir, SCTL_LISTEN_ADDRESS: daemon.address, ...env },
  });
  const outcome = await terminal.run('tabs', 'list', '-o', 'json', ...words);
  const [body] = daemon.bodies('/control/call') as { browser?: string }[];
  return { ...outcome, browser: body?.browser, asked: daemon.requests.length };
}

describe('a .sctl file', () => {
  test.each(['browser = work', 'browser=work\n', '# the one for this project\n\n  browser =  work  \r\n'])(
    '%j names the browser of a project and of the folders in it',
    async (text) => {
      const { root, inner } = createProject(text);
      expect((await listFrom(root)).browser).toBe('work');
      expect((await listFrom(inner)).browser).toBe('work');
    },
  );

  test('yields to the environment, which yields to the command line', async () => {
    const { inner } = createProject('browser = work');
    const env = { SCTL_BROWSER: 'home' };
    expect((await listFrom(inner, { env })).browser).toBe('home');
    expect((await listFrom(inner, { env, words: ['--browser', 'lab'] })).browser).toBe('lab');
    expect((await listFrom(inner, { env: { SCTL_BROWSER: '' } })).browser).toBe('work');
  });

  test('in a nearer folder wins', async () => {
    const { root, inner } = createProject('browser = work');
    writeFileSync(join(root, 'src', '.sctl'), 'browser = lab');
    expect((await listFrom(inner)).browser).toBe('lab');
  });

  test('that is a folder is passed over', async () => {
    const { root, inner } = createProject('browser = work');
    mkdirSync(join(root, 'src', '.sctl'));
    expect((await listFrom(inner)).browser).toBe('work');
  });

  test.each([
    '',
    'browser =',
    'browser = Work',
    'browser = work\nbrowser = home',
    'browser = work\ndata-dir = /tmp/evil',
    'listen-address = 10.0.0.1:1',
    'token-file = x',
    'browser = work # with a remark',
  ])('that holds %j is refused by its path, and nothing is sent', async (text) => {
    const { root, inner } = createProject(text);
    const { exitCode, stderr, asked } = await listFrom(inner);
    expect({ exitCode, asked }).toEqual({ exitCode: 3, asked: 0 });
    expect(stderr).toContain(`error: ${join(root, '.sctl')} may hold one line, such as "browser = work"`);
  });

  test('is named when the browser in it is not paired', async () => {
    const { root, inner } = createProject('browser = work');
    const daemon = await startFakeDaemon();
    daemon.fail('/control/call', 'BROWSER_NOT_FOUND', 'No such browser');
    const { stderr } = await openTerminal(daemon, { workingDirectory: () => inner }).run('tabs', 'list');
    expect(stderr).toContain(`hint: "work" comes from ${join(root, '.sctl')}; `);
  });
});
