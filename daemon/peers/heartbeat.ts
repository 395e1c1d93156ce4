import { randomUUID } from 'node:crypto';
import { PING_INTERVAL_MS } from '../../protocol/limits.ts';
import type { Clock, Disposer } from '../clock.ts';

/** What a heartbeat does to its connection. */
export interface HeartbeatActions {
  ping(id: string): void;
  onTimeout(): void;
}

/** Pings every 30 s; a ping unanswered when the next is due is a timeout (protocol §2.3). */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #actions: HeartbeatActions;
  #awaited: string | undefined;
  #stop: Disposer = () => undefined;

  constructor(clock: Clock, actions: HeartbeatActions) {
    this.#clock = clock;
    this.#actions = actions;
  }

  start(): void {
    this.#stop = this.#clock.after(PING_INTERVAL_MS, () => this.#beat());
  }

  stop(): void {
    this.#stop();
  }

  /** Whether `id` is the ping that waits for its answer, which it thereby has. */
  answered(id: string): boolean {
    if (id !== this.#awaited) return false;
    this.#awaited = undefined;
    return true;
  }

  #beat(): void {
    if (this.#awaited !== undefined) {
      this.#actions.onTimeout();
      return;
    }
    const id = randomUUID();
    this.#awaited = id;
    this.start();
    this.#actions.ping(id);
  }
}
