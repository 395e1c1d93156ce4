import { describe, expect, test } from 'vitest';
import { minutesAndSeconds, msToNextSecond, secondsLeft } from './countdown.ts';

describe('a countdown', () => {
  test('rounds up, so that it says 1 until the very end', () => {
    expect(secondsLeft(10_000, 0)).toBe(10);
    expect(secondsLeft(10_000, 1)).toBe(10);
    expect(secondsLeft(10_000, 9_999)).toBe(1);
    expect(secondsLeft(10_000, 10_000)).toBe(0);
  });

  test('is never negative', () => {
    expect(secondsLeft(10_000, 99_000)).toBe(0);
  });

  test('is due when the shown number changes, and never once it is over', () => {
    for (const now of [0, 1, 400, 999, 1_000, 9_999]) {
      const due = msToNextSecond(10_000, now) ?? Number.NaN;
      expect(secondsLeft(10_000, now + due)).toBe(secondsLeft(10_000, now) - 1);
      if (due > 1) expect(secondsLeft(10_000, now + due - 1)).toBe(secondsLeft(10_000, now));
    }
    expect(msToNextSecond(10_000, 10_000)).toBeNull();
  });

  test('is written as minutes and seconds', () => {
    expect(minutesAndSeconds(0)).toBe('0:00');
    expect(minutesAndSeconds(59)).toBe('0:59');
    expect(minutesAndSeconds(298)).toBe('4:58');
  });
});
