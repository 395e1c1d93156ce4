import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { METHOD_NAMES } from '../protocol/methods/index.ts';
import { Audit } from './audit.ts';
import { Browsers } from './browsers.ts';
import { EnrolmentWindow } from './enrolment.ts';
import { Listener } from './listener.ts';
import { Connections } from './peers/connections.ts';
import { PeerDoor } from './peers/peerDoor.ts';
import { createPrivateDirectory } from './privateFile.ts';
import { Registry } from './registry.ts';
import { COMEBACK_MS, Comeback } from './routing/comeback.ts';
import { ScriptCatKey } from './scriptCatKey.ts';
import { HandPeer, randomId } from './testing/handPeer.ts';
import { TestClock } from './testing/testClock.ts';
import { temporaryDirectory } from './testing/testDaemon.ts';

/** The inner half of a daemon, without the control API. */
async function startInside() {
  const dataDir = temporaryDirectory();
  createPrivateDirectory(dataDir);
  const clock = new TestClock();
  const failures: unknown[] = [];
  const onListenerError = (thrown: unknown) => failures.push(thrown);
  const registry = Registry.open(dataDir);
  const connections = new Connections(clock, onListenerError);
  const comeback = new Comeback({ clock, registry, connections });
  const browsers = new Browsers({ registry, connections, comeback, onListenerError });
  const enrolment = new EnrolmentWindow(clock);
  const door = new PeerDoor({
    clock,
    audit: new Audit(clock),
    enrolment,
    registry,
    scriptCatKey: ScriptCatKey.open(dataDir),
    daemonVersion: '1',
    log: (line) => failures.push(line),
    establish: (peer, methods, socket) => connections.establish(peer, methods, socket),
  });
  const listener = new Listener([door]);
  const address = await listener.listen('127.0.0.1:0');
  const peers: HandPeer[] = [];
  const connect = () => {
    const peer = new HandPeer(address);
    peers.push(peer);
    return peer;
  };
  return {
    clock,
    browsers,
    failures,
    connect,
    async pair(name: string, methods: readonly string[] = METHOD_NAMES) {
      const id = randomId();
      const peer = connect();
      const key = await peer.pair(enrolment.open(), { instanceId: id, name, methods });
      return { peer, id, name, key };
    },
    async dispose() {
      for (const { socket } of peers) socket.terminate();
      door.drop();
      await listener.close();
      rmSync(dirname(dataDir), { recursive: true });
    },
  };
}

let inside: Awaited<ReturnType<typeof startInside>>;
beforeEach(async () => {
  inside = await startInside();
  inside.clock.advance(COMEBACK_MS);
});
afterEach(() => inside.dispose());

describe('a call from inside the daemon', () => {
  test('may use internal methods, and goes to the instance it names', async () => {
    const first = await inside.pair('alpha');
    const second = await inside.pair('beta');
    const call = inside.browsers.call(second.id, 'debugger.send', { tabId: 1, method: 'Page.enable' });
    const request = await second.peer.next();
    expect(request).toMatchObject({
      method: 'debugger.send',
      params: { clientId: 'sctl-daemon', input: { tabId: 1, method: 'Page.enable' } },
    });
    second.peer.respond(request.id, { result: { any: ['thing'] } });
    expect(await call).toEqual({ result: { any: ['thing'] } });
    expect(await first.peer.drain()).toEqual([]);
  });

  test.each(['away', 'forgotten', 'unknown'])(
    'to an instance that is %s is BROWSER_OFFLINE',
    async (state) => {
      const { id, peer } = await inside.pair('alpha');
      peer.socket.close();
      await peer.closed;
      if (state === 'forgotten') inside.browsers.forget(id);
      const target = state === 'unknown' ? randomId() : id;
      await expect(inside.browsers.call(target, 'debugger.targets', {})).rejects.toMatchObject({
        code: 'BROWSER_OFFLINE',
      });
    },
  );

  test('takes no prefix and no name', async () => {
    const { id } = await inside.pair('alpha');
    for (const target of ['alpha', id.slice(0, 31)]) {
      await expect(inside.browsers.call(target, 'debugger.targets', {})).rejects.toMatchObject({
        code: 'BROWSER_OFFLINE',
      });
    }
  });

  test('is checked like any other', async () => {
    const { id, peer } = await inside.pair('alpha', ['debugger.targets']);
    await expect(inside.browsers.call(id, 'debugger.close', { tabId: -1 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(inside.browsers.call(id, 'debugger.close', { tabId: 1 })).rejects.toMatchObject({
      code: 'METHOD_NOT_FOUND',
    });
    peer.serve(() => ({ targets: 'none' }));
    await expect(inside.browsers.call(id, 'debugger.targets', {})).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
    });
  });

  test('hears once, and only before the answer, that a human is waited for', async () => {
    const { id, peer } = await inside.pair('alpha');
    let pending = 0;
    const onPending = () => {
      pending += 1;
    };
    const call = inside.browsers.call(id, 'bookmarks.remove', { ids: ['1'] }, { onPending });
    const rejected = expect(call).rejects.toMatchObject({ code: 'USER_REJECTED' });
    const request = await peer.next();
    peer.fail(request.id, 'USER_REJECTED');
    peer.send({ method: '$/approvalPending', params: { id: request.id } });
    await peer.drain();
    await rejected;
    expect(pending).toBe(0);
    const next = inside.browsers.call(id, 'bookmarks.remove', { ids: ['1'] }, { onPending });
    const { id: nextId } = await peer.next();
    for (let count = 0; count < 2; count++) {
      peer.send({ method: '$/approvalPending', params: { id: nextId } });
    }
    await peer.drain();
    expect(pending).toBe(1);
    peer.respond(nextId, { ids: ['1'], bookmarks: 1, folders: 0 });
    expect(await next).toEqual({ ids: ['1'], bookmarks: 1, folders: 0 });
  });

  test('is cancelled by its signal', async () => {
    const { id, peer } = await inside.pair('alpha');
    const cancel = new AbortController();
    const call = inside.browsers.call(id, 'debugger.targets', {}, { signal: cancel.signal });
    const request = await peer.next();
    cancel.abort();
    await expect(call).rejects.toMatchObject({ code: 'OPERATION_EXPIRED' });
    expect(await peer.next()).toMatchObject({ method: '$/cancelRequest', params: { id: request.id } });
    await expect(
      inside.browsers.call(id, 'debugger.targets', {}, { signal: cancel.signal }),
    ).rejects.toMatchObject({ code: 'OPERATION_EXPIRED' });
    expect(await peer.drain()).toEqual([]);
  });
});

describe('the choice of one browser', () => {
  test('needs exactly one online without a target', async () => {
    await expect(inside.browsers.select(undefined)).rejects.toMatchObject({ code: 'NO_BROWSER_CONNECTED' });
    const { id } = await inside.pair('alpha');
    expect(await inside.browsers.select(undefined)).toEqual({ id, name: 'alpha' });
    await inside.pair('beta');
    await expect(inside.browsers.select(undefined)).rejects.toMatchObject({ code: 'BROWSER_AMBIGUOUS' });
    await expect(inside.browsers.selectPaired(undefined)).rejects.toMatchObject({
      code: 'BROWSER_AMBIGUOUS',
    });
  });

  test('may name one that is away only where that is allowed', async () => {
    const { id, peer } = await inside.pair('alpha');
    peer.socket.close();
    await peer.closed;
    await expect(inside.browsers.select('alpha')).rejects.toMatchObject({ code: 'BROWSER_OFFLINE' });
    expect(await inside.browsers.selectPaired('alpha')).toEqual({ id, name: 'alpha' });
    expect(await inside.browsers.selectPaired(id.slice(0, 8))).toEqual({ id, name: 'alpha' });
    await expect(inside.browsers.selectPaired('beta')).rejects.toMatchObject({ code: 'BROWSER_NOT_FOUND' });
    expect(inside.browsers.isOnline(id)).toBe(false);
  });
});

describe('news', () => {
  function record() {
    const news: unknown[] = [];
    const stop = [
      inside.browsers.onNotification(({ instanceId, notification }) => news.push([instanceId, notification])),
      inside.browsers.onGone((instanceId) => news.push(['gone', instanceId])),
      inside.browsers.onForgotten((instanceId) => news.push(['forgotten', instanceId])),
    ];
    const dispose = () => {
      for (const each of stop) each();
    };
    return { news, dispose };
  }

  test('notifications arrive in order, with the instance they come from', async () => {
    const { id, peer } = await inside.pair('alpha');
    const { news, dispose } = record();
    const sent = [
      { name: 'debugger.tabCreated', params: { tabId: 1, targetId: 't', title: '', url: 'x:' } },
      {
        name: 'debugger.event',
        params: { tabId: 1, sessionId: 's', method: 'Page.loadEventFired', params: { timestamp: 1 } },
      },
      { name: 'debugger.detached', params: { tabId: 1, reason: 'canceled_by_user' } },
      { name: 'debugger.tabRemoved', params: { tabId: 1 } },
    ];
    for (const { name, params } of sent) peer.send({ method: name, params });
    await peer.drain();
    expect(news).toEqual(sent.map((notification) => [id, notification]));
    dispose();
    peer.send({ method: 'debugger.tabRemoved', params: { tabId: 2 } });
    await peer.drain();
    expect(news).toHaveLength(sent.length);
  });

  test('a lost connection is gone once', async () => {
    const { id, peer } = await inside.pair('alpha');
    const { news } = record();
    peer.socket.close();
    await peer.closed;
    await expect.poll(() => news).toEqual([['gone', id]]);
    expect(inside.browsers.isOnline(id)).toBe(false);
  });

  test('a replaced connection is gone once, and the instance stays online', async () => {
    const { id, peer, key } = await inside.pair('alpha');
    const { news } = record();
    const next = inside.connect();
    await next.resume(key, { instanceId: id, name: 'alpha' });
    await peer.closed;
    await next.drain();
    expect(news).toEqual([['gone', id]]);
    expect(inside.browsers.isOnline(id)).toBe(true);
  });

  test('a connection refused its name was never there', async () => {
    await inside.pair('alpha');
    const { key, id, peer } = await inside.pair('beta');
    const { news } = record();
    const refused = inside.connect();
    await refused.resume(key, { instanceId: id, name: 'alpha' });
    await refused.closed;
    await peer.drain();
    expect(news).toEqual([]);
    expect(inside.browsers.isOnline(id)).toBe(true);
  });

  test('forgetting a connected instance makes it gone, then forgotten; an offline one only forgotten', async () => {
    const online = await inside.pair('alpha');
    const offline = await inside.pair('beta');
    offline.peer.socket.close();
    await offline.peer.closed;
    await expect.poll(() => inside.browsers.isOnline(offline.id)).toBe(false);
    const { news } = record();
    inside.browsers.forget(online.id);
    inside.browsers.forget(offline.id);
    await online.peer.closed;
    expect(news).toEqual([
      ['gone', online.id],
      ['forgotten', online.id],
      ['forgotten', offline.id],
    ]);
  });

  test('nothing is heard of an instance after it was forgotten, whatever was on its way', async () => {
    const { id, peer } = await inside.pair('alpha');
    const { news } = record();
    peer.send({ method: 'debugger.tabRemoved', params: { tabId: 1 } });
    inside.browsers.forget(id);
    await peer.closed;
    expect(news).toEqual([
      ['gone', id],
      ['forgotten', id],
    ]);
  });

  test('a subscriber that throws harms nobody', async () => {
    const { id, peer } = await inside.pair('alpha');
    inside.browsers.onNotification(() => {
      throw new Error('mine');
    });
    const { news } = record();
    peer.send({ method: 'debugger.tabRemoved', params: { tabId: 1 } });
    expect(await peer.drain()).toEqual([]);
    expect(news).toEqual([[id, { name: 'debugger.tabRemoved', params: { tabId: 1 } }]]);
    expect(inside.failures).toEqual([new Error('mine')]);
  });
});

test('shortly after the start a call waits for its instance', async () => {
  const fresh = await startInside();
  const { id, peer, key } = await fresh.pair('alpha');
  peer.socket.close();
  await peer.closed;
  await expect.poll(() => fresh.browsers.isOnline(id)).toBe(false);
  const call = fresh.browsers.call(id, 'debugger.userAgent', {});
  const back = fresh.connect();
  back.serve(() => ({ userAgent: 'Chrome' }));
  await back.resume(key, { instanceId: id, name: 'alpha', methods: ['debugger.userAgent'] });
  expect(await call).toEqual({ userAgent: 'Chrome' });
  await fresh.dispose();
});
