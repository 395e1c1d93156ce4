import type { SecurityEvent } from '../protocol/control.ts';
import type { PeerClaim } from '../protocol/handshake.ts';
import type { Clock } from './clock.ts';

/** How many events are kept; the oldest go first. */
const MAX_EVENTS = 500;

/** What the owner may want to know of attempts to reach the daemon; in memory only, and never a secret. */
export class Audit {
  readonly #clock: Clock;
  #events: SecurityEvent[] = [];
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events since the daemon started, those no longer kept included. */
  get count(): number {
    return this.#count;
  }

  /** The last 500 events, oldest first. */
  list(): readonly SecurityEvent[] {
    return [...this.#events];
  }

  /** Records an event as of now. */
  record(event: Omit<SecurityEvent, 'at'>): void {
    this.#count += 1;
    this.#events.push({ at: new Date(this.#clock.now()).toISOString(), ...event });
    if (this.#events.length > MAX_EVENTS) this.#events = this.#events.slice(-MAX_EVENTS);
  }
}

/** How a peer is called in an event. */
export const auditName = (peer: PeerClaim): string =>
  peer.kind === 'browser' ? `browser:${peer.instanceId}` : 'scriptcat';
