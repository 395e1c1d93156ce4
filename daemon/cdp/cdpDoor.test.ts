import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CdpBench } from './testing/cdpBench.ts';

let bench: CdpBench;
let secret: string;
let id: string;
beforeEach(async () => {
  bench = await CdpBench.start();
  const { wsUrl } = await bench.endpoint();
  [, secret = '', id = ''] = /\/cdp\/([0-9a-f]{32})\/devtools\/browser\/([0-9a-f-]{36})$/.exec(wsUrl) ?? [];
});
afterEach(() => bench.dispose());

const port = () => bench.daemon.address.split(':')[1];

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One ordinary request with exactly these headers. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: port(), host: '127.0.0.1', path, method, headers });
    sent.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, body: String(Buffer.concat(chunks)) });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** An attempt to connect a WebSocket. */
async function upgrade(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}${path}`, { headers });
  socket.on('error', () => undefined);
  const [response] = await Promise.race([
    once(socket, 'open').then(() => [{ statusCode: 101 }]),
    once(socket, 'unexpected-response').then(([, refused]) => [refused]),
  ]);
  if (response.statusCode === 101) {
    socket.close();
    await once(socket, 'close');
    return { status: 101, body: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, body: String(Buffer.concat(chunks)) };
}

const versionPath = () => `/cdp/${secret}/json/version`;
const socketPath = () => `/cdp/${secret}/devtools/browser/${id}`;

const FOREIGN_HOSTS = ['rebound.example', 'rebound.example:80', 'localhost.example', '127.0.0.1.nip.example'];
const LITERAL_HOSTS = ['127.0.0.1', '127.0.0.1:9', 'localhost', 'LOCALHOST:1', '[::1]:80', '192.0.2.7:8643'];
const ORIGINS = [
  'https://site.example',
  'http://localhost',
  'http://127.0.0.1:8643',
  'null',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'devtools://devtools',
  '',
];

describe('a request for a host that is a name', () => {
  test.each(FOREIGN_HOSTS)('%j gets 403, whatever else is right or wrong', async (host) => {
    const paths = [versionPath(), socketPath(), '/cdp/wrong/json/version', '/cdp/', '/cdp'];
    const answers = await Promise.all(
      paths.flatMap((path) => [get(path, { host }), upgrade(path, { host })]),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(['403 Reach the endpoint by its IP address or as localhost']),
    );
  });
});

describe('a request with an Origin', () => {
  test.each(ORIGINS)('%j gets 403, whatever else is right or wrong', async (origin) => {
    const paths = [versionPath(), socketPath(), '/cdp/wrong/json/version', `/cdp/${secret}`];
    const answers = await Promise.all(
      paths.flatMap((path) => [get(path, { origin }), upgrade(path, { origin })]),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(['403 Web pages and extensions may not use the endpoint']),
    );
  });

  test('and a foreign host is refused for its host', async () => {
    const { body } = await get(versionPath(), { host: 'a.example', origin: 'https://a.example' });
    expect(body).toContain('IP address');
  });
});

describe('a request that may ask', () => {
  test.each(LITERAL_HOSTS)('at %j is told the WebSocket address at that host', async (host) => {
    const { status, body } = await get(versionPath(), { host });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      Browser: 'Chrome/156.0.0.0',
      'Protocol-Version': '1.3',
      'User-Agent': 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
      webSocketDebuggerUrl: `ws://${host}${socketPath()}`,
    });
    expect((await get(`${versionPath()}/`, { host })).body).toBe(body);
  });

  test('gets one and the same 404 for everything that is not there', async () => {
    const zeros = '0'.repeat(32);
    const paths = [
      '/cdp/',
      '/cdp',
      `/cdp/${secret}`,
      `/cdp/${secret}/`,
      `/cdp/${secret}/json`,
      `/cdp/${secret}/json/list`,
      `/cdp/${secret}/json/version/x`,
      `/cdp/${secret}/devtools/browser/${zeros}`,
      `/cdp/${secret}/devtools/page/${id}`,
      `/cdp/${zeros}/json/version`,
      `/cdp/${secret.toUpperCase()}x/json/version`,
      `/cdp/${zeros}/devtools/browser/${id}`,
    ];
    const answers = await Promise.all(paths.flatMap((path) => [get(path), upgrade(path)]));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(['404 Not Found']),
    );
  });

  test.each(['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'with %s gets 405 for the version',
    async (method) => {
      expect((await get(versionPath(), {}, method)).status).toBe(405);
    },
  );

  test('the WebSocket address as an ordinary one gets 400, without a tab being touched', async () => {
    expect((await get(socketPath())).status).toBe(400);
    expect((await get(socketPath(), { upgrade: 'websocket', connection: 'upgrade' })).status).toBe(400);
    expect((await get(socketPath(), { upgrade: 'h2c', connection: 'upgrade' })).status).toBe(400);
    expect(bench.tabs.calls).toEqual([]);
  });

  test('while the browser is away gets 503 with the reason, and later the same address works', async () => {
    bench.browser.peer.socket.close();
    await bench.browser.peer.closed;
    for (const { status, body } of [await get(versionPath()), await upgrade(socketPath())]) {
      expect(status).toBe(503);
      expect(body).toContain('BROWSER_OFFLINE');
    }
    await bench.comeBack();
    expect((await get(versionPath())).status).toBe(200);
    expect((await upgrade(socketPath())).status).toBe(101);
  });
});

describe('one client at a time', () => {
  test('of five at once one gets in and four get 409', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = new WebSocket(`ws://127.0.0.1:${port()}${socketPath()}`);
        socket.on('error', () => undefined);
        return Promise.race([
          once(socket, 'open').then(() => 101),
          once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode),
        ]);
      }),
    );
    expect(attempts.sort()).toEqual([101, 409, 409, 409, 409]);
  });

  test('a client that hangs up while it is being admitted leaves the place free', async () => {
    let answer: (result: object) => void = () => undefined;
    bench.tabs.onMethod('debugger.userAgent', () => new Promise((resolve) => (answer = resolve)));
    const gone = new WebSocket(`ws://127.0.0.1:${port()}${socketPath()}`);
    gone.on('error', () => undefined);
    await expect.poll(() => bench.tabs.calls).toContain('debugger.userAgent');
    const closed = new Promise((resolve) => gone.on('close', resolve));
    gone.terminate();
    await closed;
    answer({ userAgent: 'Chrome/1' });
    bench.tabs.onMethod('debugger.userAgent', () => ({ userAgent: 'Chrome/1' }));
    await expect.poll(async () => (await upgrade(socketPath())).status).toBe(101);
  });

  test('closed while a client is being admitted refuses it with 503', async () => {
    let answer: (result: object) => void = () => undefined;
    bench.tabs.onMethod('debugger.userAgent', () => new Promise((resolve) => (answer = resolve)));
    const attempt = upgrade(socketPath());
    await expect.poll(() => bench.tabs.calls).toContain('debugger.userAgent');
    await bench.control('/control/cdp/close');
    answer({ userAgent: 'Chrome/1' });
    expect((await attempt).status).toBe(503);
    expect((await get(versionPath())).status).toBe(404);
  });
});
