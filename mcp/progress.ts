/** Runs something every so many milliseconds, until the function it returns is called. */
export type Every = (milliseconds: number, run: () => void) => () => void;

/** How often a client hears that a human's decision is still awaited. */
export const PROGRESS_INTERVAL_MS = 10_000;

/** Reports of progress on one call. */
export interface Progress {
  /** Reports at once and then at every interval; starting again changes nothing. */
  start(): void;
  stop(): void;
}

/** @param send takes one report: the seconds since the start. */
export function createProgress(send: (seconds: number) => void, every: Every): Progress {
  let reports = 0;
  let stop: (() => void) | undefined;
  const report = () => send((reports++ * PROGRESS_INTERVAL_MS) / 1_000);
  return {
    start() {
      if (stop !== undefined) return;
      stop = every(PROGRESS_INTERVAL_MS, report);
      report();
    },
    stop: () => stop?.(),
  };
}
