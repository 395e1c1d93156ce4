const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A duration as people say it. */
export type Elapsed =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours'; readonly count: number };

/** How long ago a moment was. Both in milliseconds since the epoch; a moment to come counts as now. */
export function elapsedSince(moment: number, now: number): Elapsed {
  const elapsed = now - moment;
  if (elapsed < MINUTE_MS) return { unit: 'now' };
  if (elapsed < HOUR_MS) return { unit: 'minutes', count: Math.floor(elapsed / MINUTE_MS) };
  return { unit: 'hours', count: Math.floor(elapsed / HOUR_MS) };
}
