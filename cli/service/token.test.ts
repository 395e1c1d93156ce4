import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeDaemon, startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';
import { formatTime } from '../times.ts';

const AT = '2026-05-04T03:02:01.000Z';
const TEXT = `sctl_${'a'.repeat(64)}`;
const listing = { id: '12345678', name: 'agent', createdAt: AT, readOnly: true };

describe('token create', () => {
  test('prints the token alone on stdout, and what it is for beside it', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/tokens/create', { ...listing, domains: ['tabGroups', 'tabs'], token: TEXT });

    const words = ['--read-only', '--domains', 'groups,tabs', '--name', 'agent'];
    const outcome = await openTerminal(daemon).run('token', 'create', ...words);

    expect(outcome).toMatchObject({ exitCode: 0, stdout: `${TEXT}\n` });
    expect(outcome.stderr).toMatch(/^Token agent reads groups, tabs\. .*only this once.*SCTL_TOKEN/);
    expect(daemon.bodies('/control/tokens/create')).toEqual([
      { readOnly: true, domains: ['tabGroups', 'tabs'], name: 'agent' },
    ]);
  });

  test('leaves out what was not given', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/tokens/create', { ...listing, token: TEXT });
    const { stderr } = await openTerminal(daemon).run('token', 'create', '--read-only');
    expect(stderr).toContain('reads everything');
    expect(daemon.bodies('/control/tokens/create')).toEqual([{ readOnly: true }]);
  });

  test.each([
    [['create'], /required option '--read-only'/],
    [['create', '--read-only', '--domains', 'tabs,debugger'], /not "debugger"/],
    [['create', '--read-only', '--domains', 'browsing-data'], /not "browsing-data"/],
    [['create', '--read-only', '--domains', ''], /--domains takes some of tabs,/],
    [['create', '--read-only', '--name', 'My Token'], /--name takes at most 32/],
    [['revoke'], /missing required argument/],
  ])('%j is refused before any call', async (words, sentence) => {
    const daemon = await startFakeDaemon();
    const { exitCode, stdout, stderr } = await openTerminal(daemon).run('token', ...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(daemon.requests).toEqual([]);
  });
});

test('token list shows what each may read', async () => {
  const daemon = await startFakeDaemon();
  const narrow = { ...listing, id: '87654321', name: 'narrow', domains: ['readingList', 'future'] };
  daemon.succeed('/control/tokens', { tokens: [listing, narrow] });
  expect((await openTerminal(daemon).run('token', 'list')).stdout).toBe(
    [
      'NAME    ID        READS                 CREATED',
      `agent   12345678  everything            ${formatTime(Date.parse(AT))}`,
      `narrow  87654321  reading-list, future  ${formatTime(Date.parse(AT))}`,
      '',
    ].join('\n'),
  );
  daemon.succeed('/control/tokens', { tokens: [] });
  expect((await openTerminal(daemon).run('token', 'list')).stdout).toBe('(no tokens)\n');
});

test('token revoke names what it revoked', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/tokens/revoke', {});
  expect((await openTerminal(daemon).run('token', 'revoke', 'agent')).stdout).toBe('Revoked agent\n');
  expect(daemon.bodies('/control/tokens/revoke')).toEqual([{ ref: 'agent' }]);
});

describe("a token of one's own", () => {
  const sentTokens = (daemon: FakeDaemon) =>
    daemon.requests.map(({ headers }) => headers['x-sctl-control-token']);
  const tokenFile = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'sctl-token-')), 'token');
    writeFileSync(path, text);
    return path;
  };
  const environmentOf = ({ address }: FakeDaemon, more: object = {}) => ({
    // There is no such folder: none of the daemon's files is needed.
    SCTL_DATA_DIR: join(tmpdir(), 'sctl-no-such-folder'),
    SCTL_LISTEN_ADDRESS: address,
    ...more,
  });

  test('is sent in the place of the one in the data directory, and the file wins', async () => {
    const daemon = await startFakeDaemon();
    daemon.succeed('/control/browsers', { browsers: [] });
    const env = environmentOf(daemon, { SCTL_TOKEN: 'from-environment' });
    await openTerminal(daemon, { env }).run('browsers');
    await openTerminal(daemon, { env }).run('browsers', '--token-file', tokenFile('from-file\n'));
    expect(sentTokens(daemon)).toEqual(['from-environment', 'from-file']);
  });

  test('that is refused is told by where it came from, without its text', async () => {
    const daemon = await startFakeDaemon();
    daemon.on('/control/call', (response) => void response.writeHead(401).end('no'));
    const path = tokenFile('secret-text');
    const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'list', '--token-file', path);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`refused the control token from ${path}; it was revoked, or`);
    expect(stderr).not.toContain('secret-text');
  });

  test("that does not reach so far is told by the daemon's sentence, with a hint", async () => {
    const daemon = await startFakeDaemon();
    const error = { code: 'OUT_OF_SCOPE', message: 'The token "agent" only reads' };
    daemon.on('/control/call', (response) => {
      response.writeHead(403).end(JSON.stringify({ ok: false, error }));
    });
    const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'open', 'x:');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /^error: OUT_OF_SCOPE: The token "agent" only reads\nhint: use a token that covers it/,
    );
  });

  test.each([
    [['--token-file', '/no/such/token'], {}, /There is no file \/no\/such\/token/],
    [['--token-file', tokenFile('two words')], {}, /holds no control token/],
    [['--token-file', ''], {}, /--token-file is empty/],
    [[], { SCTL_TOKEN: 'a\u0000b' }, /SCTL_TOKEN holds no control token/],
  ])('%j with %j is refused before any call', async (words, more, sentence) => {
    const daemon = await startFakeDaemon();
    const env = environmentOf(daemon, more);
    const { exitCode, stderr } = await openTerminal(daemon, { env }).run('browsers', ...words);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(sentence);
    expect(daemon.requests).toEqual([]);
  });
});
