import { expect, test } from 'vitest';
import { elapsedSince } from './elapsed.ts';

const MINUTE_MS = 60_000;

test.each([
  [-5_000, { unit: 'now' }],
  [0, { unit: 'now' }],
  [MINUTE_MS - 1, { unit: 'now' }],
  [MINUTE_MS, { unit: 'minutes', count: 1 }],
  [60 * MINUTE_MS - 1, { unit: 'minutes', count: 59 }],
  [60 * MINUTE_MS, { unit: 'hours', count: 1 }],
  [49 * 60 * MINUTE_MS, { unit: 'hours', count: 49 }],
] as const)('%i ms ago is said as %j', (ago, said) => {
  expect(elapsedSince(1_000_000, 1_000_000 + ago)).toEqual(said);
});
