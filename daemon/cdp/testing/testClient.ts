import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A message as a client reads it; nothing about it is taken for granted. */
export interface CdpMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly sessionId?: string;
}

/** A DevTools client that shows every message it gets, in order. */
export class TestClient {
  readonly messages: CdpMessage[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;
  readonly #answers = new Map<number, (message: CdpMessage) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const message: CdpMessage = JSON.parse(String(data));
      this.messages.push(message);
      if (message.id !== undefined) this.#answers.get(message.id)?.(message);
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  static async connect(url: string): Promise<TestClient> {
    const socket = new WebSocket(url);
    const client = new TestClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Sends a command. @returns the whole answer. */
  send(method: string, params: object = {}, sessionId?: string): Promise<CdpMessage> {
    const id = ++this.#last;
    const answered = new Promise<CdpMessage>((resolve) => this.#answers.set(id, resolve));
    this.socket.send(
      JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
    );
    return answered;
  }

  /** Sends a command. @returns its result. @throws what it was answered with. */
  async ok(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const { result, error } = await this.send(method, params, sessionId);
    if (result === undefined) throw new Error(`${method}: ${error?.code} ${error?.message}`);
    return result;
  }

  /** The events so far with this name. */
  events(method: string): readonly CdpMessage[] {
    return this.messages.filter((message) => message.method === method);
  }

  /** The name of every event and answer so far, and empties the list. */
  take(): readonly CdpMessage[] {
    return this.messages.splice(0);
  }
}
