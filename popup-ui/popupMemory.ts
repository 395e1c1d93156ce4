import type { PopupMemory } from './popupModel.ts';

const DRAFT_KEY = 'pairingCodeDraft';
const PAIRS_AGAIN_KEY = 'rePairFlow';

/** The part of `chrome.storage.session` the memory needs. */
export interface MemoryStorage {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** What an earlier popup of this browser session left. */
export async function loadMemory(storage: MemoryStorage): Promise<PopupMemory> {
  const stored = await storage.get([DRAFT_KEY, PAIRS_AGAIN_KEY]);
  const draft = stored[DRAFT_KEY];
  return {
    draft: typeof draft === 'string' ? draft : '',
    pairsAgain: stored[PAIRS_AGAIN_KEY] === true,
  };
}

/** Keeps the memory for the next popup of this browser session; an empty one leaves nothing behind. */
export function saveMemory(storage: MemoryStorage, { draft, pairsAgain }: PopupMemory): Promise<void> {
  if (draft === '' && !pairsAgain) return storage.remove([DRAFT_KEY, PAIRS_AGAIN_KEY]);
  return storage.set({ [DRAFT_KEY]: draft, [PAIRS_AGAIN_KEY]: pairsAgain });
}
