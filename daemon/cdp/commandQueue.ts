import type { Clock } from '../clock.ts';

/** How long a command that has not been answered holds up the next one. */
export const NEXT_COMMAND_MS = 20;

/**
 * The commands of one session, started one after the other: each once the one before is answered, or has been under way
 * for {@link NEXT_COMMAND_MS}. Some, such as an awaited promise, are answered late or never.
 */
export class CommandQueue {
  readonly #clock: Clock;
  #turn: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a command when its turn comes. @returns what it returns. */
  run<Value>(start: () => Promise<Value>): Promise<Value> {
    const outcome = this.#turn.then(start);
    this.#turn = this.#turn.then(() => this.#underWay(outcome));
    return outcome;
  }

  #underWay(outcome: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock.after(NEXT_COMMAND_MS, resolve);
      const over = () => {
        stop();
        resolve();
      };
      outcome.then(over, over);
    });
  }
}
