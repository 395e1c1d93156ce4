import { DomainError } from '../../protocol/errors.ts';
import { WRITE_DECISION_TTL_MS } from '../../protocol/limits.ts';
import type { HeldCall } from '../../shared/provider.ts';

/** A change that is about to wait for the person. */
export type HeldRequest = Omit<HeldCall, 'id' | 'receivedAt'> & {
  readonly callId: string;
  readonly connection: string;
};

export interface ReviewsDeps {
  readonly now: () => number;
  readonly createId: () => string;
  /** @returns what stops the timer. */
  readonly startTimer: (milliseconds: number, act: () => void) => () => void;
  readonly changed: () => void;
}

interface Waiting {
  readonly callId: string;
  readonly connection: string;
  readonly view: HeldCall;
  readonly settle: (failure: DomainError | undefined) => void;
}

/**
 * The changes that wait for the person's word. They live as long as the worker, which the page keeps awake while a call
 * is open; nothing of them has happened yet, so a worker that dies all the same takes nothing with it.
 */
export class Reviews {
  readonly #deps: ReviewsDeps;
  readonly #waiting = new Map<string, Waiting>();

  constructor(deps: ReviewsDeps) {
    this.#deps = deps;
  }

  /**
   * Waits for the person.
   * @throws DomainError USER_REJECTED or OPERATION_EXPIRED.
   */
  async hold({ callId, connection, ...request }: HeldRequest): Promise<void> {
    const { now, createId, startTimer, changed } = this.#deps;
    const view = { ...request, id: createId(), receivedAt: now() };
    const failure = await new Promise<DomainError | undefined>((settle) => {
      const stopTimer = startTimer(WRITE_DECISION_TTL_MS, () => this.#end(view.id, EXPIRED));
      this.#waiting.set(view.id, {
        callId,
        connection,
        view,
        settle: (reason) => {
          stopTimer();
          settle(reason);
        },
      });
      changed();
    });
    changed();
    if (failure !== undefined) throw failure;
  }

  /** The person's word. */
  decide(id: string, isAllowed: boolean): void {
    this.#end(id, isAllowed ? undefined : REJECTED);
  }

  /** The caller withdrew its call. */
  cancel(callId: string): void {
    for (const { callId: held, view } of this.#waiting.values()) {
      if (held === callId) this.#end(view.id, EXPIRED);
    }
  }

  /** The connections that are up; the callers on any other are gone. */
  connectionsAre(connections: readonly string[]): void {
    for (const { connection, view } of this.#waiting.values()) {
      if (!connections.includes(connection)) this.#end(view.id, EXPIRED);
    }
  }

  views(): readonly HeldCall[] {
    return Array.from(this.#waiting.values(), ({ view }) => view);
  }

  #end(id: string, failure: DomainError | undefined): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settle(failure);
  }
}

const REJECTED = new DomainError('USER_REJECTED', 'The user did not allow this change; nothing was done');
const EXPIRED = new DomainError('OPERATION_EXPIRED', 'Nobody allowed this change in time; nothing was done');
