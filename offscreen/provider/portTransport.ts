import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The part of a `chrome.runtime.Port` that carries messages. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** How many messages may come before it is decided whether they are heard. */
export const MAX_BUFFERED_MESSAGES = 64;

/**
 * MCP over a runtime port. It listens from the start and keeps what comes until {@link start}, so that nothing is lost
 * while it is decided whether the other side may speak at all.
 */
export class PortTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #port: MessagePortLike;
  #buffered: unknown[] | undefined = [];
  #isClosed = false;

  constructor(port: MessagePortLike) {
    this.#port = port;
    port.onMessage.addListener((message) => this.#receive(message));
    port.onDisconnect.addListener(() => this.#closed());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  start(): Promise<void> {
    const due = this.#buffered ?? [];
    this.#buffered = undefined;
    for (const message of due) this.#receive(message);
    return Promise.resolve();
  }

  /** Rejects when the port is closed or Chrome does not take the message. */
  async send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message);
  }

  close(): Promise<void> {
    if (!this.#isClosed) this.#port.disconnect();
    this.#closed();
    return Promise.resolve();
  }

  #receive(message: unknown): void {
    if (this.#isClosed) return;
    if (this.#buffered === undefined) {
      // The SDK takes nothing for granted that comes from a transport.
      this.onmessage?.(message as JSONRPCMessage);
    } else if (this.#buffered.length < MAX_BUFFERED_MESSAGES) {
      this.#buffered.push(message);
    } else {
      void this.close();
    }
  }

  /** Chrome does not tell the side that disconnects. */
  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#buffered = undefined;
    this.onclose?.();
  }
}
