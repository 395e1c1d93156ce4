import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFixture } from './fixtures/connection.fixture.ts';

let fixture: ConnectionFixture;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fixture = new ConnectionFixture();
});

const storedName = () => fixture.values.values.get('name');
const nameIn = (capabilities: { params?: object }) => (capabilities.params as { peer: object }).peer;

describe('renaming', () => {
  it('reconnects with the new name and keeps it once the daemon accepted it', async () => {
    const { connection, socket, session } = await fixture.connected({ name: 'desk' });
    const renamed = connection.rename('lap');
    expect(await socket.closedByPage()).toBe(1000);
    expect(session.isOver).toBe(true);
    expect(connection.state).toMatchObject({ name: 'desk', status: 'reconnecting' });
    const { capabilities } = await fixture.accept();
    expect(nameIn(capabilities)).toMatchObject({ name: 'lap' });
    expect(await renamed).toBe('renamed');
    expect(connection.state).toMatchObject({ name: 'lap', status: 'connected' });
    expect(storedName()).toBe('lap');
  });

  it('to the same name changes nothing', async () => {
    const { connection, socket } = await fixture.connected({ name: 'desk' });
    expect(await connection.rename('desk')).toBe('renamed');
    expect(socket.isClosed).toBe(false);
  });

  it.each(['', 'Desk', 'a b', 'x'.repeat(33), 'ä'])('refuses %j, which is no name', async (name) => {
    const { connection, socket } = await fixture.connected();
    expect(await connection.rename(name)).toBe('invalid-name');
    expect(socket.isClosed).toBe(false);
  });

  it('needs a connection', async () => {
    const connection = await fixture.connection({ name: 'desk', isPaired: true });
    connection.start();
    expect(await connection.rename('lap')).toBe('not-connected');
    await fixture.accept();
    expect(connection.state.name).toBe('desk');
  });

  it('to a taken name reconnects at once with the old one', async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    const renamed = connection.rename('lap');
    await fixture.daemon.refuseName(await fixture.network.nextOpen());
    expect(await renamed).toBe('name-taken');
    const { capabilities } = await fixture.accept();
    expect(nameIn(capabilities)).toMatchObject({ name: 'desk' });
    expect(connection.state).toMatchObject({ name: 'desk', status: 'connected' });
    expect(storedName()).toBe('desk');
  });

  it('fails when the daemon cannot be reached, and the retries go on with the old name', async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    const renamed = connection.rename('lap');
    (await fixture.network.sockets.next()).drop(1006);
    expect(await renamed).toBe('not-connected');
    expect(await fixture.untilRetry()).toMatchObject({ attempt: 1, name: 'desk' });
    fixture.clock.advance(1_000);
    const { capabilities } = await fixture.accept();
    expect(nameIn(capabilities)).toMatchObject({ name: 'desk' });
  });

  it('fails when the daemon does not know the instance any more', async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    const renamed = connection.rename('lap');
    (await fixture.network.nextOpen()).drop(1008);
    expect(await renamed).toBe('not-connected');
    await fixture.until('rejected');
    expect(connection.state.name).toBe('desk');
  });

  it.each(['pair', 'forget', 'setAddress', 'rename'] as const)(
    'fails when %s comes first',
    async (command) => {
      const { connection } = await fixture.connected({ name: 'desk' });
      const renamed = connection.rename('lap');
      const socket = await fixture.network.nextOpen();
      await fixture.daemon.greet(socket);
      switch (command) {
        case 'pair':
          connection.pair('7K3M9QXB');
          break;
        case 'forget':
          await connection.forget();
          break;
        case 'setAddress':
          await connection.setAddress('127.0.0.1:9000');
          break;
        case 'rename':
          expect(await connection.rename('other')).toBe('not-connected');
          await connection.setAddress('127.0.0.1:9000');
          break;
      }
      expect(await renamed).toBe('not-connected');
      expect(connection.state.name).toBe('desk');
    },
  );
});

describe('a name that cannot be kept', () => {
  it('is given up, and the old one is registered again', async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    fixture.values.isBroken = true;
    const renamed = connection.rename('lap');
    const socket = await fixture.network.nextOpen();
    await fixture.daemon.accept(socket);
    expect(await renamed).toBe('not-connected');
    expect(await socket.closedByPage()).toBe(1000);
    const { retryAt } = await fixture.untilRetry();
    expect(connection.state.name).toBe('desk');
    fixture.clock.advance(retryAt - fixture.clock.now());
    const { capabilities } = await fixture.accept();
    expect(nameIn(capabilities)).toMatchObject({ name: 'desk' });
    expect(storedName()).toBe('desk');
  });
});

describe('a command while an accepted name is being kept', () => {
  const renameUntilSaving = async () => {
    const { connection } = await fixture.connected({ name: 'desk' });
    fixture.values.block();
    const saving = vi.spyOn(fixture.values, 'setMany');
    const renamed = connection.rename('lap');
    const socket = await fixture.network.nextOpen();
    await fixture.daemon.accept(socket);
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce(), { interval: 1 });
    return { connection, renamed };
  };

  it('does not undo it when the address changes', async () => {
    const { connection, renamed } = await renameUntilSaving();
    const saved = connection.setAddress('127.0.0.1:9000');
    fixture.values.unblock();
    expect(await renamed).toBe('renamed');
    expect(await saved).toBe('saved');
    const { capabilities } = await fixture.accept();
    expect(nameIn(capabilities)).toMatchObject({ name: 'lap' });
    expect(storedName()).toBe('lap');
  });

  it('does not undo it when the pairing is forgotten', async () => {
    const { connection, renamed } = await renameUntilSaving();
    const forgotten = connection.forget();
    fixture.values.unblock();
    expect(await renamed).toBe('renamed');
    await forgotten;
    expect(connection.state).toMatchObject({ status: 'unpaired', name: 'lap' });
    expect(fixture.sessions).toHaveLength(1);
  });

  it('registers the old name anew when keeping fails after an address change', async () => {
    const { connection, renamed } = await renameUntilSaving();
    fixture.values.isBroken = true;
    const saved = connection.setAddress('127.0.0.1:9000').catch(() => 'not saved');
    fixture.values.unblock();
    expect(await renamed).toBe('not-connected');
    expect(await saved).toBe('not saved');
    const { retryAt } = await fixture.untilRetry();
    fixture.clock.advance(retryAt - fixture.clock.now());
    const socket = await fixture.network.sockets.until(
      (candidate): candidate is typeof candidate => !candidate.isClosed,
    );
    const { capabilities } = await fixture.daemon.greet(socket.open());
    expect(nameIn(capabilities)).toMatchObject({ name: 'desk' });
  });
});
