import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../shared/activity.ts';
import { createActivityStore, MAX_ENTRIES } from './store.ts';

const entry = (id: number): ActivityEntry => ({
  id,
  at: id,
  caller: 'test',
  method: 'tabs.open',
  targets: [],
  moreTargets: 0,
  outcome: 'done',
  count: 1,
  durationMs: 1,
});

function memory() {
  const kept = new Map<number, ActivityEntry>();
  const store = createActivityStore({
    setMany: async (entries) => {
      for (const [id, value] of entries) kept.set(id, value);
    },
    keys: async () => [...kept.keys()],
    values: async () => [...kept.values()],
    delMany: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
    clear: async () => kept.clear(),
  });
  return { kept, store };
}

test('entries come back newest first, each once', async () => {
  const { store } = memory();
  await store.put([entry(2), entry(10)]);
  await store.put([entry(9), { ...entry(2), count: 5 }]);
  expect((await store.all()).map(({ id, count }) => [id, count])).toEqual([
    [10, 1],
    [9, 1],
    [2, 5],
  ]);
});

test('the oldest make room for the newest', async () => {
  const { store, kept } = memory();
  await store.put(Array.from({ length: MAX_ENTRIES }, (_, index) => entry(index + 1)));
  await store.put([entry(5_000), entry(5_001)]);
  expect(kept.size).toBe(MAX_ENTRIES);
  const ids = (await store.all()).map(({ id }) => id);
  expect([ids[0], ids.at(-1)]).toEqual([5_001, 3]);
});

test('clearing leaves nothing', async () => {
  const { store } = memory();
  await store.put([entry(1)]);
  await store.clear();
  expect(await store.all()).toEqual([]);
});
