import { expect, test, vi } from 'vitest';
import { showPendingCount } from './badge.ts';

test('the badge counts what waits, and is empty when nothing does', async () => {
  const action = {
    setBadgeText: vi.fn(async (_: { text?: string | undefined }) => undefined),
    setBadgeBackgroundColor: vi.fn(async () => undefined),
    setBadgeTextColor: vi.fn(async () => undefined),
  };
  await showPendingCount(Object.assign(Object.create(null), action), 12);
  await showPendingCount(Object.assign(Object.create(null), action), 0);
  expect(action.setBadgeText.mock.calls).toEqual([[{ text: '12' }], [{ text: '' }]]);
});
