import * as z from 'zod/mini';
import { id, milliseconds } from '../../protocol/methods/fields.ts';
import type { DebuggerChrome } from './deps.ts';

const STORAGE_KEY = 'debugger';

const savedTab = z.strictObject({
  tabId: id,
  /** `releasing`: the detach was under way, and nobody is to hear of it. */
  status: z.enum(['attached', 'releasing']),
  recording: z.boolean(),
  dialogOpen: z.boolean(),
  lastUsedAt: milliseconds,
});

const savedState = z.strictObject({
  /** The connection all this belongs to. */
  connection: z.nullable(z.string()),
  tabs: z.array(savedTab),
  /** Endpoint-owned tabs, attached or not. */
  owned: z.array(id),
});

export type SavedTab = z.infer<typeof savedTab>;
/** What the relay keeps in chrome.storage.session, where it survives the worker and ends with the browser. */
export type SavedState = z.infer<typeof savedState>;

export const NOTHING_SAVED: SavedState = { connection: null, tabs: [], owned: [] };

/** What an earlier life of the worker left; nothing when there is none, or it cannot be understood. */
export async function loadState(chrome: Pick<DebuggerChrome, 'storage'>): Promise<SavedState> {
  const stored = await chrome.storage.session.get(STORAGE_KEY);
  const parsed = savedState.safeParse(stored[STORAGE_KEY]);
  return parsed.success ? parsed.data : NOTHING_SAVED;
}

export async function saveState(chrome: Pick<DebuggerChrome, 'storage'>, state: SavedState): Promise<void> {
  await chrome.storage.session.set({ [STORAGE_KEY]: state });
}
