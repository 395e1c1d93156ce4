import type { Clock } from '../clock.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void) {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Moves time on and runs what falls due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let due = this.#next(end); due !== undefined; due = this.#next(end)) {
      this.#timers.delete(due);
      this.#now = due.at;
      due.run();
    }
    this.#now = end;
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
  }
}
