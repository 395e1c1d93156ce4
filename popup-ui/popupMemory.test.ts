import { expect, test } from 'vitest';
import { loadMemory, type MemoryStorage, saveMemory } from './popupMemory.ts';

function fakeStorage(stored: Record<string, unknown> = {}) {
  const storage: MemoryStorage = {
    get: async () => ({ ...stored }),
    set: async (values) => void Object.assign(stored, values),
    remove: async (keys) => {
      for (const key of keys) delete stored[key];
    },
  };
  return { storage, stored };
}

test('a code begun comes back in the next popup', async () => {
  const { storage, stored } = fakeStorage();
  await saveMemory(storage, { draft: '7K3M-9', pairsAgain: true });
  expect(stored).toEqual({ pairingCodeDraft: '7K3M-9', rePairFlow: true });
  expect(await loadMemory(storage)).toEqual({ draft: '7K3M-9', pairsAgain: true });
});

test('an empty memory leaves nothing in storage', async () => {
  const { storage, stored } = fakeStorage({ pairingCodeDraft: '7K', rePairFlow: true });
  await saveMemory(storage, { draft: '', pairsAgain: false });
  expect(stored).toEqual({});
});

test('whatever else lies in storage counts as nothing', async () => {
  const { storage } = fakeStorage({ pairingCodeDraft: 7, rePairFlow: 'yes' });
  expect(await loadMemory(storage)).toEqual({ draft: '', pairsAgain: false });
});
