import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestDaemon } from '../testing/testDaemon.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.dispose());

/** A request with exactly these headers. */
function send(
  { path = '/control/enroll', headers = {}, ...options }: RequestOptions,
  body = '{}',
): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(`http://${daemon.address}`);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method: 'POST', headers, ...options });
    request.on('response', (response) =>
      textOf(response).then((text) => {
        resolve({ status: response.statusCode, text });
      }, reject),
    );
    request.on('error', reject);
    // As bytes: Node would encode the headers along with a text.
    request.end(options.method === 'GET' || options.method === 'HEAD' ? undefined : Buffer.from(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const right = () => ({ 'content-type': 'application/json', 'x-sctl-control-token': daemon.token });
const statusOf = async (headers: Record<string, string | undefined>, options: RequestOptions = {}) => {
  const all = Object.entries({ ...right(), ...headers }).filter(([, value]) => value !== undefined);
  return (await send({ headers: Object.fromEntries(all), ...options })).status;
};

describe('health', () => {
  test('needs no token', async () => {
    const response = await fetch(`http://${daemon.address}/control/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, version: '9.9.9' });
  });

  test('is only read', async () => {
    expect(await statusOf({}, { path: '/control/health' })).toBe(405);
  });

  test('is not for web pages', async () => {
    const health = { path: '/control/health', method: 'GET' };
    expect(await statusOf({ origin: 'https://example.com' }, health)).toBe(403);
    expect(await statusOf({ host: 'evil.example' }, health)).toBe(403);
  });
});

describe('the token', () => {
  test.each([
    ['none', () => undefined],
    ['a wrong one', () => '0'.repeat(64)],
    ['a shorter one', () => daemon.token.slice(1)],
    ['a longer one', () => `${daemon.token}0`],
    ['an empty one', () => ''],
  ])('%s: 401, whatever the path', async (_name, token) => {
    for (const path of ['/control/enroll', '/control/made-up']) {
      expect(await statusOf({ 'x-sctl-control-token': token() }, { path })).toBe(401);
    }
  });

  test('is nowhere but in its header', async () => {
    const { token } = daemon;
    expect(
      await statusOf(
        { 'x-sctl-control-token': undefined, authorization: `Bearer ${token}` },
        { path: `/control/enroll?token=${token}` },
      ),
    ).toBe(401);
  });
});

describe('hosts', () => {
  test.each([
    ['127.0.0.1', 200],
    ['127.0.0.1:8643', 200],
    ['localhost', 200],
    ['LocalHost:1', 200],
    ['[::1]', 200],
    ['[::1]:8643', 200],
    ['192.168.1.5:8643', 200],
    ['example.com', 403],
    ['localhost.example.com', 403],
    ['localhost.', 403],
    ['127.0.0.1.nip.io:8643', 403],
    ['127.0.0.1:8643@evil', 403],
    ['[::1', 403],
    ['[evil]', 403],
    ['::1', 403],
  ])('%j: %i', async (host, status) => {
    expect(await statusOf({ host })).toBe(status);
  });

  test.each(['GET /control/health HTTP/1.0', 'GET /control/health HTTP/1.1\r\nHost:\r\nConnection: close'])(
    'none at all, in %j: 403',
    async (head) => {
      const [hostname = '', port] = daemon.address.split(':');
      const socket = connect(Number(port), hostname);
      socket.write(`${head}\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += chunk;
      expect(text).toContain(' 403 ');
    },
  );
});

describe('origins', () => {
  test.each(['https://example.com', 'null', 'chrome-extension://abc', 'http://127.0.0.1:8643', ''])(
    '%j: 403, even with the token',
    async (origin) => {
      expect(await statusOf({ origin })).toBe(403);
    },
  );
});

describe('methods, types and sizes', () => {
  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s: 405', async (method) => {
    expect(await statusOf({}, { method })).toBe(405);
  });

  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonp', 415],
    ['multipart/form-data; boundary=application/json', 415],
    [undefined, 415],
  ])('%s: %i', async (type, status) => {
    expect(await statusOf({ 'content-type': type })).toBe(status);
  });

  test('a body over 8 MiB: 413, announced or not', async () => {
    const body = `{"action":"${'x'.repeat(8 * 1_048_576)}"}`;
    const chunked = { ...right(), 'transfer-encoding': 'chunked' };
    expect((await send({ headers: right() }, body)).status).toBe(413);
    expect((await send({ headers: chunked }, body)).status).toBe(413);
  });

  test('a body just under it is read', async () => {
    const body = JSON.stringify({ action: 'x'.repeat(8 * 1_048_576 - 32), input: {} });
    const { status, text } = await send({ headers: right(), path: '/control/call' }, body);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
  });

  test('an unknown path: 404', async () => {
    for (const path of [
      '/control/made-up',
      '/control/',
      '/control',
      '/control/call/',
      '/control/toString',
      '/cdp/x',
    ]) {
      expect(await statusOf({}, { path })).toBe(404);
    }
  });

  test('nothing runs on a refusal', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    const body = JSON.stringify({ action: 'tabs.open', input: { url: 'x:' } });
    const path = '/control/call';
    const wrong: Record<string, string>[] = [
      { ...right(), 'x-sctl-control-token': 'no' },
      { ...right(), origin: 'https://example.com' },
      { ...right(), host: 'example.com' },
      { ...right(), 'content-type': 'text/plain' },
    ];
    for (const headers of wrong) expect((await send({ path, headers }, body)).status).toBeGreaterThan(400);
    expect((await send({ path, headers: right(), method: 'PUT' }, body)).status).toBe(405);
    expect(await peer.drain()).toEqual([]);
  });

  test('nothing runs when the requester hangs up in the middle of its body', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    const [hostname = '', port] = daemon.address.split(':');
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ action: 'tabs.open', input: { url: 'x:' } });
    const headers = Object.entries({ host: daemon.address, ...right(), 'content-length': body.length + 1 });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`POST /control/call HTTP/1.1\r\n${head}\r\n${body}`);
    await new Promise((resolve) => socket.resume().on('close', resolve));
    expect(await peer.drain()).toEqual([]);
  });
});

describe('bodies', () => {
  const reply = async (path: string, body: string) =>
    JSON.parse((await send({ headers: right(), path }, body)).text);

  test.each(['{', '[]', 'null', '"text"', '1', '\u0000'])('%j is INVALID_REQUEST', async (body) => {
    expect(await reply('/control/status', body)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_REQUEST' },
    });
  });

  test('none is an empty one', async () => {
    expect(await reply('/control/browsers', '')).toEqual({ ok: true, result: { browsers: [] } });
  });

  test.each([
    ['/control/call', {}],
    ['/control/call', { action: 1 }],
    ['/control/call', { action: 'tabs.list', input: [] }],
    ['/control/call', { action: 'tabs.list', input: null }],
    ['/control/call', { action: 'tabs.list', input: {}, browser: 1 }],
    ['/control/call', { action: 'tabs.list', input: {}, browsers: 'alpha' }],
    ['/control/call', { action: 'tabs.list', input: {}, reportPending: 'yes' }],
    ['/control/browsers/forget', {}],
    ['/control/browsers/forget', { ref: null }],
  ])('%s with %j is INVALID_REQUEST', async (path, body) => {
    expect(await reply(path, JSON.stringify(body))).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
  });

  test('input left out is an empty one', async () => {
    expect(await reply('/control/call', '{"action":"tabs.list"}')).toMatchObject({
      error: { code: 'NO_BROWSER_CONNECTED' },
    });
  });
});

describe('the label of the requester', () => {
  test.each([
    [undefined, 'sctl-cli'],
    ['', 'sctl-cli'],
    ['my agent', 'my agent'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'sctl-cli'],
    [Buffer.from('Käthe').toString('latin1'), 'Käthe'],
    [Buffer.from('a\u202eb').toString('latin1'), 'sctl-cli'],
    ['\u00ff', 'sctl-cli'],
  ])('%j becomes %j', async (label, clientId) => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    const headers = { ...right(), ...(label === undefined ? {} : { 'x-sctl-client': label }) };
    const body = JSON.stringify({ action: 'tabs.open', input: { url: 'x:' } });
    const reply = send({ path: '/control/call', headers }, body);
    const request = await peer.next();
    expect(request.params?.clientId).toBe(clientId);
    peer.respond(request.id, { tabId: 1 });
    expect((await reply).status).toBe(200);
  });
});

describe('listings', () => {
  test('show each paired browser with its own state, sorted by name', async () => {
    const beta = await daemon.pairBrowser('beta');
    const alpha = await daemon.pairBrowser('alpha');
    const away = await daemon.pairBrowser('gamma');
    away.peer.socket.close();
    await away.peer.closed;
    const details = { product: 'Chrome', productVersion: '130' };
    const connectedAt = new Date(daemon.clock.now()).toISOString();
    const browsers = [
      { id: alpha.id, name: 'alpha', online: true, ...details, connectedAt },
      { id: beta.id, name: 'beta', online: true, ...details, connectedAt },
      { id: away.id, name: 'gamma', online: false, ...details },
    ];
    expect(await daemon.control('/control/browsers')).toEqual({ ok: true, result: { browsers } });
    expect(await daemon.control('/control/status')).toMatchObject({
      ok: true,
      result: { daemonVersion: '9.9.9', extConnected: false, browsers },
    });
  });

  test('tell whether ScriptCat is connected', async () => {
    const scriptCat = daemon.connect();
    await scriptCat.pair(await daemon.enrol(), { methods: [] });
    expect(await daemon.control('/control/status')).toMatchObject({ result: { extConnected: true } });
    scriptCat.socket.close();
    await scriptCat.closed;
    expect(await daemon.control('/control/status')).toMatchObject({ result: { extConnected: false } });
  });

  test('hold no secret', async () => {
    const code = await daemon.enrol();
    const peer = daemon.connect();
    const key = await peer.pair(code, { methods: [] });
    const { key: browserKey } = await daemon.pairBrowser('chrome-a');
    const status = JSON.stringify(await daemon.control('/control/status'));
    for (const secret of [code, key, browserKey, daemon.token]) {
      expect(status).not.toContain(secret);
      expect(daemon.log.join()).not.toContain(secret);
    }
    expect(await daemon.events()).toEqual([
      { type: 'handshake.ok', client: 'scriptcat' },
      { type: 'handshake.ok', client: expect.stringMatching(/^browser:[0-9a-f]{32}$/) },
    ]);
  });
});
