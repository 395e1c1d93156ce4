import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AddressInUseError, startDaemon } from './daemon.ts';
import { TestClock } from './testing/testClock.ts';
import { type TestBrowser, TestDaemon, temporaryDirectory } from './testing/testDaemon.ts';

const daemons: TestDaemon[] = [];
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.dispose();
});

async function start(options: Parameters<typeof TestDaemon.start>[0] = {}): Promise<TestDaemon> {
  const daemon = await TestDaemon.start(options);
  daemons.push(daemon);
  return daemon;
}

describe('the address', () => {
  test('is the actual one when the system chose the port', async () => {
    const { address } = await start();
    expect(address).toMatch(/^127\.0\.0\.1:[1-9]\d*$/);
  });

  test('may be of IPv6', async () => {
    const dataDir = temporaryDirectory();
    const daemon = await startDaemon({ dataDir, listenAddress: '[::1]:0', version: '1' });
    expect(daemon.address).toMatch(/^\[::1\]:[1-9]\d*$/);
    const response = await fetch(`http://${daemon.address}/control/health`);
    expect(await response.json()).toEqual({ ok: true, version: '1' });
    await daemon.close();
    rmSync(dirname(dataDir), { recursive: true });
  });

  test('that is taken fails with an error of its own, and leaves no token', async () => {
    const { address } = await start();
    const dataDir = temporaryDirectory();
    const error = await startDaemon({ dataDir, listenAddress: address, version: '1' }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(AddressInUseError);
    expect(error.message).toContain(address);
    expect(existsSync(join(dataDir, 'control.token'))).toBe(false);
    rmSync(dirname(dataDir), { recursive: true });
  });

  test.each(['8643', 'localhost', '127.0.0.1:', '127.0.0.1:65536', 'http://127.0.0.1:0', ':0', ''])(
    '%j is none',
    async (listenAddress) => {
      const dataDir = temporaryDirectory();
      await expect(startDaemon({ dataDir, listenAddress, version: '1' })).rejects.toThrow(TypeError);
      rmSync(dirname(dataDir), { recursive: true });
    },
  );
});

describe('closing', () => {
  test('says goodbye to every established peer', async () => {
    const daemon = await start();
    const { peer } = await daemon.pairBrowser('chrome-a');
    const scriptCat = daemon.connect();
    await scriptCat.pair(await daemon.enrol(), { methods: [] });
    await daemon.stop();
    for (const each of [peer, scriptCat]) {
      expect(await each.next()).toEqual({ jsonrpc: '2.0', method: '$session.shutdown', params: {} });
      expect(await each.closed).toEqual({ code: 1001, reason: 'server shutdown' });
    }
  });

  test('closes a peer in the middle of its handshake without the notification', async () => {
    const daemon = await start();
    const peer = daemon.connect();
    await peer.next();
    await daemon.stop();
    expect(await peer.closed).toEqual({ code: 1001, reason: 'server shutdown' });
    await expect(peer.next()).rejects.toThrow();
  });

  test('answers what is in flight', async () => {
    const daemon = await start();
    const { peer } = await daemon.pairBrowser('chrome-a');
    const call = daemon.call('tabs.open', { url: 'x:' });
    await peer.next();
    await daemon.stop();
    expect(await call).toMatchObject({ ok: false, error: { code: 'OPERATION_EXPIRED' } });
  });

  test('answers a call that waits for a browser on its way back', async () => {
    const daemon = await start();
    (await daemon.pairBrowser('chrome-a')).peer.socket.close();
    await daemon.stop();
    const again = await start({ dataDir: daemon.dataDir, freshly: true });
    const timers = again.clock.waiting;
    const call = again.call('tabs.open', { url: 'x:' });
    await until(() => again.clock.waiting > timers);
    await again.stop();
    expect(await call).toMatchObject({ error: { code: 'NO_BROWSER_CONNECTED' } });
  });

  test('frees the port, and may be done twice', async () => {
    const daemon = await start();
    await Promise.all([daemon.stop(), daemon.stop()]);
    const server = createServer();
    const [host, port] = daemon.address.split(':');
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject).listen({ host, port: Number(port) }, resolve);
    });
    await new Promise((resolve) => server.close(resolve));
    await daemon.stop();
    expect(server.listening).toBe(false);
  });

  test('leaves no timer behind', async () => {
    const daemon = await start();
    const { peer } = await daemon.pairBrowser('chrome-a');
    const call = daemon.call('tabs.open', { url: 'x:' });
    await peer.next();
    await daemon.connect().next();
    await daemon.stop();
    await call;
    expect(daemon.clock.waiting).toBe(0);
  });

  test('does not wait longer than a second for a peer that no longer answers', async () => {
    const daemon = await start();
    const { peer } = await daemon.pairBrowser('chrome-a');
    peer.socket.pause();
    const stopped = daemon.stop();
    daemon.clock.advance(1_000);
    await stopped;
    await expect(fetch(`http://${daemon.address}/control/health`)).rejects.toThrow();
  });
});

describe('right after a restart, a call', () => {
  /** A restarted daemon that knows these browsers, none of them connected. */
  async function restarted(...names: string[]) {
    const before = await start();
    const paired: TestBrowser[] = [];
    for (const name of names) paired.push(await before.pairBrowser(name));
    await before.stop();
    const daemon = await start({ dataDir: before.dataDir, freshly: true });
    const come = async (name: string) => {
      const { id, key } = paired.find((browser) => browser.name === name) ?? { id: '', key: '' };
      const peer = daemon.connect();
      peer.serve(() => ({ tabId: names.indexOf(name) }));
      await peer.resume(key, { instanceId: id, name, methods: ['tabs.open'] });
    };
    return { daemon, come };
  }

  /** Makes a call, and waits until the daemon waits. */
  async function callAndWait(daemon: TestDaemon, more: object = {}, signal?: AbortSignal) {
    const timers = daemon.clock.waiting;
    const body = { action: 'tabs.open', input: { url: 'x:' }, ...more };
    const reply = daemon.control('/control/call', body, signal ? { signal } : {});
    await until(() => daemon.clock.waiting > timers);
    return { reply };
  }

  test('without a target waits for the only browser', async () => {
    const { daemon, come } = await restarted('alpha');
    const { reply } = await callAndWait(daemon);
    daemon.clock.advance(2_999);
    await come('alpha');
    expect(await reply).toEqual({ ok: true, result: { tabId: 0 } });
  });

  test('with a target waits for that one', async () => {
    const { daemon, come } = await restarted('alpha', 'beta');
    const { reply } = await callAndWait(daemon, { browser: 'beta' });
    await come('alpha');
    await come('beta');
    expect(await reply).toEqual({ ok: true, result: { tabId: 1 } });
  });

  test('without a target does not go to whichever of two is back first', async () => {
    const { daemon, come } = await restarted('alpha', 'beta');
    const { reply } = await callAndWait(daemon);
    await come('beta');
    await come('alpha');
    expect(await reply).toMatchObject({ error: { code: 'BROWSER_AMBIGUOUS' } });
  });

  test('is answered after three seconds at last', async () => {
    const { daemon } = await restarted('alpha');
    const calls = [await callAndWait(daemon), await callAndWait(daemon, { browser: 'alpha' })];
    daemon.clock.advance(3_000);
    expect(await calls[0]?.reply).toMatchObject({ error: { code: 'NO_BROWSER_CONNECTED' } });
    expect(await calls[1]?.reply).toMatchObject({ error: { code: 'BROWSER_OFFLINE' } });
    expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({
      error: { code: 'NO_BROWSER_CONNECTED' },
    });
  });

  test('waits for nobody when nobody is paired', async () => {
    const daemon = await start({ freshly: true });
    expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({
      error: { code: 'NO_BROWSER_CONNECTED' },
    });
  });

  test('waits for no unknown browser', async () => {
    const { daemon } = await restarted('alpha');
    expect(await daemon.call('tabs.open', { url: 'x:' }, { browser: 'beta' })).toMatchObject({
      error: { code: 'BROWSER_NOT_FOUND' },
    });
  });

  test('that is given up reaches no browser', async () => {
    const { daemon, come } = await restarted('alpha');
    const hangUp = new AbortController();
    const timers = daemon.clock.waiting;
    const { reply } = await callAndWait(daemon, {}, hangUp.signal);
    hangUp.abort();
    await expect(reply).rejects.toThrow();
    await until(() => daemon.clock.waiting === timers);
    await come('alpha');
    expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({ result: { tabId: 0 } });
  });
});

test('the clock of a test has no time of its own', () => {
  const clock = new TestClock();
  const runs: number[] = [];
  const start = clock.now();
  clock.after(20, () => runs.push(clock.now() - start));
  clock.after(10, () => runs.push(clock.now() - start));
  const dispose = clock.after(15, () => runs.push(-1));
  dispose();
  clock.advance(30);
  expect(runs).toEqual([10, 20]);
});

/** Lets the daemon do what it does until it has done it. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}
