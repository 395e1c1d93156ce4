import { randomUUID } from 'node:crypto';
import type { SecurityEvent } from '../../protocol/control.ts';
import { DomainError } from '../../protocol/errors.ts';
import {
  type Frame,
  failureFrame,
  notificationFrame,
  requestFrame,
  resultFrame,
} from '../../protocol/frames.ts';
import { createNonce, type PeerClaim } from '../../protocol/handshake.ts';
import { AUTH_TIMEOUT_MS } from '../../protocol/limits.ts';
import type { MethodName } from '../../protocol/methods/index.ts';
import { type Audit, auditName } from '../audit.ts';
import type { Clock } from '../clock.ts';
import { DataFileWriteError } from '../dataFileError.ts';
import type { EnrolmentWindow } from '../enrolment.ts';
import { InstanceGoneError } from '../registry.ts';
import { authenticate, type ProvenPeer, readAnswer } from './authentication.ts';
import { readBrowserCapabilities, readScriptCatCapabilities } from './capabilities.ts';
import type { Incoming, PeerSocket } from './peerSocket.ts';
import { type KeyStores, registerBrowser, registerScriptCat, sessionKeyOf } from './registration.ts';
import type { SessionPeer } from './session.ts';

/** What a handshake needs of its surroundings. */
export interface HandshakeDeps extends KeyStores {
  readonly clock: Clock;
  readonly audit: Audit;
  readonly enrolment: EnrolmentWindow;
  readonly daemonVersion: string;
  /**
   * Registers the connection in place of the peer's earlier one.
   * @returns what makes it usable for calls, to be run once the peer has been told.
   */
  readonly establish: (peer: SessionPeer, methods: ReadonlySet<MethodName>, socket: PeerSocket) => () => void;
}

/** Why a handshake comes to nothing. */
type Failure =
  | { readonly kind: 'left' }
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly reason: string;
      readonly event: Pick<SecurityEvent, 'type'> & { readonly reason: string };
    };

class HandshakeFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('The handshake failed');
    this.failure = failure;
  }
}

// Whatever went wrong, a peer that has not proved itself learns nothing of it.
const unauthenticated = (reason: string, type: SecurityEvent['type'] = 'handshake.failed') =>
  new HandshakeFailed({ kind: 'refused', code: 1008, reason: '', event: { type, reason } });

const invalidCapabilities = (reason: string) =>
  new HandshakeFailed({
    kind: 'refused',
    code: 1002,
    reason: 'invalid capabilities',
    event: { type: 'handshake.failed', reason },
  });

/** The daemon's side of one connection's handshake (protocol §2.1, §2.2), step by step, for both kinds of peer. */
export class Handshake {
  readonly #socket: PeerSocket;
  readonly #deps: HandshakeDeps;
  #claimed: PeerClaim | undefined;

  constructor(socket: PeerSocket, deps: HandshakeDeps) {
    this.#socket = socket;
    this.#deps = deps;
  }

  /**
   * Runs the handshake to its end, either way; a failed one closes the connection.
   * @throws what nobody foresaw, such as a full disk, after closing the connection with 1011.
   */
  async run(): Promise<void> {
    try {
      const proven = await this.#authenticate();
      await this.#negotiate(proven);
    } catch (thrown) {
      if (!(thrown instanceof HandshakeFailed)) {
        if (thrown instanceof DataFileWriteError) this.#record('handshake.failed', 'storage_failed');
        this.#socket.close(1011);
        throw thrown;
      }
      this.#end(thrown.failure);
    }
  }

  #end(failure: Failure): void {
    if (failure.kind === 'left') return;
    this.#record(failure.event.type, failure.event.reason);
    this.#socket.close(failure.code, failure.reason);
  }

  async #authenticate(): Promise<ProvenPeer> {
    const id = randomUUID();
    const nonceD = createNonce();
    this.#socket.send(requestFrame(id, '$session.authenticate', { nonceD }));
    const frame = await this.#next(unauthenticated);
    const answer = frame.kind === 'result' && frame.id === id ? readAnswer(frame.result) : undefined;
    if (answer === undefined) throw unauthenticated('protocol_violation');
    this.#claimed = answer.peer;
    const { enrolment } = this.#deps;
    const outcome = await authenticate(answer, nonceD, {
      enrolment,
      sessionKey: (peer) => sessionKeyOf(this.#deps, peer),
    });
    if (outcome.kind === 'refused') throw unauthenticated(outcome.refusal.reason, outcome.refusal.type);
    this.#socket.send(notificationFrame('$session.authenticated', outcome.proven.proof));
    this.#socket.send(notificationFrame('$session.hello', { daemonVersion: this.#deps.daemonVersion }));
    return outcome.proven;
  }

  async #negotiate(proven: ProvenPeer): Promise<void> {
    const frame = await this.#next(invalidCapabilities);
    if (frame.kind !== 'request' || frame.method !== '$session.capabilities') {
      throw invalidCapabilities('protocol_violation');
    }
    const { peer, methods } = this.#register(proven, frame);
    const begin = this.#deps.establish(peer, methods, this.#socket);
    this.#record('handshake.ok');
    this.#socket.send(resultFrame(frame.id, {}));
    begin();
  }

  #register(
    proven: ProvenPeer,
    request: Frame & { kind: 'request' },
  ): { peer: SessionPeer; methods: ReadonlySet<MethodName> } {
    try {
      return proven.peer.kind === 'browser'
        ? this.#registerBrowser(proven.peer.instanceId, proven, request)
        : this.#registerScriptCat(proven, request);
    } catch (thrown) {
      if (thrown instanceof InstanceGoneError) throw unauthenticated('unknown_instance');
      if (!(thrown instanceof DomainError)) throw thrown;
      this.#socket.send(failureFrame(request.id, thrown));
      throw new HandshakeFailed({
        kind: 'refused',
        code: 1000,
        reason: '',
        event: { type: 'handshake.failed', reason: 'name_taken' },
      });
    }
  }

  #registerBrowser(id: string, proven: ProvenPeer, { params }: Frame & { kind: 'request' }) {
    const capabilities = readBrowserCapabilities(params);
    if (capabilities === undefined) throw invalidCapabilities('protocol_violation');
    registerBrowser(this.#deps.registry, id, proven, capabilities);
    const { name, details, methods } = capabilities;
    return { peer: { kind: 'browser', id, name, details } as const, methods };
  }

  #registerScriptCat(proven: ProvenPeer, { params }: Frame & { kind: 'request' }) {
    const capabilities = readScriptCatCapabilities(params);
    if (capabilities === undefined) throw invalidCapabilities('protocol_violation');
    registerScriptCat(this.#deps.scriptCatKey, proven);
    return { peer: { kind: 'scriptcat' } as const, methods: capabilities.methods };
  }

  async #next(failed: (reason: string) => HandshakeFailed): Promise<Frame> {
    const incoming = await this.#nextInTime();
    switch (incoming.kind) {
      case 'frame':
        return incoming.frame;
      case 'malformed':
        throw failed('protocol_violation');
      case 'late':
        throw failed('timeout');
      case 'closed':
        throw new HandshakeFailed({ kind: 'left' });
    }
  }

  #nextInTime(): Promise<Incoming | { readonly kind: 'late' }> {
    return new Promise((resolve) => {
      const stopTimer = this.#deps.clock.after(AUTH_TIMEOUT_MS, () => resolve({ kind: 'late' }));
      void this.#socket.next().then((incoming) => {
        stopTimer();
        resolve(incoming);
      });
    });
  }

  #record(type: SecurityEvent['type'], reason?: string): void {
    this.#deps.audit.record({
      type,
      ...(this.#claimed ? { client: auditName(this.#claimed) } : {}),
      ...(reason === undefined ? {} : { reason }),
    });
  }
}
