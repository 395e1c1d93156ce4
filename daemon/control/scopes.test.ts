import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { METHOD_NAMES } from '../../protocol/methods/index.ts';
import { DataFileError, startDaemon } from '../daemon.ts';
import { TestDaemon, temporaryDirectory } from '../testing/testDaemon.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.dispose());

interface Made {
  readonly token: string;
  readonly id: string;
  readonly name: string;
}

async function create(body: object = {}): Promise<Made> {
  const reply = await daemon.control('/control/tokens/create', { readOnly: true, ...body });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.result;
}

/** Posts with a further token. */
async function as({ token }: Pick<Made, 'token'>, path: string, body: object = {}) {
  const response = await daemon.post(path, JSON.stringify(body), { 'x-sctl-control-token': token });
  const text = await response.text();
  return { status: response.status, reply: text.startsWith('{') ? JSON.parse(text) : text };
}
const callAs = (token: Pick<Made, 'token'>, action: string, input: object = {}) =>
  as(token, '/control/call', { action, input });

const outOfScope = (message: RegExp) => ({
  status: 403,
  reply: { ok: false, error: { code: 'OUT_OF_SCOPE', message: expect.stringMatching(message) } },
});

describe('a token that only reads', () => {
  const READABLE = [
    'tabs.list',
    'windows.list',
    'tabGroups.list',
    'readingList.list',
    'bookmarks.list',
    'bookmarks.search',
    'history.search',
    'history.visits',
    'recent.list',
    'downloads.list',
    'cookies.list',
    'cookies.get',
    'extensions.list',
    'scripts.list',
    'scripts.metadata.get',
  ];

  test('lets through exactly what reads, and of everything else nothing is forwarded', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    const scriptCat = daemon.connect();
    await scriptCat.pair(await daemon.enrol(), { methods: METHOD_NAMES });
    const token = await create();
    const answers: Record<string, unknown> = {};
    for (const action of METHOD_NAMES) {
      // The input is wrong on purpose: what is in scope gets as far as its schema.
      const { status, reply } = await callAs(token, action, { surplus: 1 });
      answers[action] = [status, reply.error.code];
    }
    const expected = METHOD_NAMES.map((action) => [
      action,
      READABLE.includes(action) ? [200, 'INVALID_REQUEST'] : [403, 'OUT_OF_SCOPE'],
    ]);
    expect(answers).toEqual(Object.fromEntries(expected));
    expect([await peer.drain(), await scriptCat.drain()]).toEqual([[], []]);
  });

  test('gets its answer from the browser', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    peer.serve(() => ({ windows: [] }));
    expect(await callAs(await create(), 'windows.list')).toEqual({
      status: 200,
      reply: { ok: true, result: { windows: [] } },
    });
  });

  test('is told what it may do and what it asked for', async () => {
    const token = await create({ name: 'reader', domains: ['history', 'tabs'] });
    expect(await callAs(token, 'tabs.open', { url: 'x:' })).toEqual(
      outOfScope(/^The token "reader" only reads history, tabs, which does not cover tabs\.open$/),
    );
  });

  test('gets no text of its own back that is no method', async () => {
    const { reply } = await callAs(await create(), '\u001b[31mred');
    expect(reply.error.message).toMatch(/does not cover this action$/);
  });

  test.each(['/control/browsers', '/control/status'])('may use %s', async (path) => {
    expect(await as(await create(), path)).toMatchObject({ status: 200, reply: { ok: true } });
  });

  test.each([
    ['/control/enroll', {}],
    ['/control/browsers/forget', { ref: 'chrome-a' }],
    ['/control/tokens', {}],
    ['/control/tokens/create', { readOnly: true }],
    ['/control/tokens/revoke', { ref: 'reader' }],
  ])('may not use %s', async (path, body) => {
    const { id } = await daemon.pairBrowser('chrome-a');
    const token = await create({ name: 'reader' });
    expect(await as(token, path, body)).toEqual(outOfScope(/"reader".*needs the full control token/));
    expect(await daemon.control('/control/browsers')).toMatchObject({ result: { browsers: [{ id }] } });
    expect(await daemon.control('/control/tokens')).toMatchObject({
      result: { tokens: [{ name: 'reader' }] },
    });
  });

  test('learns nothing of paths that do not exist', async () => {
    expect((await as(await create(), '/control/made-up')).status).toBe(404);
  });
});

describe('domains', () => {
  test('hold a token to their methods', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    peer.serve(() => ({ windows: [] }));
    const token = await create({ domains: ['windows'] });
    expect((await callAs(token, 'windows.list')).status).toBe(200);
    expect(await callAs(token, 'tabs.list')).toEqual(outOfScope(/only reads windows/));
    expect(await callAs(token, 'windows.close', { windowIds: [1] })).toEqual(outOfScope(/windows\.close/));
  });

  test.each([[[]], [['debugger']], [['browsingData']], [['tabs', 'made-up']], ['tabs']])(
    '%j are refused, and no token is made',
    async (domains) => {
      const reply = await daemon.control('/control/tokens/create', { readOnly: true, domains });
      expect(reply).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
      expect(await daemon.control('/control/tokens')).toMatchObject({ result: { tokens: [] } });
    },
  );
});

describe('making and listing', () => {
  test('a scope is not optional, and there is only the one that reads', async () => {
    for (const body of [{}, { readOnly: false }, { readOnly: 'true' }]) {
      expect(await daemon.control('/control/tokens/create', body)).toMatchObject({
        error: { code: 'INVALID_REQUEST' },
      });
    }
  });

  test('the text is shown once and stored nowhere, and the file is for this user only', async () => {
    const { token, ...listing } = await create({ name: 'reader', domains: ['tabs'] });
    expect(token).toMatch(/^sctl_[0-9a-f]{64}$/);
    const path = join(daemon.dataDir, 'tokens.json');
    expect(readFileSync(path, 'utf8')).not.toContain(token.slice('sctl_'.length));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const list = await daemon.control('/control/tokens');
    expect(list).toEqual({ ok: true, result: { tokens: [listing] } });
    expect(listing).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      name: 'reader',
      readOnly: true,
      domains: ['tabs'],
      createdAt: new Date(daemon.clock.now()).toISOString(),
    });
    expect(daemon.log.join()).not.toContain(token);
  });

  test('a token without a name gets one, and names are unique', async () => {
    const { id, name } = await create();
    expect(name).toBe(`token-${id}`);
    expect(await daemon.control('/control/tokens/create', { readOnly: true, name })).toMatchObject({
      error: { code: 'CONFLICT' },
    });
  });

  test('a token outlives the daemon, unlike the full one', async () => {
    const token = await create();
    const { dataDir, token: full } = daemon;
    await daemon.stop();
    daemon = await TestDaemon.start({ dataDir });
    expect((await as(token, '/control/browsers')).status).toBe(200);
    expect((await as({ token: full }, '/control/browsers')).status).toBe(401);
  });

  test('the hash of a token opens nothing', async () => {
    await create();
    const { tokens } = JSON.parse(readFileSync(join(daemon.dataDir, 'tokens.json'), 'utf8'));
    expect((await as({ token: tokens[0].hash }, '/control/browsers')).status).toBe(401);
  });
});

describe('revoking', () => {
  test.each(['name', 'id'] as const)('by %s makes a token worthless, and no other', async (by) => {
    const [gone, kept] = [await create(), await create()];
    expect(await daemon.control('/control/tokens/revoke', { ref: gone[by] })).toEqual({
      ok: true,
      result: {},
    });
    expect((await as(gone, '/control/browsers')).status).toBe(401);
    expect((await as(kept, '/control/browsers')).status).toBe(200);
  });

  test('what is not there is NOT_FOUND', async () => {
    const { id } = await create();
    for (const ref of ['', 'nobody', id.slice(1)]) {
      expect(await daemon.control('/control/tokens/revoke', { ref })).toMatchObject({
        error: { code: 'NOT_FOUND' },
      });
    }
  });
});

test.each(['{', '{"tokens":[{}]}', '[]', ''])(
  'a file that holds %j stops the start and stays',
  async (text) => {
    const dataDir = temporaryDirectory();
    const first = await TestDaemon.start({ dataDir });
    await first.stop();
    const path = join(dataDir, 'tokens.json');
    writeFileSync(path, text);
    const start = startDaemon({ dataDir, listenAddress: '127.0.0.1:0', version: '1' });
    await expect(start).rejects.toThrow(DataFileError);
    expect(readFileSync(path, 'utf8')).toBe(text);
    await first.dispose();
  },
);
