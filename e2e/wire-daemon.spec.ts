import { createDecipheriv, randomBytes } from 'node:crypto';
import type { Daemon } from './support/daemon.ts';
import { expect, test } from './support/test.ts';
import { hmac, type Message, nonce, pairingKey, Wire } from './support/wire.ts';

const peer = { name: 'by-hand', product: 'Hand', productVersion: '1', extensionVersion: '1' };

/** What an extension by hand knows after pairing. */
interface Paired {
  readonly instanceId: string;
  readonly sessionKey: Buffer;
}

async function enroll(daemon: Daemon): Promise<string> {
  const [code] = await daemon.run('connect').printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  return code.replace('-', '');
}

async function challenge(wire: Wire): Promise<{ id: string; nonceD: string }> {
  const { id, method, params } = await wire.next();
  expect(method).toBe('$session.authenticate');
  expect(params?.nonceD).toMatch(/^[0-9a-f]{64}$/);
  return { id: String(id), nonceD: String(params?.nonceD) };
}

async function capabilities(wire: Wire, name = peer.name): Promise<Message> {
  const hello = await wire.next();
  expect(hello).toMatchObject({ method: '$session.hello', params: { daemonVersion: expect.any(String) } });
  wire.send({
    id: 'c1',
    method: '$session.capabilities',
    params: { schemaVersion: '1.0.0', methods: ['tabs.list'], peer: { ...peer, name } },
  });
  return wire.next();
}

async function pair(daemon: Daemon, name = peer.name): Promise<Paired & { wire: Wire }> {
  const code = await enroll(daemon);
  const wire = await Wire.connect(daemon.address, { origin: 'chrome-extension://byhand' });
  const instanceId = randomBytes(16).toString('hex');
  const nonceE = nonce();
  const { id, nonceD } = await challenge(wire);
  const mac = hmac(pairingKey(code, 'mac'), 'sctl-browser-rpc-v1/pair-ext', instanceId, nonceD, nonceE);
  wire.send({ id, result: { mode: 'pairing', nonceE, hmac: mac, peer: { kind: 'browser', instanceId } } });
  const proof = await wire.next();
  expect(proof.method).toBe('$session.authenticated');
  expect(proof.params?.hmac).toBe(
    hmac(pairingKey(code, 'mac'), 'sctl-browser-rpc-v1/pair-daemon', instanceId, nonceE, nonceD),
  );
  const key = proof.params?.key as { ciphertext: string; iv: string };
  const ciphertext = Buffer.from(key.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', pairingKey(code, 'enc'), Buffer.from(key.iv, 'base64'));
  decipher.setAuthTag(ciphertext.subarray(-16));
  const sessionKey = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  expect(sessionKey).toHaveLength(32);
  expect(await capabilities(wire, name)).toEqual({ jsonrpc: '2.0', id: 'c1', result: {} });
  return { wire, instanceId, sessionKey };
}

/** Answers the challenge of a fresh connection with the session key, changed by `alter` on its way. */
async function authenticate(
  daemon: Daemon,
  { instanceId, sessionKey }: Paired,
  alter: (answer: Record<string, unknown>) => Record<string, unknown> = (answer) => answer,
): Promise<{ wire: Wire; nonceE: string; nonceD: string; answer: Record<string, unknown> }> {
  const wire = await Wire.connect(daemon.address);
  const nonceE = nonce();
  const { id, nonceD } = await challenge(wire);
  const answer = alter({
    mode: 'session',
    nonceE,
    hmac: hmac(sessionKey, 'sctl-browser-rpc-v1/ext', instanceId, nonceD, nonceE),
    peer: { kind: 'browser', instanceId },
  });
  wire.send({ id, result: answer });
  return { wire, nonceE, nonceD, answer };
}

test('the daemon pairs, then serves the same instance by its key', async ({ daemon }) => {
  const { wire: first, ...paired } = await pair(daemon);
  first.close(1000);
  await first.closed;
  const { wire, nonceE, nonceD } = await authenticate(daemon, paired);
  const proof = await wire.next();
  expect(proof.params).toEqual({
    hmac: hmac(paired.sessionKey, 'sctl-browser-rpc-v1/daemon', paired.instanceId, nonceE, nonceD),
  });
  expect(await capabilities(wire)).toMatchObject({ result: {} });

  const listing = daemon.json('tabs', 'list');
  const call = await wire.next();
  expect(call).toMatchObject({ method: 'tabs.list', params: { input: {}, clientId: expect.any(String) } });
  wire.send({ id: call.id, result: { tabs: [], contentTrust: 'untrusted-page-content' } });
  expect(await listing).toEqual({ tabs: [], contentTrust: 'untrusted-page-content' });
});

test('a handshake that is not right ends with 1008 and no reason', async ({ daemon }) => {
  const { wire: live, answer: recorded, ...paired } = await pairAndRecord(daemon);
  const attempts: Record<string, (answer: Record<string, unknown>) => Record<string, unknown>> = {
    'a wrong MAC': (answer) => ({ ...answer, hmac: '0'.repeat(64) }),
    'a MAC that is none': (answer) => ({ ...answer, hmac: 'nonsense' }),
    'an answer recorded before': () => recorded,
    'another instance': (answer) => ({ ...answer, peer: { kind: 'browser', instanceId: 'f'.repeat(32) } }),
    'an unknown kind': (answer) => ({ ...answer, peer: { kind: 'robot', instanceId: paired.instanceId } }),
    'a malformed instance': (answer) => ({
      ...answer,
      peer: { kind: 'browser', instanceId: 'F'.repeat(32) },
    }),
    'another mode': (answer) => ({ ...answer, mode: 'trust-me' }),
    'no peer, as ScriptCat': ({ peer: _, ...answer }) => answer,
    'a malformed nonce': (answer) => ({ ...answer, nonceE: 'abc' }),
  };
  for (const [what, alter] of Object.entries(attempts)) {
    const { wire } = await authenticate(daemon, paired, alter);
    expect(await wire.closed, what).toEqual({ code: 1008, reason: '' });
  }
  const { wire: oversized } = await authenticate(daemon, paired, (answer) => ({
    ...answer,
    nonceE: 'f'.repeat(4_194_304),
  }));
  expect((await oversized.closed).code).toBe(1009);
  // None of them touched the connection that was live.
  const listing = daemon.json('tabs', 'list');
  const call = await live.next();
  live.send({ id: call.id, result: { tabs: [], contentTrust: 'untrusted-page-content' } });
  await listing;
  expect((await daemon.sctl('status')).stdout).toMatch(/handshake\.failed/);
});

async function pairAndRecord(daemon: Daemon) {
  const { wire: first, ...paired } = await pair(daemon);
  first.close(1000);
  await first.closed;
  const { wire, answer } = await authenticate(daemon, paired);
  expect((await wire.next()).method).toBe('$session.authenticated');
  expect(await capabilities(wire)).toMatchObject({ result: {} });
  return { wire, answer, ...paired };
}

test('frames that are no protocol end the connection and nothing else', async ({ daemon }) => {
  const frames: Record<string, string> = {
    'no JSON': '{',
    'a batch': '[]',
    'a numeric id': '{"jsonrpc":"2.0","id":1,"method":"$session.ping","params":{}}',
    'an unknown method': '{"jsonrpc":"2.0","id":"1","method":"tabs.explode","params":{"input":{}}}',
    'an unknown notification': '{"jsonrpc":"2.0","method":"tabs.exploded","params":{}}',
    'a notification that fails its schema':
      '{"jsonrpc":"2.0","method":"debugger.tabRemoved","params":{"tabId":-1}}',
    'a frame over the limit': `{"jsonrpc":"2.0","method":"${'x'.repeat(4_194_304)}"}`,
  };
  const { wire: first, ...paired } = await pair(daemon);
  first.close(1000);
  for (const [what, frame] of Object.entries(frames)) {
    const { wire } = await authenticate(daemon, paired);
    expect((await wire.next()).method).toBe('$session.authenticated');
    expect(await capabilities(wire)).toMatchObject({ result: {} });
    wire.send(frame);
    expect([1000, 1009], what).toContain((await wire.closed).code);
  }
  expect((await daemon.sctl('status')).code).toBe(0);
});

test('a name that is taken is refused with CONFLICT and leaves nothing behind', async ({ daemon }) => {
  await pair(daemon, 'only-one');
  await expect(pair(daemon, 'only-one')).rejects.toThrow(/CONFLICT/);
  const { browsers } = await daemon.json<{ browsers: unknown[] }>('browsers');
  expect(browsers).toHaveLength(1);
});

test('only extensions and programs without an origin may open a connection', async ({ daemon }) => {
  for (const origin of ['https://example.com', 'http://127.0.0.1:8643', 'null', 'file://', 'devtools://x']) {
    await expect(Wire.connect(daemon.address, { origin }), origin).rejects.toThrow('403');
  }
  for (const origin of ['chrome-extension://a', 'moz-extension://b', 'safari-web-extension://c']) {
    (await Wire.connect(daemon.address, { origin })).cut();
  }
});
