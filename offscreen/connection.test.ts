import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFixture, DEFAULT_NAME, INSTANCE_ID, METHODS } from './fixtures/connection.fixture.ts';
import { Inbox } from './fixtures/inbox.fixture.ts';

let fixture: ConnectionFixture;

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fixture = new ConnectionFixture();
});

describe('starting', () => {
  it('opens no socket without a pairing', async () => {
    const connection = await fixture.connection();
    connection.start();
    fixture.clock.advance(3_600_000);
    expect(connection.state).toEqual({
      instanceId: INSTANCE_ID,
      name: DEFAULT_NAME,
      address: '127.0.0.1:8643',
      status: 'unpaired',
    });
    expect(fixture.network.attempts).toBe(0);
  });

  it('connects at once with a pairing', async () => {
    const connection = await fixture.connection({ isPaired: true, name: 'desk' });
    connection.start();
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 0, retryAt: null });
    const { socket, capabilities } = await fixture.accept();
    expect(socket.url).toBe('ws://127.0.0.1:8643/');
    expect(capabilities.params).toEqual({
      schemaVersion: '1.0.0',
      methods: METHODS,
      peer: {
        name: 'desk',
        product: 'Chrome',
        productVersion: '129.0.6668.58',
        extensionVersion: '0.1.0',
      },
    });
    expect(connection.state).toMatchObject({
      status: 'connected',
      daemonVersion: '9.8.7',
      product: 'Chrome',
      productVersion: '129.0.6668.58',
      connectedAt: fixture.clock.now(),
    });
  });

  it('opens the socket only when the methods to declare are known', async () => {
    const asked = new Inbox<(methods: readonly string[]) => void>();
    fixture.methods = () => new Promise((resolve) => asked.push(resolve));
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const tell = await asked.next();
    expect(fixture.network.attempts).toBe(0);
    tell(['tabs.list']);
    const { capabilities } = await fixture.accept();
    expect(capabilities.params).toMatchObject({ methods: ['tabs.list'] });
  });

  it('retries when the methods cannot be had', async () => {
    fixture.methods = async () => {
      throw new Error('No worker');
    };
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1 });
    fixture.methods = async () => METHODS;
    fixture.clock.advance(1_000);
    await fixture.accept();
    expect(connection.state.status).toBe('connected');
  });
});

describe('reconnecting', () => {
  it('waits 1 s, twice as long each time, and 30 s at most', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      (await fixture.network.sockets.next()).drop(1006);
      const state = await fixture.untilRetry();
      expect(state.attempt).toBe(attempt);
      delays.push(state.retryAt - fixture.clock.now());
      fixture.clock.advance(state.retryAt - fixture.clock.now() - 1);
      expect(fixture.network.attempts).toBe(attempt);
      fixture.clock.advance(1);
      expect(connection.state).toMatchObject({ status: 'reconnecting', attempt, retryAt: null });
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('goes on when Chrome refuses the URL at attempts 2 and 5', async () => {
    fixture.network.blockedAttempts.add(2).add(5);
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    for (let attempt = 1; attempt <= 5; attempt++) {
      if (!fixture.network.blockedAttempts.has(attempt)) (await fixture.network.sockets.next()).drop(1006);
      const { retryAt } = await fixture.untilRetry();
      fixture.clock.advance(retryAt - fixture.clock.now());
    }
    await fixture.accept();
    expect(fixture.network.attempts).toBe(6);
    expect(connection.state.status).toBe('connected');
  });

  it('begins anew with 1 s after it was connected', async () => {
    const { socket, session } = await fixture.connected();
    socket.drop(1001);
    expect(await fixture.untilRetry()).toMatchObject({
      attempt: 1,
      retryAt: fixture.clock.now() + 1_000,
    });
    expect(session.isOver).toBe(true);
    fixture.clock.advance(1_000);
    const again = await fixture.accept();
    again.socket.drop(1006);
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1 });
  });

  it('retries a socket that never answers after the authentication time', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const socket = await fixture.network.sockets.next();
    fixture.clock.advance(5_000);
    expect(await socket.closedByPage()).toBe(1000);
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1 });
  });

  it('handles the frames that came before a close first', async () => {
    const { socket, session } = await fixture.connected();
    socket.receive({ id: '1', method: 'tabs.list', params: { input: {} } });
    socket.drop(1001);
    await fixture.untilRetry();
    expect(session.frames.all).toMatchObject([{ kind: 'request', id: '1', method: 'tabs.list' }]);
  });
});

describe('retrying now', () => {
  it('does not wait, and forgets the failures so far', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    (await fixture.network.sockets.next()).drop(1006);
    await fixture.untilRetry();
    connection.retryNow();
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 0, retryAt: null });
    (await fixture.network.sockets.next()).drop(1006);
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1 });
    expect(fixture.network.attempts).toBe(2);
    connection.retryNow();
    await fixture.accept();
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(3);
  });

  it('does nothing while an attempt is under way, connected or unpaired', async () => {
    const unpaired = await fixture.connection();
    unpaired.start();
    unpaired.retryNow();
    expect(unpaired.state.status).toBe('unpaired');
    const { connection } = await fixture.connected();
    connection.retryNow();
    expect(connection.state.status).toBe('connected');
    expect(fixture.network.attempts).toBe(1);
  });
});

describe('being rejected', () => {
  it('gives up when the daemon cannot prove itself', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const socket = await fixture.network.nextOpen();
    await fixture.daemon.challenge(socket);
    socket.receive({ method: '$session.authenticated', params: { hmac: 'a'.repeat(64) } });
    await fixture.until('rejected');
    expect(await socket.closedByPage()).toBe(1000);
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
  });

  it.each(['before', 'after'] as const)('gives up on a 1008 %s the challenge', async (when) => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const socket = await fixture.network.nextOpen();
    if (when === 'after') await fixture.daemon.challenge(socket);
    socket.drop(1008);
    await fixture.until('rejected');
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
  });

  it('gives up when another instance has its name', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    await fixture.daemon.refuseName(await fixture.network.nextOpen());
    await fixture.until('rejected');
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
  });

  it('tries again after a 1008 that ended a working connection, and then gives up', async () => {
    const { socket } = await fixture.connected();
    socket.drop(1008);
    await fixture.untilRetry();
    fixture.clock.advance(1_000);
    (await fixture.network.nextOpen()).drop(1008);
    await fixture.until('rejected');
    expect(fixture.network.attempts).toBe(2);
  });

  it('retries a refusal of the capabilities that is no conflict', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const socket = await fixture.network.nextOpen();
    const { capabilities } = await fixture.daemon.greet(socket);
    socket.receive({ id: capabilities.id, error: { code: -32602, message: 'No' } });
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1 });
    expect(await socket.closedByPage()).toBe(1000);
  });
});

describe('overlapping attempts', () => {
  it('ignores an older socket that opens, speaks and closes after the newer one is up', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const old = await fixture.network.sockets.next();
    await connection.setAddress('127.0.0.1:9000');
    const { session } = await fixture.accept();
    expect(await old.closedByPage()).toBe(1000);
    old.open();
    old.receive({ id: '1', method: '$session.authenticate', params: { nonceD: 'a'.repeat(64) } });
    old.drop(1008);
    session.transport.send('{"jsonrpc":"2.0","method":"x"}');
    expect(await fixture.network.sockets.all[1]?.sent.next()).toMatchObject({ method: 'x' });
    expect(old.sent.all).toEqual([]);
    expect(connection.state.status).toBe('connected');
    expect(session.isOver).toBe(false);
  });

  it('drops what an attempt comes to after it was replaced during its cryptography', async () => {
    const connection = await fixture.connection({ isPaired: true });
    connection.start();
    const old = await fixture.network.nextOpen();
    const signing = new Inbox<() => void>();
    vi.spyOn(crypto.subtle, 'sign').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => signing.push(resolve));
      return new ArrayBuffer(32);
    });
    old.receive({ id: '1', method: '$session.authenticate', params: { nonceD: 'a'.repeat(64) } });
    const finish = await signing.next();
    await connection.setAddress('127.0.0.1:9000');
    finish();
    await fixture.accept();
    expect(old.sent.all).toEqual([]);
    expect(connection.state).toMatchObject({ status: 'connected', address: '127.0.0.1:9000' });
  });
});

describe('forgetting', () => {
  it('closes, deletes the key, and keeps name and instance ID', async () => {
    const { connection, socket, session } = await fixture.connected({ name: 'desk' });
    await connection.forget();
    expect(await socket.closedByPage()).toBe(1000);
    expect(session.isOver).toBe(true);
    expect(connection.state).toMatchObject({ status: 'unpaired', name: 'desk', instanceId: INSTANCE_ID });
    expect([...fixture.values.values.keys()].sort()).toEqual(['instanceId', 'name']);
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
  });

  it('leaves nothing to connect with', async () => {
    const { connection } = await fixture.connected();
    await connection.forget();
    expect(await connection.setAddress('127.0.0.1:9000')).toBe('saved');
    expect(await connection.rename('lap')).toBe('not-connected');
    expect(connection.state.status).toBe('unpaired');
    expect(fixture.network.attempts).toBe(1);
  });

  it('stops a retry that was planned', async () => {
    const { connection, socket } = await fixture.connected();
    socket.drop(1006);
    await fixture.untilRetry();
    await connection.forget();
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
    expect(connection.state.status).toBe('unpaired');
  });
});

describe('changing the address', () => {
  it.each(['localhost', 'ws://x:1', '127.0.0.1:0', '[:::]:8643', '999.1.1.1:8643'])(
    'refuses %s',
    async (address) => {
      const { connection } = await fixture.connected();
      expect(await connection.setAddress(address)).toBe('invalid-address');
      expect(connection.state.status).toBe('connected');
    },
  );

  it('reconnects to the new address and keeps it', async () => {
    const { connection, socket } = await fixture.connected();
    expect(await connection.setAddress(' [::1]:9000 ')).toBe('saved');
    expect(await socket.closedByPage()).toBe(1000);
    const { socket: next } = await fixture.accept();
    expect(next.url).toBe('ws://[::1]:9000/');
    expect(fixture.values.values.get('address')).toBe('[::1]:9000');
  });

  it('replaces a retry that was planned', async () => {
    const { connection, socket } = await fixture.connected();
    socket.drop(1006);
    await fixture.untilRetry();
    await connection.setAddress('127.0.0.1:9000');
    await fixture.accept();
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(2);
    expect(connection.state.status).toBe('connected');
  });

  it('stays unpaired without a pairing', async () => {
    const connection = await fixture.connection();
    connection.start();
    await connection.setAddress('127.0.0.1:9000');
    expect(connection.state).toMatchObject({ status: 'unpaired', address: '127.0.0.1:9000' });
    expect(fixture.network.attempts).toBe(0);
  });
});
