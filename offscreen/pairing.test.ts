import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFixture, DEFAULT_NAME, INSTANCE_ID } from './fixtures/connection.fixture.ts';

const CODE = '7k3m-9qxb';

let fixture: ConnectionFixture;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fixture = new ConnectionFixture();
});

const stored = (key: string) => fixture.values.values.get(key);

describe('pairing', () => {
  it('keeps name and key only once the daemon accepted the capabilities', async () => {
    const connection = await fixture.connection();
    expect(connection.pair(CODE)).toBe('started');
    expect(connection.state.status).toBe('pairing');
    const socket = await fixture.network.nextOpen();
    const { capabilities } = await fixture.daemon.greet(socket);
    expect(capabilities.params).toMatchObject({ peer: { name: DEFAULT_NAME } });
    expect(stored('key')).toBeUndefined();
    socket.receive({ id: capabilities.id, result: {} });
    await fixture.until('connected');
    expect(stored('name')).toBe(DEFAULT_NAME);
    expect(stored('key')).toMatchObject({ extractable: false });
  });

  it('leaves nothing that reads as a key, a code or a nonce', async () => {
    const connection = await fixture.connection();
    connection.pair(CODE);
    await fixture.accept();
    const texts = [...fixture.values.values.values()].filter((value) => typeof value === 'string');
    expect(texts.sort()).toEqual([INSTANCE_ID, DEFAULT_NAME].sort());
  });

  it('makes the key of the next session', async () => {
    const connection = await fixture.connection();
    connection.pair(CODE);
    const { socket } = await fixture.accept();
    socket.drop(1001);
    await fixture.untilRetry();
    fixture.clock.advance(1_000);
    await fixture.accept();
    expect(connection.state.status).toBe('connected');
  });

  it('proposes the default name even after a rename, and drops the connection there was', async () => {
    const { connection, socket, session } = await fixture.connected({ name: 'desk' });
    connection.pair(CODE);
    expect(await socket.closedByPage()).toBe(1000);
    expect(session.isOver).toBe(true);
    const { capabilities } = await fixture.accept();
    expect(capabilities.params).toMatchObject({ peer: { name: DEFAULT_NAME } });
    expect(connection.state.name).toBe(DEFAULT_NAME);
    expect(stored('name')).toBe(DEFAULT_NAME);
  });

  it.each(['', '7K3M-9QX', '7K3M-9QXU', '7K3M-9QXBB'])('refuses %j, which is no code', async (code) => {
    const { connection } = await fixture.connected();
    expect(connection.pair(code)).toBe('invalid-code');
    expect(connection.state.status).toBe('connected');
    expect(fixture.network.attempts).toBe(1);
  });

  it('keeps serving with a key that cannot be stored', async () => {
    fixture.values.isBroken = true;
    const connection = await fixture.connection();
    connection.pair(CODE);
    const { socket } = await fixture.accept();
    socket.drop(1001);
    await fixture.untilRetry();
    fixture.clock.advance(1_000);
    await fixture.accept();
    expect(connection.state.status).toBe('connected');
  });

  it('does not wait for ever for a store that does not answer', async () => {
    const connection = await fixture.connection();
    fixture.values.block();
    const saving = vi.spyOn(fixture.values, 'setMany');
    connection.pair(CODE);
    const socket = await fixture.network.nextOpen();
    await fixture.daemon.accept(socket);
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce(), { interval: 1 });
    fixture.clock.advance(5_000);
    await fixture.until('connected');
    expect(connection.state.status).toBe('connected');
  });
});

describe('a pairing that fails', () => {
  const fail = async (how: (fixture: ConnectionFixture) => Promise<unknown>) => {
    const connection = await fixture.connection();
    connection.pair(CODE);
    await how(fixture);
    await fixture.states.until((state): state is typeof state => state.status !== 'pairing');
    fixture.clock.advance(3_600_000);
    expect(fixture.network.attempts).toBe(1);
    expect(stored('key')).toBeUndefined();
    return connection.state;
  };

  it('is unreachable when the socket never opened', async () => {
    const state = await fail(async ({ network }) => (await network.sockets.next()).drop(1006));
    expect(state.status).toBe('pair-unreachable');
  });

  it('is unreachable when Chrome refuses the URL', async () => {
    fixture.network.blockedAttempts.add(1);
    expect((await fail(async () => undefined)).status).toBe('pair-unreachable');
  });

  it.each([1000, 1006, 1008])('is a rejected code when the daemon closes with %d', async (code) => {
    const state = await fail(async ({ network, daemon }) => {
      const socket = await network.nextOpen();
      await daemon.challenge(socket);
      socket.drop(code);
    });
    expect(state).toMatchObject({ status: 'pair-failed', reason: 'code-rejected' });
  });

  it('is a rejected code when the daemon cannot prove that it knows it', async () => {
    const state = await fail(async ({ network, daemon }) => {
      const socket = await network.nextOpen();
      await daemon.challenge(socket);
      socket.receive({ method: '$session.authenticated', params: { hmac: 'a'.repeat(64) } });
    });
    expect(state).toMatchObject({ status: 'pair-failed', reason: 'code-rejected' });
  });

  it('is a taken name when another instance has it', async () => {
    const state = await fail(async ({ network, daemon }) => daemon.refuseName(await network.nextOpen()));
    expect(state).toMatchObject({ status: 'pair-failed', reason: 'name-taken' });
  });

  it('leaves an earlier pairing as it was', async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    const key = stored('key');
    connection.pair(CODE);
    (await fixture.network.nextOpen()).drop(1008);
    await fixture.until('pair-failed');
    expect(stored('key')).toBe(key);
    expect(connection.state.name).toBe('desk');
  });
});

describe('a command while the pairing is being kept', () => {
  const pairUntilSaving = async () => {
    const connection = await fixture.connection();
    fixture.values.block();
    const saving = vi.spyOn(fixture.values, 'setMany');
    connection.pair(CODE);
    const socket = await fixture.network.nextOpen();
    await fixture.daemon.accept(socket);
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce(), { interval: 1 });
    return { connection, socket };
  };

  it('to forget it wins', async () => {
    const { connection, socket } = await pairUntilSaving();
    const forgotten = connection.forget();
    fixture.values.unblock();
    await forgotten;
    expect(await socket.closedByPage()).toBe(1000);
    expect(connection.state.status).toBe('unpaired');
    expect(stored('key')).toBeUndefined();
    expect(fixture.sessions).toEqual([]);
  });

  it('to pair anew leads to the key of the newer pairing', async () => {
    const { connection } = await pairUntilSaving();
    connection.pair(CODE);
    fixture.values.unblock();
    const { socket } = await fixture.accept();
    expect(fixture.sessions).toHaveLength(1);
    socket.drop(1001);
    await fixture.untilRetry();
    fixture.clock.advance(1_000);
    await fixture.accept();
    expect(connection.state.status).toBe('connected');
  });

  it('to change the address keeps it', async () => {
    const { connection } = await pairUntilSaving();
    const saved = connection.setAddress('127.0.0.1:9000');
    fixture.values.unblock();
    expect(await saved).toBe('saved');
    await fixture.accept();
    expect(connection.state).toMatchObject({ status: 'connected', address: '127.0.0.1:9000' });
    expect(stored('key')).toBeDefined();
  });
});
