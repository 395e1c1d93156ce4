import { showsOwnPage } from '../ownPages.ts';
import { Attachment } from './attachment.ts';
import { saysNotAttached, textOf } from './chromeTexts.ts';
import type { DebuggerDeps } from './deps.ts';
import type { RelayState } from './relayState.ts';
import { loadState, type SavedState, type SavedTab } from './savedState.ts';
import { within } from './within.ts';

/** How long Chrome may take to say whether a session lives, which it does without asking the page. */
const PROBE_MS = 1_000;

/** What a new life of the worker has to put right. */
export interface Unfinished {
  /** To be detached without a word: it was under way, or the connection they belong to has closed. */
  readonly orphans: readonly number[];
  /** To be detached because they show a page of this extension. */
  readonly own: readonly number[];
  /** Ended while there was no worker to hear of it. */
  readonly gone: readonly number[];
}

export const NOTHING_UNFINISHED: Unfinished = { orphans: [], own: [], gone: [] };

/**
 * Takes up what an earlier life of the worker left. Chrome keeps a debugger attached when the worker stops, so a
 * recorded tab is driven on (protocol §3.2). All recorded tabs count as attached until the caller has dealt with what
 * is returned, so that an event that is still on its way can say it better.
 */
export async function restore(deps: DebuggerDeps, state: RelayState): Promise<Unfinished> {
  const saved = await loadState(deps.chrome);
  const isOrphaned = state.connection !== undefined && state.connection !== saved.connection;
  if (state.connection === undefined) state.connection = saved.connection;
  if (saved.tabs.length === 0 && saved.owned.length === 0) return NOTHING_UNFINISHED;

  const openTabs = await deps.chrome.tabs.query({}).catch(() => undefined);
  if (!isOrphaned) restoreOwned(state, saved, openTabs);
  const sessions = saved.tabs.map((tab) => ({ status: tab.status, attachment: resume(deps, tab) }));
  for (const { attachment } of sessions) state.set(attachment.tabId, { kind: 'attached', attachment });

  const orphans = sessions.filter(({ status }) => isOrphaned || status === 'releasing');
  const kept = sessions.filter((session) => !orphans.includes(session)).map(tabIdOf);
  const own = new Set(
    openTabs?.filter((tab) => showsOwnPage(tab, deps.chrome.runtime.id)).map(({ id }) => id),
  );
  const alive = await livingSessions(deps, kept);
  return {
    orphans: orphans.map(tabIdOf),
    own: kept.filter((tabId) => own.has(tabId)),
    gone: kept.filter((tabId) => !alive.has(tabId)),
  };
}

function restoreOwned(state: RelayState, saved: SavedState, openTabs: chrome.tabs.Tab[] | undefined): void {
  const open = openTabs && new Set(openTabs.map(({ id }) => id));
  for (const tabId of saved.owned) {
    if (open?.has(tabId) !== false) state.owned.add(tabId);
  }
}

function resume(deps: DebuggerDeps, { tabId, recording, dialogOpen, lastUsedAt }: SavedTab): Attachment {
  return new Attachment(deps.chrome.debugger, tabId, 'earlier-life', {
    recording,
    dialogOpen,
    // The saved time is rounded up: a tab is rather detached a little late than while it is in use.
    lastUsedAt: Math.min(deps.now(), lastUsedAt),
  });
}

const tabIdOf = ({ attachment }: { readonly attachment: Attachment }): number => attachment.tabId;

/** The tabs whose session has not ended. */
async function livingSessions(deps: DebuggerDeps, tabIds: readonly number[]): Promise<ReadonlySet<number>> {
  const targets = await deps.chrome.debugger.getTargets().catch(() => undefined);
  const attached = targets && new Set(targets.flatMap(({ attached, tabId }) => (attached ? [tabId] : [])));
  const lives = await Promise.all(
    tabIds.map(async (tabId) => attached?.has(tabId) !== false && (await answers(deps, tabId))),
  );
  return new Set(tabIds.filter((_, index) => lives[index]));
}

/** Chrome's list counts the sessions of DevTools too; only a command tells whether one is ours. */
async function answers({ chrome, startTimer }: DebuggerDeps, tabId: number): Promise<boolean> {
  const answer = chrome.debugger.sendCommand({ tabId }, 'Target.getTargetInfo');
  return within(startTimer, PROBE_MS, answer).then(
    () => true,
    (error) => !saysNotAttached(textOf(error)),
  );
}
