import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Answer } from '../../shared/link.ts';
import type { WorkerCall, WorkerCallEvents, WorkerConnection } from '../workerLink.ts';
import type { ExternalPort } from './door.ts';

export const HOST = 'abcdefghijklmnopabcdefghijklmnop';

/** Another extension's port, and the other extension's end of it. */
export class FakePort implements ExternalPort {
  readonly sent: unknown[] = [];
  isOpen = true;
  /** Takes what we send. */
  onSent: (message: unknown) => void = () => undefined;
  readonly name: string;
  readonly sender?: { readonly id?: string };
  readonly #messages: ((message: unknown) => void)[] = [];
  readonly #disconnects: (() => void)[] = [];

  constructor(name = 'lumo:mcp', id: string | undefined = HOST) {
    this.name = name;
    this.sender = id === undefined ? {} : { id };
  }

  readonly onMessage = {
    addListener: (listener: (message: unknown) => void) => void this.#messages.push(listener),
  };
  readonly onDisconnect = { addListener: (listener: () => void) => void this.#disconnects.push(listener) };

  postMessage(message: unknown): void {
    if (!this.isOpen) throw new Error('Attempting to use a disconnected port object');
    this.sent.push(message);
    this.onSent(message);
  }

  /** Chrome does not tell the side that does it. */
  disconnect(): void {
    this.isOpen = false;
  }

  /** The other extension says something. */
  receive(message: unknown): void {
    for (const listener of this.#messages) listener(message);
  }

  /** The other extension closes it. */
  close(): void {
    this.isOpen = false;
    for (const listener of this.#disconnects) listener();
  }
}

/** The other extension's transport for the SDK's client. */
export class ClientTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #port: FakePort;

  constructor(port: FakePort) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#port.onSent = (message) => queueMicrotask(() => this.onmessage?.(message as JSONRPCMessage));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#port.receive(message);
  }

  async close(): Promise<void> {
    this.#port.close();
    this.onclose?.();
  }
}

/** The worker as one port uses it: it answers when the test says so. */
export class FakeWorkerUse implements WorkerConnection {
  readonly calls: WorkerCall[] = [];
  readonly cancelled: string[] = [];
  isClosed = false;
  readonly #events = new Map<string, WorkerCallEvents>();
  /** What a call is answered at once; undefined when it is not. */
  answer: Answer | undefined = { ok: true, json: '{"tabs":[]}' };

  readonly call = (call: WorkerCall, events: WorkerCallEvents): string => {
    this.calls.push(call);
    const id = `call-${this.calls.length}`;
    this.#events.set(id, events);
    const { answer } = this;
    if (answer !== undefined) queueMicrotask(() => events.answered(answer));
    return id;
  };

  readonly cancel = (callId: string): void => void this.cancelled.push(callId);

  readonly close = (): void => {
    this.isClosed = true;
  };
}
