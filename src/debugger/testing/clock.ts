/** Lets everything happen that needs no time to pass. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Time that passes only when a test says so. */
export class Clock {
  now = 1_700_000_000_000;
  readonly #timers = new Set<Timer>();

  /** Calls back after so many milliseconds, unless the returned function is called before. */
  start(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.now + milliseconds, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass; what falls due happens in order, each with all that follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (let due = this.#next(end); due !== undefined; due = this.#next(end)) {
      this.#timers.delete(due);
      this.now = Math.max(this.now, due.at);
      due.act();
      await settle();
    }
    this.now = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}
