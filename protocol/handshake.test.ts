import { describe, expect, test } from 'vitest';
import { fromHex, toBase64, toHex } from './bytes.ts';
import {
  CONTEXTS,
  createNonce,
  decryptSessionKey,
  derivePairingKeys,
  encryptSessionKey,
  importSessionKey,
  type PeerClaim,
  signAsDaemon,
  signAsExtension,
  verifyDaemon,
  verifyExtension,
} from './handshake.ts';
import { isNonce } from './names.ts';
import vectors from './testdata/vectors.json' with { type: 'json' };

const browser = (instanceId: string): PeerClaim => ({ kind: 'browser', instanceId });
const noncesOf = (vector: { nonceD: string; nonceE: string }) => ({
  daemon: vector.nonceD,
  extension: vector.nonceE,
});

test('the context strings are those of the contract', () => {
  expect(CONTEXTS).toEqual(vectors.contexts);
});

describe('pairing of a browser', () => {
  test.each(vectors.pairing)('code $code gives the known MACs and delivers the known key', async (vector) => {
    const keys = await derivePairingKeys(vector.code);
    const peer = browser(vector.instanceId);
    const nonces = noncesOf(vector);
    expect(await signAsExtension(keys.mac, 'pairing', peer, nonces)).toBe(vector.extensionHmac);
    expect(await signAsDaemon(keys.mac, 'pairing', peer, nonces)).toBe(vector.daemonHmac);
    const delivered = await decryptSessionKey(keys.encryption, vector.delivered);
    expect(toHex(delivered)).toBe(vector.delivered.sessionKey);
  });

  test('the second set of known answers holds, derived keys included', async () => {
    const keys = await derivePairingKeys('7K3M9QPX');
    const peer = browser('3f2a9c0e5b7d41e8a6f0c2d4e6f80a1b');
    const nonces = {
      daemon: 'aa00112233445566778899aabbccddeeff00112233445566778899aabbccddee',
      extension: 'bbffeeddccbbaa99887766554433221100ffeeddccbbaa998877665544332211',
    };
    expect(await signAsExtension(keys.mac, 'pairing', peer, nonces)).toBe(
      'b220d935a23f96696a8c3b1d934e9287de32b0eb4d9a5a5bbf19e755fea6a940',
    );
    expect(await signAsDaemon(keys.mac, 'pairing', peer, nonces)).toBe(
      'ea4c7cd883c94406cc8952702e32804fc7099e7f6841e19cbd2762ff6d0e268e',
    );
    const sessionKey = await importSessionKey(Uint8Array.from({ length: 32 }, (_, index) => index));
    expect(await signAsExtension(sessionKey, 'session', peer, nonces)).toBe(
      '2e345f21f5791d0b707a6f0eae6d02ac2de953de8d45dc8e0c97dd8bcf302c99',
    );
    expect(await signAsDaemon(sessionKey, 'session', peer, nonces)).toBe(
      'ac72627a58d9329f5f77346c22e63049563d767cd690a3cfa6c9b6314d768bb9',
    );
  });

  test('a key delivered under one code does not decrypt under a similar one', async () => {
    const delivered = {
      iv: 'ni82RKZHtuASe7ar',
      ciphertext: 'C12Ve2AhzpeCAEKbKBa5vjkfIcZ0dOq9P3CkpYPZ/r3FnApc9KfpT7OP+Y4GoqQ5',
    };
    const right = await derivePairingKeys('7K3M9QPX');
    expect(toHex(await decryptSessionKey(right.encryption, delivered))).toBe(
      '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    );
    const wrong = await derivePairingKeys('7K3M9QPY');
    await expect(decryptSessionKey(wrong.encryption, delivered)).rejects.toThrow();
  });

  test('a delivered key of another length is refused', async () => {
    const keys = await derivePairingKeys('7K3M9QXB');
    const short = await encryptSessionKey(keys.encryption, new Uint8Array(16));
    await expect(decryptSessionKey(keys.encryption, short)).rejects.toThrow('32 bytes');
  });

  test('what the daemon encrypts the extension decrypts, each time under a fresh iv', async () => {
    const keys = await derivePairingKeys('7K3M9QXB');
    const sessionKey = crypto.getRandomValues(new Uint8Array(32));
    const [first, second] = [
      await encryptSessionKey(keys.encryption, sessionKey),
      await encryptSessionKey(keys.encryption, sessionKey),
    ];
    expect(first.iv).not.toBe(second.iv);
    expect(await decryptSessionKey(keys.encryption, first)).toEqual(sessionKey);
  });
});

test.each(vectors.session)('the session MACs of instance $instanceId are the known ones', async (vector) => {
  const key = await importSessionKey(fromHex(vector.sessionKey));
  const peer = browser(vector.instanceId);
  expect(await signAsExtension(key, 'session', peer, noncesOf(vector))).toBe(vector.extensionHmac);
  expect(await signAsDaemon(key, 'session', peer, noncesOf(vector))).toBe(vector.daemonHmac);
});

test.each(vectors.scriptcat)('ScriptCat with code $code gives the known MACs', async (vector) => {
  const peer: PeerClaim = { kind: 'scriptcat' };
  const { mac } = await derivePairingKeys(vector.code);
  const key = await importSessionKey(fromHex(vector.sessionKey));
  const nonces = noncesOf(vector);
  expect(await signAsExtension(mac, 'pairing', peer, nonces)).toBe(vector.pairExtensionHmac);
  expect(await signAsDaemon(mac, 'pairing', peer, nonces)).toBe(vector.pairDaemonHmac);
  expect(await signAsExtension(key, 'session', peer, nonces)).toBe(vector.sessionExtensionHmac);
  expect(await signAsDaemon(key, 'session', peer, nonces)).toBe(vector.sessionDaemonHmac);
});

describe('a MAC is bound to its purpose', () => {
  const nonces = { daemon: createNonce(), extension: createNonce() };
  const instanceId = '1bc78438baf821f17429ea190a785f69';

  test('it verifies only for its own side, mode, peer, instance and nonces', async () => {
    const key = await importSessionKey(crypto.getRandomValues(new Uint8Array(32)));
    const mac = await signAsExtension(key, 'session', browser(instanceId), nonces);
    const swapped = { daemon: nonces.extension, extension: nonces.daemon };
    expect(await verifyExtension(key, 'session', browser(instanceId), nonces, mac)).toBe(true);
    expect(await verifyDaemon(key, 'session', browser(instanceId), nonces, mac)).toBe(false);
    expect(await verifyExtension(key, 'pairing', browser(instanceId), nonces, mac)).toBe(false);
    expect(await verifyExtension(key, 'session', { kind: 'scriptcat' }, nonces, mac)).toBe(false);
    expect(await verifyExtension(key, 'session', browser('0'.repeat(32)), nonces, mac)).toBe(false);
    expect(await verifyExtension(key, 'session', browser(instanceId), swapped, mac)).toBe(false);
  });

  test.each(['', 'x', 'A'.repeat(64), '0'.repeat(63), '0'.repeat(66), `${'0'.repeat(62)}0g`])(
    'text that is no MAC is refused: %j',
    async (text) => {
      const key = await importSessionKey(new Uint8Array(32));
      expect(await verifyDaemon(key, 'session', browser(instanceId), nonces, text)).toBe(false);
    },
  );
});

test('nonces are 64 hexadecimal digits and differ', () => {
  const [first, second] = [createNonce(), createNonce()];
  expect(isNonce(first)).toBe(true);
  expect(first).not.toBe(second);
});

test('a session key cannot be read back', async () => {
  const key = await importSessionKey(new Uint8Array(32));
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('base64 and hexadecimal text survive every byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromHex(toHex(bytes))).toEqual(bytes);
  expect(() => fromHex('abc')).toThrow(TypeError);
});
