import { fitsInUtf8 } from '../protocol/bytes.ts';
import { decodeFrame, type Frame, failureFrame, requestFrame, resultFrame } from '../protocol/frames.ts';
import {
  createNonce,
  type DeliveredKey,
  decryptSessionKey,
  derivePairingKeys,
  importSessionKey,
  type Nonces,
  type PeerClaim,
  signAsExtension,
  verifyDaemon,
} from '../protocol/handshake.ts';
import { AUTH_TIMEOUT_MS, MAX_FRAME_BYTES, PING_INTERVAL_MS, SCHEMA_VERSION } from '../protocol/limits.ts';
import { isNonce } from '../protocol/names.ts';
import type { Cancel, Clock } from './clock.ts';
import type { OpenSocket, Socket } from './socket.ts';

/** By what the instance proves itself: the key of its pairing, or a one-time code (canonical). */
export type Credential =
  | { readonly mode: 'session'; readonly key: CryptoKey }
  | { readonly mode: 'pairing'; readonly code: string };

export interface AttemptPlan {
  readonly url: string;
  readonly instanceId: string;
  readonly credential: Credential;
  /** What the instance says of itself (protocol §2.2). */
  readonly peer: {
    readonly name: string;
    readonly product: string;
    readonly productVersion: string;
    readonly extensionVersion: string;
  };
}

/** What an accepted connection came with. */
export interface Welcome {
  readonly daemonVersion: string;
  /** The methods that were declared. */
  readonly methods: readonly string[];
  /** The key a pairing delivered; undefined in a session. */
  readonly newKey: CryptoKey | undefined;
}

/**
 * How a connection ended:
 * - `unreachable`: its socket never opened;
 * - `refused`: one of the two sides failed to prove itself;
 * - `conflict`: another instance has the name;
 * - `closed`: all else, for whatever reason and from whichever side.
 */
export type AttemptEnd = 'unreachable' | 'refused' | 'conflict' | 'closed';

export interface AttemptEvents {
  /** The daemon accepted; no frame is handled before what this returns has resolved. */
  readonly accepted: (welcome: Welcome) => Promise<void>;
  /** A frame of the accepted connection. */
  readonly frame: (frame: Frame) => void;
  /** Last of all, once. */
  readonly ended: (end: AttemptEnd) => void;
}

export interface AttemptDeps {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  /** The methods to declare; rejects when they cannot be had. */
  readonly methods: () => Promise<readonly string[]>;
}

/** Where the handshake stands (protocol §2). Each phase is an object of its own, so that a later one is told apart. */
type Phase =
  | { readonly name: 'opening' }
  | { readonly name: 'challenge' }
  | {
      readonly name: 'proof';
      readonly nonces: Nonces;
      readonly mac: CryptoKey;
      readonly encryption: CryptoKey | undefined;
    }
  | { readonly name: 'hello'; readonly newKey: CryptoKey | undefined }
  | { readonly name: 'capabilities'; readonly requestId: string; readonly welcome: Welcome }
  | { readonly name: 'connected' }
  | { readonly name: 'over' };

type PhaseNamed<Name extends Phase['name']> = Extract<Phase, { readonly name: Name }>;

/** RFC 6455: normal closure. Every close of ours has this code. */
const NORMAL_CLOSURE = 1000;
/** RFC 6455: policy violation; the daemon's answer to a peer it does not believe. */
const POLICY_VIOLATION = 1008;

/**
 * One attempt to connect, from the opening of its socket to its end. It calls back after its constructor has returned,
 * and never again once it was abandoned.
 */
export class Attempt {
  readonly #deps: AttemptDeps;
  readonly #plan: AttemptPlan;
  readonly #events: AttemptEvents;
  readonly #peer: PeerClaim;
  #phase: Phase = { name: 'opening' };
  #socket: Socket | undefined;
  #methods: readonly string[] = [];
  #stopTimer: Cancel = () => undefined;
  /** WebCrypto is asynchronous, so what the socket reports waits here for its turn. */
  #queue = Promise.resolve();

  constructor(deps: AttemptDeps, plan: AttemptPlan, events: AttemptEvents) {
    this.#deps = deps;
    this.#plan = plan;
    this.#events = events;
    this.#peer = { kind: 'browser', instanceId: plan.instanceId };
    this.#enqueue(() => this.#open());
  }

  /** Sends a frame; one for a connection that is over goes nowhere. */
  send(text: string): void {
    if (this.#phase.name !== 'over') this.#socket?.send(text);
  }

  /** Closes the connection and reports its end. */
  close(end: AttemptEnd = 'closed'): void {
    if (this.#phase.name === 'over') return;
    const unopened = this.#phase.name === 'opening';
    this.abandon();
    this.#events.ended(unopened ? 'unreachable' : end);
  }

  /** Closes the connection and reports nothing any more. */
  abandon(): void {
    this.#phase = { name: 'over' };
    this.#stopTimer();
    this.#socket?.close(NORMAL_CLOSURE);
  }

  /** Whatever is thrown on the way ends the attempt, and nothing but the attempt. */
  #enqueue(step: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(step).catch((error) => {
      if (this.#phase.name !== 'over') console.warn('The connection to the daemon failed', error);
      this.close();
    });
  }

  async #open(): Promise<void> {
    this.#methods = await this.#deps.methods();
    if (this.#phase.name === 'over') return;
    this.#limit(AUTH_TIMEOUT_MS);
    this.#socket = this.#deps.openSocket(this.#plan.url, {
      opened: () => this.#opened(),
      text: (text) => this.#enqueue(() => this.#receive(text)),
      binary: () =>
        this.#enqueue(() => {
          throw new ProtocolViolation('a binary frame');
        }),
      closed: (code) => this.#enqueue(() => this.#closed(code)),
    });
  }

  #opened(): void {
    if (this.#phase.name !== 'opening') return;
    this.#phase = { name: 'challenge' };
    this.#limit(AUTH_TIMEOUT_MS);
  }

  /** Ends the attempt unless the next limit comes first. */
  #limit(milliseconds: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#deps.clock.after(milliseconds, () => this.close());
  }

  #closed(code: number): void {
    const refused = code === POLICY_VIOLATION && this.#phase.name !== 'connected';
    this.close(refused ? 'refused' : 'closed');
  }

  #receive(text: string): void | Promise<void> {
    const frame = decodeFrame(text);
    if (frame === undefined) throw new ProtocolViolation('a frame that is no JSON-RPC message');
    return fitsInUtf8(text, MAX_FRAME_BYTES) ? this.#handle(frame) : this.#rejectOversized(frame);
  }

  /** Protocol §1: rejected before dispatch. A daemon in good standing is told why and keeps its connection. */
  #rejectOversized(frame: Frame): void {
    if (this.#phase.name !== 'connected' || frame.kind !== 'request') {
      throw new ProtocolViolation('a frame of more than 4 MiB');
    }
    const message = 'The request is larger than the 4 MiB one frame may hold';
    this.send(failureFrame(frame.id, { code: 'PAYLOAD_TOO_LARGE', message }));
  }

  #handle(frame: Frame): void | Promise<void> {
    const phase = this.#phase;
    switch (phase.name) {
      case 'challenge':
        return this.#prove(phase, frame);
      case 'proof':
        return this.#verify(phase, frame);
      case 'hello':
        return this.#declare(phase, frame);
      case 'capabilities':
        return this.#accept(phase, frame);
      case 'connected':
        return this.#events.frame(frame);
      case 'opening':
      case 'over':
        return undefined;
    }
  }

  /** Answers `$session.authenticate` (protocol §2.1). */
  async #prove(phase: PhaseNamed<'challenge'>, frame: Frame): Promise<void> {
    const { id, params } = expectRequest(frame, '$session.authenticate');
    if (!isNonce(params.nonceD)) throw new ProtocolViolation('a challenge without a nonce');
    const { credential, instanceId } = this.#plan;
    const { mode } = credential;
    const nonces = { daemon: params.nonceD, extension: createNonce() };
    const { mac, encryption } = await keysOf(credential);
    const hmac = await signAsExtension(mac, mode, this.#peer, nonces);
    if (this.#phase !== phase) return;
    this.#phase = { name: 'proof', nonces, mac, encryption };
    const peer = { kind: 'browser', instanceId };
    this.send(resultFrame(id, { mode, nonceE: nonces.extension, hmac, peer }));
  }

  /** Believes the daemon, or not, by its `$session.authenticated` (protocol §2.1). */
  async #verify(phase: PhaseNamed<'proof'>, frame: Frame): Promise<void> {
    const { hmac, key } = expectNotification(frame, '$session.authenticated').params;
    if (typeof hmac !== 'string') throw new ProtocolViolation('a proof without a MAC');
    const { nonces, mac, encryption } = phase;
    const isBelieved = await verifyDaemon(mac, this.#plan.credential.mode, this.#peer, nonces, hmac);
    if (this.#phase !== phase) return;
    if (!isBelieved) {
      this.close('refused');
      return;
    }
    const newKey = encryption && (await unwrapKey(encryption, key));
    if (this.#phase !== phase) return;
    this.#phase = { name: 'hello', newKey };
    // The daemon has proven itself and may be slow, but not for ever.
    this.#limit(PING_INTERVAL_MS);
  }

  /** Answers `$session.hello` with what this instance can do (protocol §2.2). */
  #declare({ newKey }: PhaseNamed<'hello'>, frame: Frame): void {
    const { daemonVersion } = expectNotification(frame, '$session.hello').params;
    if (typeof daemonVersion !== 'string') throw new ProtocolViolation('a hello without a version');
    const requestId = crypto.randomUUID();
    const methods = this.#methods;
    this.#phase = { name: 'capabilities', requestId, welcome: { daemonVersion, methods, newKey } };
    const capabilities = { schemaVersion: SCHEMA_VERSION, methods, peer: this.#plan.peer };
    this.send(requestFrame(requestId, '$session.capabilities', capabilities));
  }

  /** Takes the daemon's word on the capabilities (protocol §2.2). */
  async #accept({ requestId, welcome }: PhaseNamed<'capabilities'>, frame: Frame): Promise<void> {
    if (frame.kind === 'request' || frame.kind === 'notification' || frame.id !== requestId) {
      throw new ProtocolViolation('something else before the reply to the capabilities');
    }
    if (frame.kind === 'error') {
      this.close(frame.error.data?.code === 'CONFLICT' ? 'conflict' : 'closed');
      return;
    }
    this.#stopTimer();
    this.#phase = { name: 'connected' };
    await this.#events.accepted(welcome);
  }
}

/** The peer did what the protocol forbids; the connection is closed for it. */
class ProtocolViolation extends Error {
  constructor(what: string) {
    super(`The daemon sent ${what}`);
    this.name = 'ProtocolViolation';
  }
}

function expectRequest(frame: Frame, method: string): Extract<Frame, { kind: 'request' }> {
  if (frame.kind === 'request' && frame.method === method) return frame;
  throw new ProtocolViolation(`something else than a ${method} request`);
}

function expectNotification(frame: Frame, method: string): Extract<Frame, { kind: 'notification' }> {
  if (frame.kind === 'notification' && frame.method === method) return frame;
  throw new ProtocolViolation(`something else than a ${method} notification`);
}

async function keysOf(credential: Credential): Promise<{ mac: CryptoKey; encryption?: CryptoKey }> {
  if (credential.mode === 'session') return { mac: credential.key };
  return derivePairingKeys(credential.code);
}

/** @throws when it is no key delivered under the pairing's code. */
async function unwrapKey(encryption: CryptoKey, delivered: unknown): Promise<CryptoKey> {
  if (!isDeliveredKey(delivered)) throw new TypeError('The daemon delivered no key');
  const raw = await decryptSessionKey(encryption, delivered);
  const key = await importSessionKey(raw);
  raw.fill(0);
  return key;
}

const isDeliveredKey = (value: unknown): value is DeliveredKey =>
  typeof value === 'object' &&
  value !== null &&
  'ciphertext' in value &&
  typeof value.ciphertext === 'string' &&
  'iv' in value &&
  typeof value.iv === 'string';
