import { randomUUID } from 'node:crypto';
import { fitsInUtf8 } from '../../protocol/bytes.ts';
import { DomainError } from '../../protocol/errors.ts';
import {
  type Frame,
  failureFrame,
  type JsonObject,
  notificationFrame,
  requestFrame,
  resultFrame,
} from '../../protocol/frames.ts';
import { MAX_FRAME_BYTES, WRITE_DECISION_TTL_MS } from '../../protocol/limits.ts';
import { type Method, type MethodName, methodNamed } from '../../protocol/methods/index.ts';
import { requestReference } from '../../protocol/session.ts';
import type { Clock } from '../clock.ts';
import type { InstanceDetails } from '../registry.ts';
import { Heartbeat } from './heartbeat.ts';
import { classify, type PeerNotification } from './incomingCall.ts';
import { peerFailure } from './peerFailure.ts';
import type { Incoming, PeerSocket } from './peerSocket.ts';

/** Whom a session is with. */
export type SessionPeer =
  | { readonly kind: 'scriptcat' }
  | {
      readonly kind: 'browser';
      readonly id: string;
      readonly name: string;
      readonly details: InstanceDetails;
    };

/** What a caller may add to a call. */
export interface CallOptions {
  /** The requester's self-reported label, for the audit of the peer only. */
  readonly clientId: string;
  /** Aborted when the requester is gone; the call is then cancelled at the peer. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most once, when the browser reports that the call waits for a human. */
  readonly onPending?: (() => void) | undefined;
}

/** The connection went away with the call in flight; whether it was carried out is unknown. */
export class ConnectionLostError extends DomainError {
  constructor() {
    super(
      'OPERATION_EXPIRED',
      'The connection closed before the answer came; check whether the operation was carried out',
    );
    this.name = 'ConnectionLostError';
  }
}

/** What a session needs of its surroundings. */
export interface SessionDeps {
  readonly clock: Clock;
  /** A valid business notification, whichever peer sent it. */
  readonly onNotification: (session: PeerSession, notification: PeerNotification) => void;
  /** Once, when the connection is lost or given up. */
  readonly onGone: (session: PeerSession) => void;
}

interface OpenCall {
  readonly method: Method;
  readonly settle: (outcome: { result: JsonObject } | { error: unknown }) => void;
  /** Undefined when no human is waited for, or it was said already. */
  onPending: (() => void) | undefined;
}

/** An established connection to one peer: calls going out, answers and notifications coming in (protocol §3, §5). */
export class PeerSession {
  readonly peer: SessionPeer;
  /** The methods the peer declared. */
  readonly methods: ReadonlySet<MethodName>;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
  readonly #socket: PeerSocket;
  readonly #deps: SessionDeps;
  readonly #heartbeat: Heartbeat;
  readonly #openCalls = new Map<string, OpenCall>();
  #ended = false;

  constructor(peer: SessionPeer, methods: ReadonlySet<MethodName>, socket: PeerSocket, deps: SessionDeps) {
    this.peer = peer;
    this.methods = methods;
    this.connectedAt = deps.clock.now();
    this.#socket = socket;
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.clock, {
      ping: (id) => socket.send(requestFrame(id, '$session.ping', {})),
      onTimeout: () => this.close(1001, 'heartbeat timeout'),
    });
  }

  /** Begins to take frames and to ping; called once, after the capabilities were accepted. */
  start(): void {
    if (this.#ended) return;
    this.#heartbeat.start();
    this.#socket.listen((incoming) => this.#receive(incoming));
  }

  /**
   * Sends one call and waits for its answer, at most five minutes.
   * @returns the result, valid by the method's schema.
   * @throws DomainError the peer's own failure; `OPERATION_EXPIRED` when the time is over or the call was aborted;
   *   {@link ConnectionLostError}; `PAYLOAD_TOO_LARGE` when the input fits no frame; `INTERNAL_ERROR` when the answer is
   *   invalid.
   */
  call(
    name: MethodName,
    input: JsonObject,
    { clientId, signal, onPending }: CallOptions,
  ): Promise<JsonObject> {
    if (this.#ended) return Promise.reject(new ConnectionLostError());
    if (signal?.aborted) return Promise.reject(cancelled());
    const id = randomUUID();
    const frame = requestFrame(id, name, { clientId, input });
    if (!fitsInUtf8(frame, MAX_FRAME_BYTES)) {
      return Promise.reject(
        new DomainError('PAYLOAD_TOO_LARGE', 'The input is larger than one message may be'),
      );
    }
    const method = methodNamed(name);
    return new Promise((resolve, reject) => {
      const abort = () => this.#cancel(id, cancelled());
      const stopTimer = this.#deps.clock.after(WRITE_DECISION_TTL_MS, () => this.#cancel(id, expired()));
      signal?.addEventListener('abort', abort, { once: true });
      this.#openCalls.set(id, {
        method,
        onPending: method.blocking === 'none' || this.peer.kind !== 'browser' ? undefined : onPending,
        settle: (outcome) => {
          stopTimer();
          signal?.removeEventListener('abort', abort);
          this.#openCalls.delete(id);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.result);
        },
      });
      this.#socket.send(frame);
    });
  }

  /** Closes the connection and voids what is in flight; later calls of this do nothing. */
  close(code: number, reason = ''): void {
    this.#socket.close(code, reason);
    this.#end();
  }

  /** Says goodbye before the daemon exits (protocol §2.3). */
  shutDown(): void {
    this.#socket.send(notificationFrame('$session.shutdown', {}));
    this.close(1001, 'server shutdown');
  }

  #receive(incoming: Incoming): void {
    switch (incoming.kind) {
      case 'closed':
        this.#end();
        return;
      case 'malformed':
        this.#rejectFrame();
        return;
      case 'frame':
        this.#receiveFrame(incoming.frame);
        return;
    }
  }

  #receiveFrame(frame: Frame): void {
    switch (frame.kind) {
      case 'result':
        this.#answered(frame.id, (call) => call.settle(checkedResult(call.method, frame.result)));
        return;
      case 'error':
        this.#answered(frame.id, (call) => call.settle({ error: peerFailure(this.peer.kind, frame.error) }));
        return;
      case 'request':
      case 'notification':
        this.#receiveCall(frame);
        return;
    }
  }

  // An answer to nothing is late: its call was cancelled, or has run out of time.
  #answered(id: string, settle: (call: OpenCall) => void): void {
    if (this.#heartbeat.answered(id)) return;
    const call = this.#openCalls.get(id);
    if (call !== undefined) settle(call);
  }

  #receiveCall(frame: Frame & { kind: 'request' | 'notification' }): void {
    const call = classify(frame);
    switch (call.kind) {
      case 'ping':
        this.#socket.send(resultFrame(call.id, {}));
        return;
      case 'approvalPending':
        this.#reportPending(call.params);
        return;
      case 'notification':
        this.#deps.onNotification(this, call.notification);
        return;
      case 'unserved':
        this.#socket.send(
          failureFrame(call.id, {
            code: 'METHOD_NOT_FOUND',
            message: 'The daemon does not serve this method',
          }),
        );
        return;
      case 'ignored':
        return;
      case 'invalid':
        this.#rejectFrame();
        return;
    }
  }

  #reportPending(params: JsonObject): void {
    const { data } = requestReference.safeParse(params);
    const call = data && this.#openCalls.get(data.id);
    const report = call?.onPending;
    if (call === undefined || report === undefined) return;
    call.onPending = undefined;
    report();
  }

  #rejectFrame(): void {
    this.close(1000, 'invalid frame');
  }

  #cancel(id: string, error: DomainError): void {
    this.#socket.send(notificationFrame('$/cancelRequest', { id }));
    this.#openCalls.get(id)?.settle({ error });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#heartbeat.stop();
    for (const call of [...this.#openCalls.values()]) call.settle({ error: new ConnectionLostError() });
    this.#deps.onGone(this);
  }
}

function checkedResult(method: Method, result: JsonObject): { result: JsonObject } | { error: DomainError } {
  if (method.result.safeParse(result).success) return { result };
  return { error: new DomainError('INTERNAL_ERROR', 'The peer sent an invalid response') };
}

const cancelled = () => new DomainError('OPERATION_EXPIRED', 'The call was cancelled');
const expired = () => new DomainError('OPERATION_EXPIRED', 'No answer came within five minutes');
