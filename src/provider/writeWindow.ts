import * as z from 'zod/mini';
import type { ProviderStorage } from './policy.ts';
import { createSerial, type Serial } from './serial.ts';

/** How many changes one extension may ask for within {@link WRITE_WINDOW_MS}. */
export const MAX_WRITES = 30;

export const WRITE_WINDOW_MS = 60_000;

const KEY = 'providerWrites';
const kept = z.record(z.string(), z.array(z.number()));

/** Counts the changes of each extension in a sliding window, over all lives of the worker. */
export class WriteWindow {
  readonly #storage: ProviderStorage;
  readonly #now: () => number;
  readonly #inTurn: Serial = createSerial();

  /** @param storage one that the browser forgets when it closes. */
  constructor(storage: ProviderStorage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /**
   * Counts one change.
   * @returns milliseconds until the next one is free when this one is too many, and then it is not counted; else 0.
   */
  take(extensionId: string): Promise<number> {
    return this.#inTurn(async () => {
      const now = this.#now();
      const all = z.safeParse(kept, (await this.#storage.get(KEY))[KEY]).data ?? {};
      const isRecent = (at: number) => at > now - WRITE_WINDOW_MS && at <= now;
      const recent = Object.entries(all).map(([id, times]) => [id, times.filter(isRecent)] as const);
      const own = recent.find(([id]) => id === extensionId)?.[1] ?? [];
      const [first] = own;
      if (first !== undefined && own.length >= MAX_WRITES) return first + WRITE_WINDOW_MS - now;
      const others = recent.filter(([id, times]) => id !== extensionId && times.length > 0);
      await this.#storage.set({ [KEY]: Object.fromEntries([...others, [extensionId, [...own, now]]]) });
      return 0;
    });
  }
}
