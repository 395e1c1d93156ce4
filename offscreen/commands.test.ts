import { beforeEach, describe, expect, it } from 'vitest';
import { offscreenCommands } from './commands.ts';
import type { Connection } from './connection.ts';
import { ConnectionFixture } from './fixtures/connection.fixture.ts';

const POPUP = 'chrome-extension://abc/popup.html';
const popup = { url: POPUP };

let fixture: ConnectionFixture;
let connection: Connection;
let commands: ReturnType<typeof offscreenCommands>;

beforeEach(async () => {
  fixture = new ConnectionFixture();
  connection = await fixture.connection();
  connection.start();
  commands = offscreenCommands(Promise.resolve(connection), POPUP);
});

describe('the commands', () => {
  it('are those of the popup', async () => {
    expect(await commands.getState(null, popup)).toEqual(connection.state);
    expect(await commands.pair({ code: '7k3m-9qxb' }, popup)).toBe('started');
    await fixture.accept();
    const renamed = commands.rename({ name: 'desk' }, popup);
    const { socket } = await fixture.accept();
    expect(await renamed).toBe('renamed');
    socket.drop(1006);
    await fixture.untilRetry();
    expect(await commands.retryNow(null, popup)).toBeNull();
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 0 });
    expect(await commands.setAddress({ address: '127.0.0.1:9000' }, popup)).toBe('saved');
    expect(await commands.forget(null, popup)).toBeNull();
    expect(connection.state).toMatchObject({ status: 'unpaired', address: '127.0.0.1:9000', name: 'desk' });
  });

  it('may come from a popup with a query', async () => {
    expect(await commands.getState(null, { url: `${POPUP}?x#y` })).toEqual(connection.state);
  });

  it.each([
    ['no page', {}],
    ['another page of ours', { url: 'chrome-extension://abc/approval.html' }],
    ['another extension', { url: 'chrome-extension://xyz/popup.html' }],
    ['a web page', { url: 'https://example.com/popup.html' }],
  ])('are refused to %s', async (_who, sender) => {
    await expect(commands.pair({ code: '7K3M9QXB' }, sender)).rejects.toThrow('Only the popup');
    await expect(commands.retryNow(null, sender)).rejects.toThrow('Only the popup');
    await expect(commands.forget(null, sender)).rejects.toThrow('Only the popup');
    await expect(commands.rename({ name: 'x' }, sender)).rejects.toThrow('Only the popup');
    await expect(commands.setAddress({ address: 'localhost:1' }, sender)).rejects.toThrow('Only the popup');
    expect(fixture.network.attempts).toBe(0);
  });

  it('tell the state to the approval window too', async () => {
    const approval = { url: 'chrome-extension://abc/approval.html' };
    expect(await commands.getState(null, approval)).toEqual(connection.state);
  });

  it('are checked, though the popup checked them too', async () => {
    expect(await commands.pair({ code: 'no code' }, popup)).toBe('invalid-code');
    expect(await commands.rename({ name: 'No Name' }, popup)).toBe('invalid-name');
    expect(await commands.setAddress({ address: 'ws://x' }, popup)).toBe('invalid-address');
    const call = (name: 'pair' | 'rename' | 'setAddress', payload: unknown) =>
      Reflect.apply(commands[name], undefined, [payload, popup]);
    await expect(call('pair', { code: 7 })).rejects.toThrow(TypeError);
    await expect(call('rename', null)).rejects.toThrow(TypeError);
    await expect(call('setAddress', 'localhost:1')).rejects.toThrow(TypeError);
    expect(connection.state.status).toBe('unpaired');
  });

  it('wait until the stored identity is known', async () => {
    let tell = (_connection: Connection) => {};
    const early = offscreenCommands(
      new Promise((resolve) => {
        tell = resolve;
      }),
      POPUP,
    ).getState(null, popup);
    tell(connection);
    expect(await early).toEqual(connection.state);
  });
});
