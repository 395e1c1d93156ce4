/** Undoes what it was returned for; calling it again does nothing. */
export type Cancel = () => void;

/** Time, handed in so that tests can bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something once, after so many milliseconds. */
  readonly after: (milliseconds: number, run: () => void) => Cancel;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Waits for something no longer than a limit.
 * @throws Error naming `what` when the time is over; what the task still comes to is ignored.
 */
export function within<T>(clock: Clock, milliseconds: number, what: string, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      reject(new Error(`${what} took longer than ${milliseconds} ms`));
    });
    task.finally(cancel).then(resolve, reject);
  });
}
