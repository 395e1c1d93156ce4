import { beforeEach, describe, expect, it } from 'vitest';
import { importSessionKey } from '../protocol/handshake.ts';
import { FakeKeyValues } from './fixtures/keyValues.fixture.ts';
import { createIdentityStore } from './identityStore.ts';

let values: FakeKeyValues;

beforeEach(() => {
  values = new FakeKeyValues();
});

const store = () => createIdentityStore(values);
const key = () => importSessionKey(new Uint8Array(32));

describe('the identity of a first run', () => {
  it('has a random ID and the default address', async () => {
    const identity = await store().load();
    expect(identity).toEqual({
      instanceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: undefined,
      address: '127.0.0.1:8643',
      key: undefined,
    });
    expect((await createIdentityStore(new FakeKeyValues()).load()).instanceId).not.toBe(identity.instanceId);
  });

  it('has the same ID for two documents that start at once, and ever after', async () => {
    const [one, other] = await Promise.all([store().load(), store().load()]);
    expect(one.instanceId).toBe(other.instanceId);
    expect((await store().load()).instanceId).toBe(one.instanceId);
  });
});

describe('what is kept', () => {
  it('is a pairing, its name and the address', async () => {
    const sessionKey = await key();
    await store().savePairing('chrome-3f2a', sessionKey);
    await store().saveAddress('localhost:9000');
    expect(await store().load()).toMatchObject({
      name: 'chrome-3f2a',
      address: 'localhost:9000',
      key: sessionKey,
    });
    await store().saveName('desk');
    expect(await store().load()).toMatchObject({ name: 'desk', key: sessionKey });
  });

  it('loses only the key when the pairing is forgotten', async () => {
    const { instanceId } = await store().load();
    await store().savePairing('desk', await key());
    await store().deleteKey();
    expect(await store().load()).toMatchObject({ instanceId, name: 'desk', key: undefined });
  });

  it('is neither name nor key when they cannot be written', async () => {
    values.isBroken = true;
    await expect(store().savePairing('desk', await key())).rejects.toThrow('The disk is full');
    expect(await store().load()).toMatchObject({ name: undefined, key: undefined });
  });

  it('is not believed when it is something else', async () => {
    values.values
      .set('instanceId', 'NOT-HEX')
      .set('name', 'No Name')
      .set('address', 'nowhere')
      .set('key', 'aa');
    expect(await store().load()).toEqual({
      instanceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: undefined,
      address: '127.0.0.1:8643',
      key: undefined,
    });
  });
});
