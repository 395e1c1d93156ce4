import type { ActivityEntry } from '../../shared/activity.ts';

/** How many entries are kept. */
export const MAX_ENTRIES = 1_000;

/** Where the activity is kept. Each member throws when the browser does not store it. */
export interface ActivityStore {
  /** Adds entries or replaces those of the same ID, and drops the oldest beyond {@link MAX_ENTRIES}. */
  readonly put: (entries: readonly ActivityEntry[]) => Promise<void>;
  /** Newest first. */
  readonly all: () => Promise<readonly ActivityEntry[]>;
  readonly clear: () => Promise<void>;
}

/** The key-value store beneath. */
export interface EntryStorage {
  readonly setMany: (entries: [number, ActivityEntry][]) => Promise<void>;
  readonly keys: () => Promise<number[]>;
  readonly values: () => Promise<ActivityEntry[]>;
  readonly delMany: (keys: number[]) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Keeps the activity by its entries' IDs, which grow with time. */
export const createActivityStore = (storage: EntryStorage): ActivityStore => ({
  async put(entries) {
    await storage.setMany(entries.map((entry) => [entry.id, entry]));
    const ids = (await storage.keys()).sort((one, other) => one - other);
    if (ids.length > MAX_ENTRIES) await storage.delMany(ids.slice(0, ids.length - MAX_ENTRIES));
  },
  all: async () => (await storage.values()).sort((one, other) => other.id - one.id),
  clear: () => storage.clear(),
});
