import { expect, test, vi } from 'vitest';
import { setDeadline } from './deadline.ts';

test('one alarm stands for the next deadline, and goes when nothing expires', async () => {
  const alarms = {
    create: vi.fn(async (_name: string, _info: object) => undefined),
    clear: vi.fn(async (_name: string) => true),
  };
  const deps = Object.assign(Object.create(null), alarms);
  await setDeadline(deps, 1_500);
  await setDeadline(deps, 900);
  expect(alarms.create.mock.calls).toEqual([
    ['approval-deadline', { when: 1_500 }],
    ['approval-deadline', { when: 900 }],
  ]);
  await setDeadline(deps, null);
  expect(alarms.clear.mock.calls).toEqual([['approval-deadline']]);
});
