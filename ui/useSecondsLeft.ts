import { useEffect, useState } from 'preact/hooks';
import { msToNextSecond, secondsLeft } from './countdown.ts';

/** Whole seconds until a moment (milliseconds since the epoch), kept up to date; 0 when there is none. */
export function useSecondsLeft(until: number | null): number {
  const [, redraw] = useState(0);
  const now = Date.now();
  const seconds = until === null ? 0 : secondsLeft(until, now);
  const next = until === null ? null : msToNextSecond(until, now);

  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(() => redraw((count) => count + 1), next);
    return () => clearTimeout(timer);
  });
  return seconds;
}
