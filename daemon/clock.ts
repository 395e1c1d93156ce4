/** Undoes a registration; calling it again does nothing. */
export type Disposer = () => void;

/** Time, as the daemon sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once, `milliseconds` from now, unless it is disposed of first. */
  after(milliseconds: number, run: () => void): Disposer;
}

/** The system's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
