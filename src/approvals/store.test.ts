import { expect, test } from 'vitest';
import { failure } from '../handlers/fakes/call.ts';
import { EMPTY_QUEUE, type QueueState } from './record.ts';
import { createQueueStore, MAX_STORED_BYTES } from './store.ts';

const STATE: QueueState = { ...EMPTY_QUEUE, window: { windowId: 1, tabId: 2, documentId: null } };
const LARGER: QueueState = { ...EMPTY_QUEUE, window: { windowId: 3, tabId: 4, documentId: null } };

function storage() {
  const stored: Record<string, unknown> = {};
  const session: { bytes: number; failure: Error | null } = { bytes: 0, failure: null };
  const api = {
    get: async (key: string) => (key in stored ? { [key]: stored[key] } : {}),
    set: async (items: object) => {
      if (session.failure !== null) throw session.failure;
      Object.assign(stored, items);
    },
    remove: async (key: string) => {
      delete stored[key];
    },
    getBytesInUse: async () => session.bytes,
  };
  return { session, store: createQueueStore(Object.assign(Object.create(null), api)) };
}

test('what is saved is loaded again; nothing saved is an empty queue', async () => {
  const { store } = storage();
  expect(await store.load()).toEqual(EMPTY_QUEUE);
  await store.save(STATE);
  expect(await store.load()).toEqual(STATE);
});

test('a request that fits is admitted', async () => {
  const { store, session } = storage();
  session.bytes = MAX_STORED_BYTES;
  await store.admit(EMPTY_QUEUE, LARGER);
  expect(await store.load()).toEqual(LARGER);
});

test('a request that leaves too little room for anything else is refused and not kept', async () => {
  const { store, session } = storage();
  await store.save(STATE);
  session.bytes = MAX_STORED_BYTES + 1;
  await expect(store.admit(STATE, LARGER)).rejects.toEqual(
    failure('INVALID_REQUEST', 'too much to review in one approval'),
  );
  expect(await store.load()).toEqual(STATE);
});

test('a request Chrome has no room for is refused; another failure stays what it is', async () => {
  const { store, session } = storage();
  session.failure = new Error('Session storage quota bytes exceeded. Values were not stored.');
  await expect(store.admit(STATE, LARGER)).rejects.toEqual(failure('INVALID_REQUEST', 'too much'));
  session.failure = new Error('Broken');
  await expect(store.admit(STATE, LARGER)).rejects.toThrow('Broken');
});

test('progress is kept for each act until it is dropped', async () => {
  const { store } = storage();
  await store.saveProgress('a', 3);
  expect([await store.loadProgress('a'), await store.loadProgress('b')]).toEqual([3, undefined]);
  await store.dropProgress('a');
  expect(await store.loadProgress('a')).toBe(undefined);
});
