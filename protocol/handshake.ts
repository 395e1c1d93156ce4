import { fromBase64, fromHex, randomHex, toBase64, toHex } from './bytes.ts';

/** Context strings that bind a MAC to its purpose and peer kind (protocol §2.1, vectors.json). */
export const CONTEXTS = {
  sessionExt: 'scriptcat-rpc-v1/ext',
  sessionDaemon: 'scriptcat-rpc-v1/daemon',
  pairExt: 'scriptcat-rpc-v1/pair-ext',
  pairDaemon: 'scriptcat-rpc-v1/pair-daemon',
  pairKdfSalt: 'scriptcat-rpc-v1/pair-salt',
  pairKdfInfoMac: 'scriptcat-rpc-v1/pair-mac',
  pairKdfInfoEnc: 'scriptcat-rpc-v1/pair-enc',
  browserSessionExt: 'sctl-browser-rpc-v1/ext',
  browserSessionDaemon: 'sctl-browser-rpc-v1/daemon',
  browserPairExt: 'sctl-browser-rpc-v1/pair-ext',
  browserPairDaemon: 'sctl-browser-rpc-v1/pair-daemon',
} as const;

/** How a peer proves itself: with the key of an earlier pairing, or with a one-time code. */
export type AuthMode = 'session' | 'pairing';

/** Who is at the other end of the handshake; a browser is bound by its instance ID. */
export type PeerClaim =
  | { readonly kind: 'scriptcat' }
  | { readonly kind: 'browser'; readonly instanceId: string };

/** The two nonces of one connection, as lowercase hexadecimal text. */
export interface Nonces {
  readonly daemon: string;
  readonly extension: string;
}

/** A session key on its way from the daemon: standard base64 of AES-256-GCM output (tag last) and of its IV. */
export interface DeliveredKey {
  readonly ciphertext: string;
  readonly iv: string;
}

/** The keys both sides derive from a pairing code. */
export interface PairingKeys {
  readonly mac: CryptoKey;
  readonly encryption: CryptoKey;
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A fresh nonce: 32 random bytes as text. */
export const createNonce = (): string => randomHex(32);

/** The HMAC key for 32 raw session-key bytes. It cannot be read back, so a stolen profile database holds no key text. */
export const importSessionKey = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, HMAC, false, ['sign', 'verify']);

/** Derives the MAC and encryption keys of a canonical pairing code by HKDF-SHA-256 (shared by both peer kinds). */
export async function derivePairingKeys(code: string): Promise<PairingKeys> {
  const material = await crypto.subtle.importKey('raw', utf8(code), 'HKDF', false, ['deriveKey']);
  const parameters = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: utf8(CONTEXTS.pairKdfSalt),
    info: utf8(info),
  });
  const [mac, encryption] = await Promise.all([
    crypto.subtle.deriveKey(parameters(CONTEXTS.pairKdfInfoMac), material, { ...HMAC, length: 256 }, false, [
      'sign',
      'verify',
    ]),
    crypto.subtle.deriveKey(
      parameters(CONTEXTS.pairKdfInfoEnc),
      material,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    ),
  ]);
  return { mac, encryption };
}

function contextOf(side: 'Ext' | 'Daemon', mode: AuthMode, peer: PeerClaim): string {
  if (peer.kind === 'browser') return CONTEXTS[`browser${mode === 'session' ? 'Session' : 'Pair'}${side}`];
  return CONTEXTS[`${mode === 'session' ? 'session' : 'pair'}${side}`];
}

// The nonces and the instance ID enter as their hexadecimal text, without separators.
function macInput(side: 'Ext' | 'Daemon', mode: AuthMode, peer: PeerClaim, nonces: Nonces) {
  const instanceId = peer.kind === 'browser' ? peer.instanceId : '';
  const order = side === 'Ext' ? [nonces.daemon, nonces.extension] : [nonces.extension, nonces.daemon];
  return utf8([contextOf(side, mode, peer), instanceId, ...order].join(''));
}

async function sign(key: CryptoKey, input: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, input)));
}

// `subtle.verify` compares in constant time. Text that is no MAC at all is simply not the right one.
async function verify(key: CryptoKey, input: Uint8Array<ArrayBuffer>, mac: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(mac)) return false;
  return crypto.subtle.verify('HMAC', key, fromHex(mac), input);
}

/** The MAC by which the extension proves itself, as lowercase hexadecimal text. */
export const signAsExtension = (key: CryptoKey, mode: AuthMode, peer: PeerClaim, nonces: Nonces) =>
  sign(key, macInput('Ext', mode, peer, nonces));

/** The MAC by which the daemon proves itself, as lowercase hexadecimal text. */
export const signAsDaemon = (key: CryptoKey, mode: AuthMode, peer: PeerClaim, nonces: Nonces) =>
  sign(key, macInput('Daemon', mode, peer, nonces));

/** Whether `mac` is the extension's proof; compared in constant time. */
export const verifyExtension = (
  key: CryptoKey,
  mode: AuthMode,
  peer: PeerClaim,
  nonces: Nonces,
  mac: string,
) => verify(key, macInput('Ext', mode, peer, nonces), mac);

/** Whether `mac` is the daemon's proof; compared in constant time. */
export const verifyDaemon = (key: CryptoKey, mode: AuthMode, peer: PeerClaim, nonces: Nonces, mac: string) =>
  verify(key, macInput('Daemon', mode, peer, nonces), mac);

/** Encrypts the 32 bytes of a new session key for the peer that knows the pairing code. */
export async function encryptSessionKey(
  encryption: CryptoKey,
  sessionKey: Uint8Array<ArrayBuffer>,
): Promise<DeliveredKey> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, encryption, sessionKey);
  return { ciphertext: toBase64(new Uint8Array(ciphertext)), iv: toBase64(iv) };
}

/**
 * Decrypts a delivered session key.
 * @throws when it was not encrypted under this code, was tampered with, or is not 32 bytes long.
 */
export async function decryptSessionKey(
  encryption: CryptoKey,
  delivered: DeliveredKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = fromBase64(delivered.iv);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv },
    encryption,
    fromBase64(delivered.ciphertext),
  );
  if (plain.byteLength !== 32) throw new TypeError('A session key has 32 bytes');
  return new Uint8Array(plain);
}
