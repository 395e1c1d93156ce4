import { expect, test } from 'vitest';
import { Audit } from './audit.ts';
import { TestClock } from './testing/testClock.ts';

test('the last 500 events are kept, oldest first, and all are counted', () => {
  const clock = new TestClock();
  const audit = new Audit(clock);
  const start = clock.now();
  for (let index = 0; index < 510; index++) {
    audit.record({ type: 'origin.rejected', reason: `https://${index}.example` });
    clock.advance(1_000);
  }
  expect(audit.count).toBe(510);
  const events = audit.list();
  expect(events).toHaveLength(500);
  expect(events[0]).toEqual({
    at: new Date(start + 10_000).toISOString(),
    type: 'origin.rejected',
    reason: 'https://10.example',
  });
  expect(events.at(-1)?.reason).toBe('https://509.example');
});
