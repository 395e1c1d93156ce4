const SECOND_MS = 1_000;

/** Whole seconds until a moment, rounded up, never negative. Both times in milliseconds since the epoch. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / SECOND_MS));

/** Milliseconds until {@link secondsLeft} next changes; null when it is 0 and stays so. */
export function msToNextSecond(until: number, now: number): number | null {
  if (until <= now) return null;
  const remainder = (until - now) % SECOND_MS;
  return remainder === 0 ? SECOND_MS : remainder;
}

/** Seconds as `m:ss`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
