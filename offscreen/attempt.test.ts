import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { importSessionKey } from '../protocol/handshake.ts';
import { MAX_FRAME_BYTES } from '../protocol/limits.ts';
import { Attempt, type AttemptEnd, type Credential, type Welcome } from './attempt.ts';
import { FakeClock } from './fixtures/clock.fixture.ts';
import { FakeDaemon } from './fixtures/daemon.fixture.ts';
import { Inbox } from './fixtures/inbox.fixture.ts';
import { FakeNetwork, type FakeSocket } from './fixtures/network.fixture.ts';

const INSTANCE_ID = '3f2a9c0e5b7d41e8a6f0c2d4e6f80a1b';
const NONCE = 'aa112233445566778899aabbccddeeff00112233445566778899aabbccddee00';
const PEER = { name: 'desk', product: 'Chrome', productVersion: '129', extensionVersion: '0.1.0' };

let clock: FakeClock;
let network: FakeNetwork;
let daemon: FakeDaemon;
let ends: Inbox<AttemptEnd>;
let welcomes: Inbox<Welcome>;
let frames: Inbox<unknown>;
let onAccepted: () => Promise<void>;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  clock = new FakeClock();
  network = new FakeNetwork();
  daemon = new FakeDaemon();
  ends = new Inbox();
  welcomes = new Inbox();
  frames = new Inbox();
  onAccepted = async () => undefined;
});

async function sessionCredential(): Promise<Credential> {
  const raw = randomBytes(32);
  daemon.keys.set(INSTANCE_ID, raw);
  return { mode: 'session', key: await importSessionKey(new Uint8Array(raw)) };
}

function attemptWith(credential: Credential): Attempt {
  return new Attempt(
    { clock, openSocket: network.openSocket, methods: async () => ['tabs.list'] },
    { url: 'ws://127.0.0.1:8643/', instanceId: INSTANCE_ID, credential, peer: PEER },
    {
      accepted: (welcome) => {
        welcomes.push(welcome);
        return onAccepted();
      },
      frame: (frame) => frames.push(frame),
      ended: (end) => ends.push(end),
    },
  );
}

/** An attempt whose socket is open. */
async function opened(credential?: Credential) {
  const attempt = attemptWith(credential ?? (await sessionCredential()));
  return { attempt, socket: await network.nextOpen() };
}

/** An attempt that the daemon accepted. */
async function connected() {
  const { attempt, socket } = await opened();
  await daemon.accept(socket);
  await welcomes.next();
  return { attempt, socket };
}

async function expectClosed(socket: FakeSocket, end: AttemptEnd) {
  expect(await ends.next()).toBe(end);
  expect(await socket.closedByPage()).toBe(1000);
}

describe('the handshake', () => {
  it('is carried through frame by frame, though all frames come at once', async () => {
    const { socket } = await opened();
    const answered = await daemon.challenge(socket);
    socket.receive({ method: '$session.authenticated', params: daemon.proof(answered) });
    socket.receive({ method: '$session.hello', params: { daemonVersion: '9.8.7' } });
    const capabilities = await socket.sent.next();
    expect(capabilities).toEqual({
      jsonrpc: '2.0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: '$session.capabilities',
      params: { schemaVersion: '1.0.0', methods: ['tabs.list'], peer: PEER },
    });
    socket.receive({ id: capabilities.id, result: {} });
    socket.receive({ id: '7', method: 'tabs.list', params: { input: {} } });
    expect(await welcomes.next()).toEqual({
      daemonVersion: '9.8.7',
      methods: ['tabs.list'],
      newKey: undefined,
    });
    expect(await frames.next()).toMatchObject({ kind: 'request', id: '7' });
  });

  it('takes a fresh nonce for each attempt', async () => {
    const first = await daemon.challenge((await opened()).socket);
    const second = await daemon.challenge((await opened()).socket);
    expect(first.nonceE).toMatch(/^[0-9a-f]{64}$/);
    expect(second.nonceE).not.toBe(first.nonceE);
  });

  it('delivers a new key when pairing: one that signs and cannot be read', async () => {
    const { socket } = await opened({ mode: 'pairing', code: daemon.code });
    await daemon.accept(socket);
    const { newKey } = await welcomes.next();
    expect(newKey).toMatchObject({ extractable: false, algorithm: { name: 'HMAC' } });
    if (newKey === undefined) throw new Error('No key');
    await daemon.challenge((await opened({ mode: 'session', key: newKey })).socket);
  });

  it('handles no frame before what follows from the acceptance is done', async () => {
    let finish = () => {};
    onAccepted = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const { socket } = await connected();
    socket.receive({ id: '7', method: 'tabs.list', params: { input: {} } });
    socket.drop(1001);
    await new Promise((resolve) => setImmediate(resolve));
    expect(frames.all).toEqual([]);
    expect(ends.all).toEqual([]);
    finish();
    expect(await frames.next()).toMatchObject({ id: '7' });
    expect(await ends.next()).toBe('closed');
  });
});

describe('a violation of the protocol closes the connection', () => {
  it.each([
    ['text that is no JSON', 'hello'],
    ['a batch', '[]'],
    ['another version', '{"jsonrpc":"1.0","method":"x"}'],
    ['an unknown member', '{"jsonrpc":"2.0","method":"x","extra":1}'],
    ['an empty id', '{"jsonrpc":"2.0","id":"","method":"x"}'],
    ['a notification', { method: '$session.authenticate', params: { nonceD: NONCE } }],
    ['another method', { id: '1', method: '$session.hello', params: { nonceD: NONCE } }],
    ['no nonce', { id: '1', method: '$session.authenticate', params: {} }],
    [
      'a nonce in capitals',
      { id: '1', method: '$session.authenticate', params: { nonceD: NONCE.toUpperCase() } },
    ],
    ['a short nonce', { id: '1', method: '$session.authenticate', params: { nonceD: NONCE.slice(2) } }],
    ['a response', { id: '1', result: {} }],
  ])('instead of the challenge: %s', async (_what, message) => {
    const { socket } = await opened();
    socket.receive(message);
    await expectClosed(socket, 'closed');
    expect(socket.sent.all).toEqual([]);
  });

  it('instead of the challenge: a binary frame', async () => {
    const { socket } = await opened();
    socket.receiveBinary();
    await expectClosed(socket, 'closed');
  });

  it('instead of the challenge: a frame that is too large', async () => {
    const { socket } = await opened();
    const params = { nonceD: NONCE, filler: 'x'.repeat(MAX_FRAME_BYTES) };
    socket.receive({ id: '1', method: '$session.authenticate', params });
    await expectClosed(socket, 'closed');
  });

  it.each([
    ['with an id', (params: object) => ({ id: '1', method: '$session.authenticated', params })],
    ['of another name', (params: object) => ({ method: '$session.hello', params })],
    ['without a MAC', () => ({ method: '$session.authenticated', params: {} })],
  ])('a proof %s', async (_what, message) => {
    const { socket } = await opened();
    socket.receive(message(daemon.proof(await daemon.challenge(socket))));
    await expectClosed(socket, 'closed');
  });

  it.each([
    ['no key', () => ({})],
    ['a key without iv', (key: object) => ({ key: { ...key, iv: undefined } })],
    ['a key that was tampered with', (key: object) => ({ key: { ...key, ciphertext: 'AAAA' } })],
    ['a key that is no base64', (key: object) => ({ key: { ...key, ciphertext: '§' } })],
  ])('a pairing that delivers %s', async (_what, change) => {
    const { socket } = await opened({ mode: 'pairing', code: daemon.code });
    const proof = daemon.proof(await daemon.challenge(socket));
    const key = 'key' in proof ? proof.key : {};
    socket.receive({ method: '$session.authenticated', params: { hmac: proof.hmac, ...change(key) } });
    await expectClosed(socket, 'closed');
  });

  it('a pairing that delivers a key of another length', async () => {
    const { socket } = await opened({ mode: 'pairing', code: daemon.code });
    const proof = daemon.proof(await daemon.challenge(socket), randomBytes(16));
    socket.receive({ method: '$session.authenticated', params: proof });
    await expectClosed(socket, 'closed');
  });

  it.each([
    ['with an id', { id: '1', method: '$session.hello', params: { daemonVersion: '1' } }],
    ['without a version', { method: '$session.hello', params: {} }],
    ['that is something else', { method: '$session.shutdown' }],
  ])('a hello %s', async (_what, message) => {
    const { socket } = await opened();
    const params = daemon.proof(await daemon.challenge(socket));
    socket.receive({ method: '$session.authenticated', params });
    socket.receive(message);
    await expectClosed(socket, 'closed');
  });

  it.each([
    ['a reply to something else', { id: 'other', result: {} }],
    ['a call', { id: '1', method: 'tabs.list', params: { input: {} } }],
    ['a notification', { method: '$session.shutdown' }],
  ])('%s instead of the reply to the capabilities', async (_what, message) => {
    const { socket } = await opened();
    await daemon.greet(socket);
    socket.receive(message);
    await expectClosed(socket, 'closed');
    expect(welcomes.all).toEqual([]);
  });
});

describe('a daemon that cannot prove itself is refused', () => {
  it.each([
    ['another MAC', 'a'.repeat(64)],
    ['a short MAC', 'aa'],
    ['no hexadecimal text', 'z'.repeat(64)],
    ['nothing', ''],
  ])('with %s', async (_what, hmac) => {
    const { socket } = await opened();
    await daemon.challenge(socket);
    socket.receive({ method: '$session.authenticated', params: { hmac } });
    await expectClosed(socket, 'refused');
  });
});

describe('time', () => {
  it('for the proof runs from the opening of the socket', async () => {
    attemptWith(await sessionCredential());
    const socket = await network.sockets.next();
    clock.advance(4_999);
    socket.open();
    clock.advance(4_999);
    await daemon.challenge(socket);
    expect(ends.all).toEqual([]);
    clock.advance(1);
    await expectClosed(socket, 'closed');
  });

  it('for the opening is limited too', async () => {
    attemptWith(await sessionCredential());
    const socket = await network.sockets.next();
    clock.advance(5_000);
    await expectClosed(socket, 'unreachable');
  });

  it('is not short for a daemon that has proven itself, but limited', async () => {
    const { socket } = await opened();
    await daemon.greet(socket);
    clock.advance(29_999);
    expect(ends.all).toEqual([]);
    clock.advance(1);
    await expectClosed(socket, 'closed');
  });

  it('is not limited any more once the daemon accepted', async () => {
    const { socket } = await connected();
    clock.advance(3_600_000);
    expect(socket.isClosed).toBe(false);
  });
});

describe('the frame limit on what comes in', () => {
  const requestOf = (bytes: number, kind: 'request' | 'notification' = 'request') => {
    const head = `{"jsonrpc":"2.0",${kind === 'request' ? '"id":"7",' : ''}"method":"tabs.open","params":{"x":"`;
    return `${head}${'x'.repeat(bytes - head.length - 3)}"}}`;
  };

  it('lets a frame of exactly 4 MiB pass', async () => {
    const { socket } = await connected();
    socket.receive(requestOf(MAX_FRAME_BYTES));
    expect(await frames.next()).toMatchObject({ id: '7' });
  });

  it('answers a larger request without dispatching it', async () => {
    const { socket } = await connected();
    socket.receive(requestOf(MAX_FRAME_BYTES + 1));
    const reply = await socket.sent.next();
    expect(reply).toMatchObject({ id: '7', error: { code: -32000, data: { code: 'PAYLOAD_TOO_LARGE' } } });
    expect(frames.all).toEqual([]);
    expect(socket.isClosed).toBe(false);
  });

  it('closes for anything else that is larger', async () => {
    const { socket } = await connected();
    socket.receive(requestOf(MAX_FRAME_BYTES + 1, 'notification'));
    await expectClosed(socket, 'closed');
  });
});

describe('the end', () => {
  it('is reported as unreachable when the socket never opened', async () => {
    attemptWith(await sessionCredential());
    (await network.sockets.next()).drop(1006);
    expect(await ends.next()).toBe('unreachable');
  });

  it('is reported after the constructor when Chrome refuses the URL', async () => {
    network.blockedAttempts.add(1);
    attemptWith(await sessionCredential());
    expect(ends.all).toEqual([]);
    expect(await ends.next()).toBe('unreachable');
  });

  it('comes, once, when serving a frame throws', async () => {
    const { attempt, socket } = await connected();
    frames.push = () => {
      throw new Error('A mistake');
    };
    socket.receive({ method: '$session.shutdown' });
    socket.receive({ method: '$session.shutdown' });
    await expectClosed(socket, 'closed');
    attempt.close();
    expect(ends.all).toEqual(['closed']);
  });

  it('is not reported for an attempt that was abandoned during its cryptography', async () => {
    const { attempt, socket } = await opened();
    const signing = new Inbox<() => void>();
    vi.spyOn(crypto.subtle, 'sign').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => signing.push(resolve));
      return new ArrayBuffer(32);
    });
    socket.receive({ id: '1', method: '$session.authenticate', params: { nonceD: NONCE } });
    const finish = await signing.next();
    attempt.abandon();
    finish();
    await connected();
    expect(ends.all).toEqual([]);
    clock.advance(60_000);
    expect(ends.all).toEqual([]);
  });

  it('is not reported for an attempt that was abandoned', async () => {
    const { attempt, socket } = await connected();
    attempt.abandon();
    expect(await socket.closedByPage()).toBe(1000);
    attempt.send('{}');
    attempt.close();
    const other = await connected();
    other.socket.drop(1006);
    await ends.next();
    expect(ends.all).toEqual(['closed']);
    expect(socket.sent.unread).toEqual([]);
  });
});
