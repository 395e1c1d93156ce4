import type { RawData, WebSocket } from 'ws';
import { decodeFrame, type Frame } from '../../protocol/frames.ts';
import type { Clock, Disposer } from '../clock.ts';

/** How long a peer may take to read what it is sent before the connection counts as dead. */
const WRITE_TIMEOUT_MS = 10_000;

/** What came in over a connection. */
export type Incoming =
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** A binary or oversized message, or one that is no JSON-RPC or no WebSocket message at all. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'closed' };

/**
 * One peer's connection as a stream of frames. The handshake pulls them one by one, because its checks are asynchronous;
 * afterwards a listener gets them at once, those that came meanwhile first.
 */
export class PeerSocket {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #backlog: Incoming[] = [];
  #take: ((incoming: Incoming) => void) | undefined;
  #listener: ((incoming: Incoming) => void) | undefined;
  #closing = false;
  #unsent = 0;
  #stopWriteTimer: Disposer = () => undefined;

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    // Without a listener an oversized frame would end the process; `close` follows.
    socket.on('error', () => this.#deliver({ kind: 'malformed' }));
    socket.on('message', (data, isBinary) => this.#deliver(decode(data, isBinary)));
    socket.on('close', () => {
      this.#stopWriteTimer();
      this.#deliver({ kind: 'closed' });
    });
  }

  /** The next frame; waits for it. After `closed` nothing more comes. Not to be called again before it settles. */
  next(): Promise<Incoming> {
    const incoming = this.#backlog.shift();
    if (incoming !== undefined) return Promise.resolve(incoming);
    this.#socket.resume();
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  /** Hands every frame to `listener` from now on, those that wait first. */
  listen(listener: (incoming: Incoming) => void): void {
    this.#listener = listener;
    for (const incoming of this.#backlog.splice(0)) this.#deliver(incoming);
    this.#socket.resume();
  }

  /** Sends a text frame; does nothing once the connection is closing. */
  send(text: string): void {
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#unsent === 0) this.#armWriteTimer();
    this.#unsent += 1;
    this.#socket.send(text, () => {
      this.#stopWriteTimer();
      this.#unsent -= 1;
      if (this.#unsent > 0) this.#armWriteTimer();
    });
  }

  /** Closes the connection; what still comes in is dropped. Only the first call counts. */
  close(code: number, reason = ''): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.resume();
    this.#socket.close(code, reason);
  }

  /** Drops the connection without waiting for the peer. */
  terminate(): void {
    this.#closing = true;
    this.#socket.terminate();
  }

  #armWriteTimer(): void {
    this.#stopWriteTimer = this.#clock.after(WRITE_TIMEOUT_MS, () => this.terminate());
  }

  #deliver(incoming: Incoming): void {
    if (this.#closing && incoming.kind !== 'closed') return;
    if (this.#listener !== undefined) {
      this.#listener(incoming);
      return;
    }
    const take = this.#take;
    this.#take = undefined;
    if (take !== undefined) {
      take(incoming);
      return;
    }
    this.#backlog.push(incoming);
    // A peer that runs ahead of the handshake waits in its own buffers, not in ours.
    this.#socket.pause();
  }
}

function decode(data: RawData, isBinary: boolean): Incoming {
  if (isBinary) return { kind: 'malformed' };
  const frame = decodeFrame(textOf(data));
  return frame === undefined ? { kind: 'malformed' } : { kind: 'frame', frame };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8');
}
