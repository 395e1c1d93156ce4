import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/**
 * The wire by hand: frames as literal objects and cryptography by node:crypto, so that a mistake both halves of the
 * project share still shows. It uses nothing of protocol/.
 */

/** Any JSON-RPC message, as it is on the wire. */
export interface Message {
  readonly id?: string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { code?: string } };
}

export const hmac = (key: Buffer, ...parts: string[]): string =>
  createHmac('sha256', key).update(parts.join('')).digest('hex');

/** The 32 bytes that a canonical pairing code gives for `mac` or `enc`. */
export const pairingKey = (code: string, purpose: 'mac' | 'enc'): Buffer =>
  Buffer.from(hkdfSync('sha256', code, 'scriptcat-rpc-v1/pair-salt', `scriptcat-rpc-v1/pair-${purpose}`, 32));

/** Encrypts a session key for delivery. */
export function deliver(code: string, sessionKey: Buffer): { ciphertext: string; iv: string } {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', pairingKey(code, 'enc'), iv);
  const ciphertext = Buffer.concat([cipher.update(sessionKey), cipher.final(), cipher.getAuthTag()]);
  return { ciphertext: ciphertext.toString('base64'), iv: iv.toString('base64') };
}

export const nonce = (): string => randomBytes(32).toString('hex');

/** One end of a WebSocket whose frames are read one by one. */
export class Wire {
  readonly #socket: WebSocket;
  readonly #received: Message[] = [];
  readonly #waiting: ((message: Message) => void)[] = [];
  /** How the other side closed. */
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data: RawData) => {
      const message: Message = JSON.parse(String(data));
      const next = this.#waiting.shift();
      if (next === undefined) this.#received.push(message);
      else next(message);
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  /** Connects to a daemon as an extension does. */
  static async connect(address: string, headers: Record<string, string> = {}): Promise<Wire> {
    const socket = new WebSocket(`ws://${address}/`, { headers });
    const wire = new Wire(socket);
    await once(socket, 'open');
    return wire;
  }

  send(message: object | string): void {
    const text = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#socket.send(text);
  }

  /** The next frame; fails when the connection closes first. */
  next(): Promise<Message> {
    const message = this.#received.shift();
    if (message !== undefined) return Promise.resolve(message);
    return Promise.race([
      new Promise<Message>((resolve) => this.#waiting.push(resolve)),
      this.closed.then(({ code, reason }) => {
        throw new Error(`Closed with ${code} ${reason} instead of a frame`);
      }),
    ]);
  }

  /** The next response; notifications that come before it are skipped. */
  async nextResponse(): Promise<Message> {
    for (;;) {
      const message = await this.next();
      if (message.method === undefined) return message;
    }
  }

  /** Cuts the connection without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
  }

  close(code: number): void {
    this.#socket.close(code);
  }
}

/** A daemon by hand: it hands each connection to the test. */
export class WireServer {
  readonly #server: WebSocketServer;
  readonly #accepted: Wire[] = [];
  readonly #waiting: ((wire: Wire) => void)[] = [];

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      const wire = new Wire(socket);
      const next = this.#waiting.shift();
      if (next === undefined) this.#accepted.push(wire);
      else next(wire);
    });
  }

  static async create(): Promise<WireServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new WireServer(server);
  }

  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('Not listening');
    return `127.0.0.1:${address.port}`;
  }

  /** The next connection a client opens. */
  accept(): Promise<Wire> {
    const wire = this.#accepted.shift();
    return wire === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(wire);
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}
