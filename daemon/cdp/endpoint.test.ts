import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLEAN_UP_MS } from './cdpClient.ts';
import { ENDPOINT_TTL_MS } from './endpoint.ts';
import { CdpBench } from './testing/cdpBench.ts';
import { TestClient } from './testing/testClient.ts';

let bench: CdpBench;
beforeEach(async () => {
  bench = await CdpBench.start();
});
afterEach(() => bench.dispose());

const versionStatus = async (httpUrl: string) => (await fetch(`${httpUrl}/json/version`)).status;
const failure = async (path: string, body: object = {}, host?: string) => {
  const reply = await bench.daemon.control(path, body, host === undefined ? {} : { headers: { host } });
  return reply.ok ? undefined : reply.error.code;
};

describe('the addresses', () => {
  test('are the same when they are asked for again, and those of the requester’s host', async () => {
    const first = await bench.endpoint();
    expect(first.httpUrl).toMatch(
      new RegExp(`^http://${bench.daemon.address.replace(/\./g, '\\.')}/cdp/[0-9a-f]{32}$`),
    );
    expect(first.wsUrl).toMatch(
      /^ws:.*\/devtools\/browser\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
    expect(await bench.endpoint()).toEqual(first);
    expect(await bench.status()).toEqual(first);
  });

  test('differ between browsers, and each leads to its own', async () => {
    const other = await bench.daemon.pairBrowser('chrome-b');
    const made = await Promise.all(
      [bench.browser.id, other.name].map((browser) =>
        bench.control<{ browser: object; endpoint: { httpUrl: string } }>('/control/cdp/endpoint', {
          browser,
        }),
      ),
    );
    expect(made.map(({ browser }) => browser)).toEqual([
      { id: bench.browser.id, name: 'chrome-a' },
      { id: other.id, name: 'chrome-b' },
    ]);
    expect(new Set(made.map(({ endpoint }) => endpoint.httpUrl)).size).toBe(2);
  });

  test('need a browser that is online, by the errors of any call', async () => {
    expect(await failure('/control/cdp/endpoint', { browser: 'nobody' })).toBe('BROWSER_NOT_FOUND');
    await bench.daemon.pairBrowser('chrome-b');
    for (const path of ['endpoint', 'status', 'close']) {
      expect(await failure(`/control/cdp/${path}`)).toBe('BROWSER_AMBIGUOUS');
    }
    bench.browser.peer.socket.close();
    await bench.browser.peer.closed;
    expect(await failure('/control/cdp/endpoint', { browser: 'chrome-a' })).toBe('BROWSER_OFFLINE');
  });

  test('can be looked at and revoked while the named browser is away', async () => {
    const { httpUrl } = await bench.endpoint();
    bench.browser.peer.socket.close();
    await bench.browser.peer.closed;
    const browser = 'chrome-a';
    expect(await bench.control('/control/cdp/status', { browser })).toMatchObject({ endpoint: { httpUrl } });
    expect(await bench.control('/control/cdp/close', { browser })).toMatchObject({ closed: true });
    expect(await bench.control('/control/cdp/status', { browser })).toMatchObject({ endpoint: null });
    expect(await bench.control('/control/cdp/close', { browser })).toMatchObject({ closed: false });
    expect(await versionStatus(httpUrl)).toBe(404);
    expect(await failure('/control/cdp/status')).toBe('NO_BROWSER_CONNECTED');
  });
});

describe('an endpoint expires', () => {
  test('after an hour without a client, counted from its making', async () => {
    const { httpUrl, expiresAt } = await bench.endpoint();
    expect(Date.parse(expiresAt ?? '')).toBe(bench.daemon.clock.now() + ENDPOINT_TTL_MS);
    bench.daemon.clock.advance(ENDPOINT_TTL_MS - 1);
    expect(await versionStatus(httpUrl)).not.toBe(404);
    bench.daemon.clock.advance(1);
    expect(await versionStatus(httpUrl)).toBe(404);
  });

  test('not while a client is connected, and an hour after it has gone', async () => {
    const client = await bench.client();
    expect(await bench.status()).toMatchObject({
      clientConnected: true,
      connectedAt: new Date(bench.daemon.clock.now()).toISOString(),
    });
    expect(await bench.status()).not.toHaveProperty('expiresAt');
    const { httpUrl } = await bench.endpoint();
    bench.daemon.clock.advance(20_000);
    client.socket.close();
    await expect.poll(async () => (await bench.status())?.clientConnected).toBe(false);
    expect((await bench.status())?.expiresAt).toBe(
      new Date(bench.daemon.clock.now() + ENDPOINT_TTL_MS).toISOString(),
    );
    bench.daemon.clock.advance(ENDPOINT_TTL_MS);
    expect(await versionStatus(httpUrl)).toBe(404);
  });

  test.each(['close', 'forget'])('by %s, which disconnects the client with 1001', async (how) => {
    const { httpUrl } = await bench.endpoint();
    const client = await bench.client();
    if (how === 'close') await bench.control('/control/cdp/close');
    else await bench.control('/control/browsers/forget', { ref: 'chrome-a' });
    expect((await client.closed).code).toBe(1001);
    expect(await versionStatus(httpUrl)).toBe(404);
  });

  test('by close, which answers once the tabs are let go, but waits no longer than 10 seconds', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    bench.tabs.onMethod('debugger.detach', () => new Promise(() => undefined));
    let isAnswered = false;
    const closed = bench.control('/control/cdp/close').then(() => {
      isAnswered = true;
    });
    await expect.poll(() => bench.tabs.calls).toContain('debugger.detach 1');
    expect(isAnswered).toBe(false);
    bench.daemon.clock.advance(CLEAN_UP_MS);
    await closed;
  });
});

describe('a client is disconnected', () => {
  test('when the browser goes, and connects to the same address when it is back', async () => {
    const client = await bench.client();
    bench.browser.peer.socket.close();
    expect((await client.closed).code).toBe(1001);
    await bench.comeBack();
    const again = await bench.client();
    expect(await again.ok('Browser.getVersion')).toMatchObject({ protocolVersion: '1.3' });
  });

  test('when the daemon exits, which lets go of the tabs first', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    await bench.daemon.stop();
    expect((await client.closed).code).toBe(1001);
    expect(bench.tabs.calls).toContain('debugger.detach 1');
  });

  test('and its place is free for the next one only after the cleaning up', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    let letGo: (result: object) => void = () => undefined;
    bench.tabs.onMethod('debugger.detach', () => new Promise((resolve) => (letGo = resolve)));
    const { wsUrl } = await bench.endpoint();
    client.socket.close();
    await expect.poll(() => bench.tabs.calls).toContain('debugger.detach 1');
    bench.tabs.calls.splice(0);
    const next = TestClient.connect(wsUrl);
    await bench.control('/control/browsers');
    expect(bench.tabs.calls).toEqual([]);
    letGo({ tabIds: [1] });
    expect(await (await next).ok('Target.getTargets')).toBeDefined();
    expect(bench.tabs.calls).toEqual(['debugger.own 1', 'debugger.userAgent', 'debugger.targets']);
    (await next).socket.terminate();
  });
});
