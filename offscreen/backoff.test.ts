import { beforeEach, expect, it, vi } from 'vitest';
import { persevere, retryDelayMs } from './backoff.ts';
import { FakeClock } from './fixtures/clock.fixture.ts';
import { Inbox } from './fixtures/inbox.fixture.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('doubles the delay from 1 s up to 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 2_000].map(retryDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

it('tries something until it works', async () => {
  const clock = new FakeClock();
  const waits = new Inbox<number>();
  const noting = {
    now: clock.now,
    after: (milliseconds: number, run: () => void) => {
      waits.push(milliseconds);
      return clock.after(milliseconds, run);
    },
  };
  let tries = 0;
  const done = persevere(noting, 'Reading', async () => {
    tries += 1;
    if (tries < 3) throw new Error('Not yet');
    return 'done';
  });
  for (let failure = 1; failure < 3; failure++) clock.advance(await waits.next());
  expect(await done).toBe('done');
  expect(waits.all).toEqual([1_000, 2_000]);
});
