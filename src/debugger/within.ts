import type { DebuggerDeps } from './deps.ts';

/**
 * Waits for a promise, but not for ever.
 * @param milliseconds how long at most.
 * @returns what the promise resolves with, or undefined when the time is over; rejects as the promise does.
 */
export function within<Value>(
  startTimer: DebuggerDeps['startTimer'],
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const stop = startTimer(milliseconds, () => resolve(undefined));
    promise.then(resolve, reject).finally(stop);
  });
}
