import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HandPeer, proofs, randomId, randomNonce } from '../testing/handPeer.ts';
import { TestDaemon } from '../testing/testDaemon.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.dispose());

const REJECTED = { code: 1008, reason: '' };

/** Pairs ScriptCat and leaves it connected. */
async function pairScriptCat() {
  const peer = daemon.connect();
  return { peer, key: await peer.pair(await daemon.enrol(), { methods: ['scripts.list'] }) };
}

describe.each([
  { kind: 'a browser', identity: { instanceId: randomId(), name: 'chrome-a', methods: ['tabs.list'] } },
  { kind: 'ScriptCat', identity: { methods: ['scripts.list'] } },
])('the handshake of $kind', ({ identity }) => {
  test('by code: the daemon proves itself, delivers a key and says hello', async () => {
    const code = await daemon.enrol();
    const peer = daemon.connect();
    const { daemonHmac } = await peer.authenticate('pairing', code, identity.instanceId);
    const authenticated = await peer.next();
    expect(authenticated.method).toBe('$session.authenticated');
    expect(authenticated.params?.hmac).toBe(daemonHmac);
    expect(authenticated.params?.key).toEqual({ ciphertext: expect.any(String), iv: expect.any(String) });
    expect(await peer.next()).toMatchObject({ method: '$session.hello', params: { daemonVersion: '9.9.9' } });
    expect((await peer.declare(identity)).result).toEqual({});
  });

  test('by key: the daemon proves itself with the delivered key and sends no key', async () => {
    const key = await daemon.connect().pair(await daemon.enrol(), identity);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const peer = daemon.connect();
    const { daemonHmac } = await peer.authenticate('session', key, identity.instanceId);
    expect((await peer.next()).params).toEqual({ hmac: daemonHmac });
    await peer.next();
    expect((await peer.declare(identity)).result).toEqual({});
  });

  test('by key, after a restart of the daemon', async () => {
    const key = await daemon.connect().pair(await daemon.enrol(), identity);
    await daemon.stop();
    const again = await TestDaemon.start({ dataDir: daemon.dataDir });
    expect((await again.connect().resume(key, identity)).result).toEqual({});
    await again.dispose();
  });

  test('by a wrong key: closed without a word, and audited', async () => {
    await daemon.connect().pair(await daemon.enrol(), identity);
    const peer = daemon.connect();
    await peer.authenticate('session', randomNonce(), identity.instanceId);
    expect(await peer.closed).toEqual(REJECTED);
    const client = identity.instanceId === undefined ? 'scriptcat' : `browser:${identity.instanceId}`;
    expect((await daemon.events()).at(-1)).toEqual({
      type: 'handshake.failed',
      client,
      reason: 'hmac_mismatch',
    });
  });

  test('by a replayed proof: the nonce of the new connection is another', async () => {
    const key = await daemon.connect().pair(await daemon.enrol(), identity);
    const first = daemon.connect();
    const { nonceD, nonceE } = await first.authenticate('session', key, identity.instanceId);
    const { extension } = proofs('session', key, identity.instanceId, nonceD, nonceE);
    const replay = daemon.connect();
    await replay.authenticate('session', key, identity.instanceId, { nonceE, hmac: extension });
    expect(await replay.closed).toEqual(REJECTED);
  });

  test('of a peer that was never paired', async () => {
    const peer = daemon.connect();
    await peer.authenticate('session', randomNonce(), identity.instanceId);
    expect(await peer.closed).toEqual(REJECTED);
    expect((await daemon.events()).at(-1)).toMatchObject({ reason: 'unknown_instance' });
  });
});

test('every connection is challenged with a nonce of its own', async () => {
  const nonces = await Promise.all([1, 2, 3].map(async () => (await daemon.connect().next()).params?.nonceD));
  expect(new Set(nonces).size).toBe(3);
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{64}$/);
});

describe('a proof does not carry over', () => {
  test('from one instance to another', async () => {
    const { id } = await daemon.pairBrowser('chrome-a');
    const { key } = await daemon.pairBrowser('chrome-b');
    const peer = daemon.connect();
    await peer.authenticate('session', key, id);
    expect(await peer.closed).toEqual(REJECTED);
  });

  test('from ScriptCat to a browser', async () => {
    const { id } = await daemon.pairBrowser('chrome-a');
    const { key } = await pairScriptCat();
    const peer = daemon.connect();
    await peer.authenticate('session', key, undefined, { peer: { kind: 'browser', instanceId: id } });
    expect(await peer.closed).toEqual(REJECTED);
  });
});

describe('an answer to the challenge that is none', () => {
  const right = { mode: 'session', nonceE: randomNonce(), hmac: randomNonce() };
  const browser = { kind: 'browser', instanceId: randomId() };
  const result = (changes: object) => (peer: HandPeer, id: string | undefined) =>
    peer.respond(id, { ...right, peer: browser, ...changes });
  const cases: [string, (peer: HandPeer, id: string | undefined) => void][] = [
    ['text that is no JSON', (peer) => peer.socket.send('hello')],
    ['a batch', (peer, id) => peer.socket.send(JSON.stringify([{ jsonrpc: '2.0', id, result: right }]))],
    ['an answer to another request', (peer) => peer.respond('other', right)],
    ['a refusal', (peer, id) => peer.fail(id, 'INTERNAL_ERROR')],
    ['a ping', (peer) => peer.send({ id: '1', method: '$session.ping', params: {} })],
    ['capabilities before any proof', (peer) => peer.send({ id: '1', method: '$session.capabilities' })],
    ['a mode of its own', result({ mode: 'trust-me' })],
    ['a nonce in capitals', result({ nonceE: right.nonceE.toUpperCase().replace(/^./, 'A') })],
    ['a short nonce', result({ nonceE: 'ab' })],
    ['no MAC', result({ hmac: undefined })],
    ['a peer of an unknown kind', result({ peer: { ...browser, kind: 'toaster' } })],
    ['a peer that is null', result({ peer: null })],
    ['a malformed instance ID', result({ peer: { ...browser, instanceId: 'ABC' } })],
    ['no instance ID', result({ peer: { kind: 'browser' } })],
  ];

  test.each(cases)('%s', async (_name, answer) => {
    const peer = daemon.connect();
    const { id } = await peer.next();
    answer(peer, id);
    expect(await peer.closed).toEqual(REJECTED);
    expect(await daemon.events()).toEqual([{ type: 'handshake.failed', reason: 'protocol_violation' }]);
  });

  test('a MAC that is no hexadecimal text is just a wrong one', async () => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    const peer = daemon.connect();
    await peer.authenticate('session', key, id, { hmac: 'ü'.repeat(64) });
    expect(await peer.closed).toEqual(REJECTED);
    expect((await daemon.events()).at(-1)).toMatchObject({ reason: 'hmac_mismatch' });
  });

  test('a right answer in a binary message', async () => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    const peer = daemon.connect();
    const { id: request, params } = await peer.next();
    const { extension } = proofs('session', key, id, String(params?.nonceD), right.nonceE);
    const result = { ...right, hmac: extension, peer: { kind: 'browser', instanceId: id } };
    peer.socket.send(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: request, result })));
    expect(await peer.closed).toEqual(REJECTED);
  });

  test('an oversized message', async () => {
    const peer = daemon.connect();
    const { id } = await peer.next();
    peer.respond(id, { ...right, mode: 'x'.repeat(4_194_304) });
    expect((await peer.closed).code).toBe(1009);
    expect(await daemon.events()).toEqual([{ type: 'handshake.failed', reason: 'protocol_violation' }]);
  });
});

describe('time', () => {
  test('a peer that does not answer is closed after five seconds', async () => {
    const peer = daemon.connect();
    await peer.next();
    daemon.clock.advance(4_999);
    expect(peer.socket.readyState).toBe(peer.socket.OPEN);
    daemon.clock.advance(1);
    expect(await peer.closed).toEqual(REJECTED);
    expect(await daemon.events()).toEqual([{ type: 'handshake.failed', reason: 'timeout' }]);
  });

  test('the capabilities have five seconds of their own', async () => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    const peer = daemon.connect();
    await peer.authenticate('session', key, id);
    await peer.next();
    await peer.next();
    daemon.clock.advance(5_000);
    expect(await peer.closed).toEqual({ code: 1002, reason: 'invalid capabilities' });
    expect((await daemon.events()).at(-1)).toEqual({
      type: 'handshake.failed',
      client: `browser:${id}`,
      reason: 'timeout',
    });
  });

  test('a peer that leaves again is no event', async () => {
    const peer = daemon.connect();
    await peer.next();
    peer.socket.close();
    await peer.closed;
    expect(await daemon.events()).toEqual([]);
  });
});

describe('capabilities', () => {
  const good = {
    schemaVersion: '1.0.0',
    methods: ['tabs.list'],
    peer: { name: 'chrome-x', product: 'Chrome', productVersion: '', extensionVersion: '1' },
  };
  const request = (params: object) => ({ id: 'c', method: '$session.capabilities', params });
  const withPeer = (changes: object) => request({ ...good, peer: { ...good.peer, ...changes } });

  async function proven() {
    const id = randomId();
    const peer = daemon.connect();
    await peer.authenticate('pairing', await daemon.enrol(), id);
    await peer.next();
    await peer.next();
    return peer;
  }

  test.each([
    ['as a notification', { method: '$session.capabilities', params: good }],
    ['another request in their place', { id: '1', method: '$session.ping', params: {} }],
    ['another schema version', request({ ...good, schemaVersion: '2.0.0' })],
    ['methods that are no texts', request({ ...good, methods: [1] })],
    ['no methods', request({ ...good, methods: undefined })],
    ['no peer', request({ ...good, peer: undefined })],
    ['a name in capitals', withPeer({ name: 'Chrome' })],
    ['a name of 33 characters', withPeer({ name: 'a'.repeat(33) })],
    ['a product of 65 bytes', withPeer({ product: 'a'.repeat(65) })],
    ['a product of 66 bytes in 33 characters', withPeer({ product: 'é'.repeat(33) })],
    ['a version that moves the cursor', withPeer({ productVersion: '\u001b[2J' })],
  ])('%s: closed as invalid, and nothing is stored', async (_name, message) => {
    const peer = await proven();
    peer.send(message);
    expect(await peer.closed).toEqual({ code: 1002, reason: 'invalid capabilities' });
    expect(await daemon.control('/control/browsers')).toEqual({ ok: true, result: { browsers: [] } });
  });

  test('with every detail at its limit', async () => {
    const peer = await proven();
    const details = { product: 'é'.repeat(32), productVersion: '', extensionVersion: 'v'.repeat(64) };
    peer.send(withPeer({ ...details, name: 'a'.repeat(32) }));
    expect(await peer.next()).toMatchObject({ id: 'c', result: {} });
    expect(await daemon.control('/control/browsers')).toMatchObject({
      result: {
        browsers: [{ name: 'a'.repeat(32), product: details.product, extensionVersion: 'v'.repeat(64) }],
      },
    });
  });

  test('sent before the daemon asked for them are read when their turn comes', async () => {
    const code = await daemon.enrol();
    const peer = daemon.connect();
    await peer.authenticate('pairing', code, randomId());
    peer.send(request(good));
    expect((await peer.next()).method).toBe('$session.authenticated');
    expect((await peer.next()).method).toBe('$session.hello');
    expect((await peer.next()).result).toEqual({});
  });
});

describe('names', () => {
  const browsers = async () => (await daemon.control('/control/browsers')) as object;

  test('a first pairing under a taken name is refused with CONFLICT and leaves nothing', async () => {
    await daemon.pairBrowser('chrome-a');
    const newcomer = daemon.connect();
    await newcomer.authenticate('pairing', await daemon.enrol(), randomId());
    await newcomer.next();
    await newcomer.next();
    const { error } = await newcomer.declare({ instanceId: randomId(), name: 'chrome-a' });
    expect(error).toMatchObject({ code: -32_000, data: { code: 'CONFLICT' } });
    expect(error?.message).toContain('chrome-a');
    expect((await newcomer.closed).code).toBe(1000);
    expect(await browsers()).toMatchObject({ result: { browsers: [{ name: 'chrome-a' }] } });
    expect((await daemon.events()).at(-1)).toMatchObject({ reason: 'name_taken' });
  });

  test('a rename to the name of an offline instance is refused, and the old name stays', async () => {
    const away = await daemon.pairBrowser('chrome-a');
    away.peer.socket.close();
    const renamed = await daemon.pairBrowser('chrome-b');
    const peer = daemon.connect();
    const { error } = await peer.resume(renamed.key, { instanceId: renamed.id, name: 'chrome-a' });
    expect(error?.data?.code).toBe('CONFLICT');
    expect(await browsers()).toMatchObject({
      result: {
        browsers: [
          { id: away.id, name: 'chrome-a' },
          { id: renamed.id, name: 'chrome-b' },
        ],
      },
    });
  });

  test('a rename to a free name takes effect, and frees the old one', async () => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    await daemon.connect().resume(key, { instanceId: id, name: 'work' });
    const other = await daemon.pairBrowser('chrome-a');
    expect(await browsers()).toMatchObject({
      result: {
        browsers: [
          { id: other.id, name: 'chrome-a' },
          { id, name: 'work' },
        ],
      },
    });
  });
});

describe('a new connection of a peer that is connected', () => {
  test('replaces the browser session, which is told so', async () => {
    const { peer: old, id, key } = await daemon.pairBrowser('chrome-a');
    const peer = daemon.connect();
    await peer.resume(key, { instanceId: id, name: 'chrome-a', methods: ['tabs.open'] });
    expect(await old.closed).toEqual({ code: 1000, reason: 'replaced by new connection' });
    peer.serve(() => ({ tabId: 2 }));
    expect(await daemon.call('tabs.open', { url: 'x:' })).toEqual({ ok: true, result: { tabId: 2 } });
  });

  test('replaces ScriptCat', async () => {
    const { peer: old, key } = await pairScriptCat();
    await daemon.connect().resume(key, { methods: [] });
    expect(await old.closed).toEqual({ code: 1000, reason: 'replaced by new connection' });
  });

  test('does not wait for a peer that no longer answers', async () => {
    const { peer: dead, id, key } = await daemon.pairBrowser('chrome-a');
    dead.socket.pause();
    const { result } = await daemon.connect().resume(key, { instanceId: id, name: 'chrome-a' });
    expect(result).toEqual({});
  });

  test('voids what the old one was asked', async () => {
    const { peer: old, id, key } = await daemon.pairBrowser('chrome-a');
    const call = daemon.call('tabs.open', { url: 'x:' });
    await old.next();
    await daemon.connect().resume(key, { instanceId: id, name: 'chrome-a' });
    expect(await call).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
  });
});

describe('an instance forgotten or paired anew in the middle of a handshake', () => {
  test.each(['forgotten', 'paired anew'])('%s', async (event) => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    const peer = daemon.connect();
    await peer.authenticate('session', key, id);
    await peer.next();
    await peer.next();
    if (event === 'forgotten') await daemon.control('/control/browsers/forget', { ref: 'chrome-a' });
    else await daemon.pairBrowser('chrome-a', { instanceId: id });
    peer.send({
      id: 'c',
      method: '$session.capabilities',
      params: { schemaVersion: '1.0.0', methods: [], peer: { name: 'chrome-a' } },
    });
    expect(await peer.closed).toEqual(REJECTED);
  });
});

test('ScriptCat paired anew in the middle of a handshake with its old key', async () => {
  const { key } = await pairScriptCat();
  const peer = daemon.connect();
  await peer.authenticate('session', key);
  await peer.next();
  await peer.next();
  const { peer: current } = await pairScriptCat();
  peer.send({
    id: 'c',
    method: '$session.capabilities',
    params: { schemaVersion: '1.0.0', methods: [] },
  });
  expect(await peer.closed).toEqual(REJECTED);
  expect(await current.drain()).toEqual([]);
});

describe('origins', () => {
  test.each([
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'open'],
    ['moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc', 'open'],
    ['safari-web-extension://2C127FA4-62C7-7E4F-90E5-472B45EECFDC', 'open'],
    ['https://example.com', 403],
    ['http://127.0.0.1:8643', 403],
    ['null', 403],
    ['file://', 403],
    ['chrome-extension.example.com', 403],
    ['https://chrome-extension://a', 403],
  ])('%s: %s', async (origin, outcome) => {
    expect(await daemon.connect({ origin }).opened()).toBe(outcome);
    const expected = outcome === 403 ? [{ type: 'origin.rejected', reason: origin }] : [];
    expect(await daemon.events()).toEqual(expected);
  });

  test('none at all is welcome', async () => {
    expect(await daemon.connect({}).opened()).toBe('open');
  });

  test.each(['/control/call', '/cdp/x/devtools/browser/y', '/other'])(
    'there is no socket at %s',
    async (path) => {
      expect(await daemon.connect({}, path).opened()).toBe(404);
    },
  );
});
