import { createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { type ClientOptions, WebSocket } from 'ws';

/** A message as a peer reads it; nothing about it is taken for granted. */
export interface Message {
  readonly id?: string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: { code?: string } };
}

/** Who a hand-written peer is. */
export interface PeerIdentity {
  /** Undefined for ScriptCat. */
  readonly instanceId?: string;
  readonly name?: string;
  readonly methods?: readonly string[];
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');
const derive = (code: string, info: string) =>
  Buffer.from(hkdfSync('sha256', code, 'scriptcat-rpc-v1/pair-salt', info, 32));

export const randomId = () => randomBytes(16).toString('hex');
export const randomNonce = () => randomBytes(32).toString('hex');

const CONTEXTS = {
  browser: {
    session: ['sctl-browser-rpc-v1/ext', 'sctl-browser-rpc-v1/daemon'],
    pairing: ['sctl-browser-rpc-v1/pair-ext', 'sctl-browser-rpc-v1/pair-daemon'],
  },
  scriptcat: {
    session: ['scriptcat-rpc-v1/ext', 'scriptcat-rpc-v1/daemon'],
    pairing: ['scriptcat-rpc-v1/pair-ext', 'scriptcat-rpc-v1/pair-daemon'],
  },
} as const;

/** The proofs of both sides, from nothing but the text of the protocol. */
export function proofs(
  mode: 'session' | 'pairing',
  secret: string,
  instanceId: string | undefined,
  nonceD: string,
  nonceE: string,
) {
  const [extension, daemon] = CONTEXTS[instanceId === undefined ? 'scriptcat' : 'browser'][mode];
  const key = mode === 'session' ? Buffer.from(secret, 'hex') : derive(secret, 'scriptcat-rpc-v1/pair-mac');
  const id = instanceId ?? '';
  return {
    extension: hmac(key, extension + id + nonceD + nonceE),
    daemon: hmac(key, daemon + id + nonceE + nonceD),
  };
}

/** Decrypts a delivered session key to hexadecimal text. */
export function openDelivery(code: string, delivery: { ciphertext: string; iv: string }): string {
  const sealed = Buffer.from(delivery.ciphertext, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derive(code, 'scriptcat-rpc-v1/pair-enc'),
    Buffer.from(delivery.iv, 'base64'),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('hex');
}

/** An extension written by hand: it computes its MACs itself and sends exactly what a test tells it to. */
export class HandPeer {
  readonly socket: WebSocket;
  /** Resolves when the connection closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #messages: Message[] = [];
  readonly #takers: { take: (message: Message) => void; fail: (error: Error) => void }[] = [];
  #answer: ((message: Message) => void) | undefined;

  constructor(address: string, options: ClientOptions = {}, path = '/') {
    this.socket = new WebSocket(`ws://${address}${path}`, options);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => this.#deliver(JSON.parse(data.toString())));
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        for (const { fail } of this.#takers.splice(0)) fail(new Error(`Closed with ${code} ${reason}`));
      });
    });
  }

  /** The next message the daemon sends. @throws when the connection closes instead. */
  next(): Promise<Message> {
    const message = this.#messages.shift();
    if (message !== undefined) return Promise.resolve(message);
    if (this.socket.readyState === this.socket.CLOSED) return Promise.reject(new Error('Closed already'));
    return new Promise((take, fail) => this.#takers.push({ take, fail }));
  }

  /** Everything the daemon sent up to now that was not read yet; waits for a ping's answer, which comes last. */
  async drain(): Promise<readonly Message[]> {
    const id = randomUUID();
    this.send({ id, method: '$session.ping', params: {} });
    const messages: Message[] = [];
    for (let message = await this.next(); message.id !== id; message = await this.next())
      messages.push(message);
    return messages;
  }

  /** Waits for the connection to open, or to be refused. @returns the HTTP status of a refusal. */
  opened(): Promise<number | 'open'> {
    return new Promise((resolve) => {
      this.socket.on('open', () => resolve('open'));
      this.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  respond(id: string | undefined, result: object): void {
    this.send({ id, result });
  }

  fail(id: string | undefined, code: string, message = `failed with ${code}`): void {
    this.send({ id, error: { code: -32_000, message, data: { code } } });
  }

  /** Answers every business request from now on with what `answer` makes of its method and input. */
  serve(answer: (method: string, input: Record<string, unknown>) => object): void {
    this.#answer = ({ id, method = '', params }) => {
      this.respond(id, answer(method, params?.input as Record<string, unknown>));
    };
  }

  /** Hands every business request from now on to `take`, which answers it when and how it likes. */
  handle(take: (message: Message) => void): void {
    this.#answer = take;
  }

  /** Proves itself, wrongly if `hmac` says so. @returns the nonces, and what the daemon answered. */
  async authenticate(
    mode: 'session' | 'pairing',
    secret: string,
    instanceId?: string,
    overrides: Record<string, unknown> = {},
  ) {
    const challenge = await this.next();
    const nonceD = String(challenge.params?.nonceD);
    const nonceE = randomNonce();
    const expected = proofs(mode, secret, instanceId, nonceD, nonceE);
    const peer = instanceId === undefined ? {} : { peer: { kind: 'browser', instanceId } };
    this.respond(challenge.id, { mode, nonceE, hmac: expected.extension, ...peer, ...overrides });
    return { nonceD, nonceE, daemonHmac: expected.daemon };
  }

  /** Declares what it can do. @returns the daemon's answer. */
  async declare({ instanceId, name, methods = [] }: PeerIdentity): Promise<Message> {
    const id = randomUUID();
    const peer = instanceId === undefined ? {} : { peer: { name, product: 'Chrome', productVersion: '130' } };
    this.send({
      id,
      method: '$session.capabilities',
      params: { schemaVersion: '1.0.0', methods, ...peer },
    });
    return this.next();
  }

  /** Pairs by a code and stays connected. @returns the session key. */
  async pair(code: string, identity: PeerIdentity): Promise<string> {
    await this.authenticate('pairing', code, identity.instanceId);
    const authenticated = await this.next();
    const key = openDelivery(code, authenticated.params?.key as { ciphertext: string; iv: string });
    await this.next();
    await this.declare(identity);
    return key;
  }

  /** Comes back with the key of an earlier pairing. @returns the answer to its capabilities. */
  async resume(key: string, identity: PeerIdentity): Promise<Message> {
    await this.authenticate('session', key, identity.instanceId);
    await this.next();
    await this.next();
    return this.declare(identity);
  }

  #deliver(message: Message): void {
    const isBusiness = message.method !== undefined && !message.method.startsWith('$');
    if (isBusiness && this.#answer !== undefined) {
      this.#answer(message);
      return;
    }
    const taker = this.#takers.shift();
    if (taker !== undefined) taker.take(message);
    else this.#messages.push(message);
  }
}
