import { DomainError } from '../../protocol/errors.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../peers/connections.ts';
import type { Registry } from '../registry.ts';
import { browserOffline, selectTargets, type TargetInstance } from './target.ts';

/**
 * How long after the daemon's start paired browsers count as on their way back: whoever restarted the daemon should not
 * be told that the browser is away while it reconnects.
 */
export const COMEBACK_MS = 3_000;

/** What the choice of targets draws on. */
export interface ComebackDeps {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly connections: Connections;
}

/** Chooses targets, and shortly after the daemon's start waits for those that are about to come back. */
export class Comeback {
  readonly #deps: ComebackDeps;
  readonly #until: number;
  readonly #waiters = new Set<() => void>();
  #closed = false;

  constructor(deps: ComebackDeps) {
    this.#deps = deps;
    this.#until = deps.clock.now() + COMEBACK_MS;
    deps.connections.online.subscribe(() => this.#wake());
  }

  /** As {@link selectTargets}, but shortly after the start it waits for a browser before it says that none is there. */
  async select(
    target: string | undefined,
    combines: boolean,
    signal?: AbortSignal,
  ): Promise<readonly TargetInstance[]> {
    const select = () => selectTargets(this.#candidates(), target, combines);
    if (!isAway(select)) return select();
    // A call without a target must not go to whichever of several browsers is back first.
    await this.#wait(() => (target === undefined ? this.#everyoneIsBack() : !isAway(select)), signal);
    return select();
  }

  /** Waits, shortly after the start, for one instance by its full ID. @throws DomainError `BROWSER_OFFLINE`. */
  async requireOnline(id: string, signal?: AbortSignal): Promise<void> {
    const online = () => this.#deps.connections.browser(id) !== undefined;
    if (online()) return;
    const instance = this.#deps.registry.get(id);
    if (instance !== undefined) await this.#wait(online, signal);
    if (!online()) throw browserOffline(instance ?? { id, name: 'The browser' });
  }

  /** Ends every wait. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #candidates() {
    const { registry, connections } = this.#deps;
    return { paired: registry.list(), online: connections.browsers().map(({ peer }) => peer) };
  }

  #everyoneIsBack(): boolean {
    const { paired, online } = this.#candidates();
    return paired.length === online.length;
  }

  /** Waits until `done`, the end of the comeback time, or the requester's hanging up. */
  async #wait(done: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    while (!this.#closed && !signal?.aborted && !done()) {
      const left = this.#until - this.#deps.clock.now();
      if (left <= 0) return;
      await this.#nextNews(left, signal);
    }
  }

  #nextNews(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        stopTimer();
        signal?.removeEventListener('abort', wake);
        this.#waiters.delete(wake);
        resolve();
      };
      const stopTimer = this.#deps.clock.after(milliseconds, wake);
      signal?.addEventListener('abort', wake, { once: true });
      this.#waiters.add(wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}

// With nobody paired `everyoneIsBack` is true at once, so nothing is waited for.
function isAway(select: () => unknown): boolean {
  try {
    select();
    return false;
  } catch (error) {
    return (
      error instanceof DomainError &&
      (error.code === 'NO_BROWSER_CONNECTED' || error.code === 'BROWSER_OFFLINE')
    );
  }
}
