import { DomainError } from '../../protocol/errors.ts';
import { EMPTY_QUEUE, type QueueState } from './record.ts';

/** Where the queue is kept; what is here survives the worker, and is gone with the browser. */
export interface QueueStore {
  readonly load: () => Promise<QueueState>;
  /** @throws Error when Chrome does not store it; then the former state stands. */
  readonly save: (state: QueueState) => Promise<void>;
  /**
   * Saves a state with one more request.
   * @throws DomainError INVALID_REQUEST when that does not fit; then the former state stands.
   */
  readonly admit: (before: QueueState, after: QueueState) => Promise<void>;
  readonly saveProgress: (id: string, done: number) => Promise<void>;
  readonly loadProgress: (id: string) => Promise<number | undefined>;
  readonly dropProgress: (id: string) => Promise<void>;
}

type SessionStorage = Pick<typeof chrome.storage.session, 'get' | 'set' | 'remove' | 'getBytesInUse'>;

const QUEUE_KEY = 'approvals';
const progressKey = (id: string) => `approvalProgress:${id}`;

/** What requests may fill of the 10 MiB Chrome gives; the rest is for how they end, and for the debugger's marks. */
export const MAX_STORED_BYTES = 8_388_608;

/** Keeps the queue in `chrome.storage.session`. */
export function createQueueStore(session: SessionStorage): QueueStore {
  const save = (state: QueueState) => session.set({ [QUEUE_KEY]: state });

  return {
    async load() {
      const stored = await session.get<{ [QUEUE_KEY]?: QueueState }>(QUEUE_KEY);
      return stored[QUEUE_KEY] ?? EMPTY_QUEUE;
    },
    save,
    async admit(before, after) {
      try {
        await save(after);
      } catch (error) {
        throw /quota/i.test(String(error)) ? tooMuch() : error;
      }
      if ((await session.getBytesInUse(null)) <= MAX_STORED_BYTES) return;
      await save(before);
      throw tooMuch();
    },
    saveProgress: (id, done) => session.set({ [progressKey(id)]: done }),
    async loadProgress(id) {
      const stored = await session.get<Record<string, number>>(progressKey(id));
      return stored[progressKey(id)];
    },
    dropProgress: (id) => session.remove(progressKey(id)),
  };
}

const tooMuch = () =>
  new DomainError(
    'INVALID_REQUEST',
    'This is too much to review in one approval; ask for less at a time, or when fewer requests are waiting',
  );
