import type { Frame } from '../protocol/frames.ts';
import { failureFrame, notificationFrame, requestFrame, resultFrame } from '../protocol/frames.ts';
import { PING_INTERVAL_MS } from '../protocol/limits.ts';
import { requestParams } from '../protocol/session.ts';
import type { Cancel, Clock } from './clock.ts';
import { notificationText, responseText } from './outgoing.ts';
import type { WorkerConnection, WorkerLink } from './workerLink.ts';

/** An accepted connection, as the session uses it. */
export interface Transport {
  readonly send: (text: string) => void;
  /** Ends the connection: the peer broke the protocol, or is gone. */
  readonly close: () => void;
}

/** The serving of one accepted connection. */
export interface Session {
  readonly receive: (frame: Frame) => void;
  /** The connection is over; its calls are voided (protocol §2.3). */
  readonly end: () => void;
}

export interface SessionDeps {
  readonly clock: Clock;
  readonly worker: Pick<WorkerLink, 'open'>;
}

/**
 * Serves a connection: pings, calls, cancellations and notifications (protocol §2.3, §3, §5).
 * @param methods the methods that were declared; no other is passed on.
 */
export function createSession(deps: SessionDeps, methods: readonly string[], transport: Transport): Session {
  return new ServedConnection(deps, methods, transport);
}

class ServedConnection implements Session {
  readonly #clock: Clock;
  readonly #methods: ReadonlySet<string>;
  readonly #transport: Transport;
  readonly #worker: WorkerConnection;
  /** The worker's call for each request in flight, by the request's ID. */
  readonly #calls = new Map<string, string>();
  #heardAt: number;
  #stopTimer: Cancel;

  constructor(deps: SessionDeps, methods: readonly string[], transport: Transport) {
    this.#clock = deps.clock;
    this.#methods = new Set(methods);
    this.#transport = transport;
    this.#worker = deps.worker.open(crypto.randomUUID(), (method, params) => this.#notify(method, params));
    this.#heardAt = deps.clock.now();
    this.#stopTimer = this.#listen();
  }

  receive(frame: Frame): void {
    this.#heardAt = this.#clock.now();
    if (frame.kind === 'request') this.#serve(frame.id, frame.method, frame.params);
    if (frame.kind === 'notification' && frame.method === '$/cancelRequest') this.#cancel(frame.params.id);
  }

  end(): void {
    this.#stopTimer();
    this.#calls.clear();
    this.#worker.close();
  }

  #serve(id: string, method: string, params: object): void {
    if (this.#calls.has(id)) {
      this.#transport.close();
    } else if (method === '$session.ping') {
      this.#transport.send(resultFrame(id, {}));
    } else if (!this.#methods.has(method)) {
      this.#fail(id, 'METHOD_NOT_FOUND', `This browser has no method ${method}`);
    } else {
      this.#call(id, method, params);
    }
  }

  #call(id: string, method: string, params: object): void {
    const parsed = requestParams.safeParse(params);
    if (!parsed.success) {
      const message = `The params of ${method} must be an object "input" and, if wanted, a text "clientId"`;
      this.#fail(id, 'INVALID_REQUEST', message);
      return;
    }
    const { input, clientId = null } = parsed.data;
    const context = { requestId: id, clientId, receivedAt: this.#clock.now() };
    const callId = this.#worker.call(
      { method, input, context },
      {
        deferred: () => this.#transport.send(notificationFrame('$/approvalPending', { id })),
        answered: (answer) => {
          this.#calls.delete(id);
          this.#transport.send(responseText(id, answer));
        },
      },
    );
    this.#calls.set(id, callId);
  }

  #fail(id: string, code: 'METHOD_NOT_FOUND' | 'INVALID_REQUEST', message: string): void {
    this.#transport.send(failureFrame(id, { code, message }));
  }

  #cancel(id: unknown): void {
    if (typeof id !== 'string') return;
    const callId = this.#calls.get(id);
    if (callId === undefined) return;
    this.#calls.delete(id);
    this.#worker.cancel(callId);
  }

  #notify(method: string, params: string): void {
    const text = notificationText(method, params);
    if (text !== undefined) this.#transport.send(text);
  }

  /** Waits for a silence as long as the ping interval; the daemon's own pings come more often. */
  #listen(): Cancel {
    const silence = this.#clock.now() - this.#heardAt;
    return this.#clock.after(Math.max(PING_INTERVAL_MS - silence, 0), () => {
      const silent = this.#clock.now() - this.#heardAt >= PING_INTERVAL_MS;
      this.#stopTimer = silent ? this.#probe() : this.#listen();
    });
  }

  /** Asks for a sign of life. Without one the peer is gone, though its socket does not say so. */
  #probe(): Cancel {
    const askedAt = this.#clock.now();
    this.#transport.send(requestFrame(crypto.randomUUID(), '$session.ping', {}));
    return this.#clock.after(PING_INTERVAL_MS, () => {
      if (this.#heardAt < askedAt) this.#transport.close();
      else this.#stopTimer = this.#listen();
    });
  }
}
