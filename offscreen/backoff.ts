import type { Clock } from './clock.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** Milliseconds to wait after so many consecutive failures (1 or more): 1 s, doubling, at most 30 s. */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);

/** Does something until it works, waiting longer after each failure. Failures are logged by name only. */
export async function persevere<T>(clock: Clock, what: string, task: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await task();
    } catch (error) {
      console.error(`${what} failed; trying again`, error);
      await new Promise<void>((resolve) => clock.after(retryDelayMs(failures), resolve));
    }
  }
}
