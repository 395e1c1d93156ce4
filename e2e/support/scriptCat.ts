import { createDecipheriv } from 'node:crypto';
import type { Daemon } from './daemon.ts';
import { hmac, type Message, nonce, pairingKey, Wire } from './wire.ts';

/** ScriptCat's context strings (protocol §2.1); a browser's are others. */
const CONTEXTS = {
  pairing: ['scriptcat-rpc-v1/pair-ext', 'scriptcat-rpc-v1/pair-daemon'],
  session: ['scriptcat-rpc-v1/ext', 'scriptcat-rpc-v1/daemon'],
} as const;

const METHODS = [
  'scripts.list',
  'scripts.metadata.get',
  'scripts.source.get',
  'scripts.source.grep',
  'scripts.install.request',
  'scripts.toggle.request',
  'scripts.delete.request',
  'scripts.edit.request',
];

/** The proofs of both sides. */
export function scriptCatProofs(mode: keyof typeof CONTEXTS, key: Buffer, nonceD: string, nonceE: string) {
  const [extension, daemon] = CONTEXTS[mode];
  return { extension: hmac(key, extension, nonceD, nonceE), daemon: hmac(key, daemon, nonceE, nonceD) };
}

/** ScriptCat by hand: it knows the text of the protocol and nothing of this project's code. */
export class ScriptCat {
  readonly wire: Wire;
  /** The session key it was given. */
  readonly key: Buffer;

  private constructor(wire: Wire, key: Buffer) {
    this.wire = wire;
    this.key = key;
  }

  /** Pairs with the code that `sctl connect` shows, and stays connected. */
  static async pair(daemon: Daemon): Promise<ScriptCat> {
    const connect = daemon.run('connect');
    const [shown] = await connect.printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    const code = shown.replace('-', '');
    const wire = await Wire.connect(daemon.address, { origin: 'chrome-extension://scriptcat' });
    const proof = await prove(wire, 'pairing', pairingKey(code, 'mac'));
    const { ciphertext, iv } = proof.key as { ciphertext: string; iv: string };
    const sealed = Buffer.from(ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', pairingKey(code, 'enc'), Buffer.from(iv, 'base64'));
    decipher.setAuthTag(sealed.subarray(-16));
    const key = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    await declare(wire);
    const { code: exitCode, stdout, stderr } = await connect.result;
    if (exitCode !== 0 || !stdout.includes('Paired ScriptCat')) throw new Error(`${stdout}${stderr}`);
    return new ScriptCat(wire, key);
  }

  /** Comes back with its key on another connection. */
  async reconnect({ address }: Daemon): Promise<ScriptCat> {
    const wire = await Wire.connect(address, { origin: 'chrome-extension://scriptcat' });
    await prove(wire, 'session', this.key);
    await declare(wire);
    return new ScriptCat(wire, this.key);
  }

  /** The next business request. */
  async request(): Promise<{ id: string; method: string; input: unknown; clientId: unknown }> {
    const { id, method, params } = await this.wire.next();
    return { id: String(id), method: String(method), input: params?.input, clientId: params?.clientId };
  }

  respond(id: string, result: object): void {
    this.wire.send({ id, result });
  }

  fail(id: string, code: string, message: string): void {
    this.wire.send({ id, error: { code: -32_000, message, data: { code } } });
  }
}

async function prove(wire: Wire, mode: keyof typeof CONTEXTS, key: Buffer): Promise<Record<string, unknown>> {
  const challenge = await wire.next();
  const nonceD = String(challenge.params?.nonceD);
  const nonceE = nonce();
  const proofs = scriptCatProofs(mode, key, nonceD, nonceE);
  // No `peer`: that is what makes it ScriptCat.
  wire.send({ id: challenge.id, result: { mode, nonceE, hmac: proofs.extension } });
  const { method, params = {} } = await wire.next();
  if (method !== '$session.authenticated' || params.hmac !== proofs.daemon) {
    throw new Error('The daemon did not prove itself');
  }
  const hello = await wire.next();
  if (hello.method !== '$session.hello') throw new Error('The daemon did not say hello');
  return params;
}

async function declare(wire: Wire): Promise<void> {
  wire.send({
    id: 'capabilities',
    method: '$session.capabilities',
    params: { schemaVersion: '1.0.0', methods: METHODS },
  });
  const { id, result }: Message = await wire.next();
  if (id !== 'capabilities' || result === undefined) throw new Error('The capabilities were refused');
}
