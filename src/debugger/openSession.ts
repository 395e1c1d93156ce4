import { DomainError } from '../../protocol/errors.ts';
import { showsOwnPage } from '../ownPages.ts';
import { detachedError } from './attachment.ts';
import { refusalOf } from './attachRefusal.ts';
import { saysAlreadyAttached, saysNotAttached, textOf } from './chromeTexts.ts';
import type { DebuggerDeps } from './deps.ts';
import { holdsOwnUrl } from './ownOrigin.ts';
import { within } from './within.ts';

const PROTOCOL_VERSION = '1.3';

/** How long Chrome may take to tell a tab's history, which it does without asking the page. */
const HISTORY_MS = 2_000;

/**
 * Has Chrome attach to a tab.
 * @param save writes down that the tab is attached, before it is.
 * @throws DomainError NOT_FOUND for an unknown tab; PAGE_NOT_AUTOMATABLE when Chrome refuses, and for a tab that shows
 *   a page of this extension or could go back to one; DEBUGGER_DETACHED when Chrome ends the session meanwhile.
 */
export async function openSession(
  deps: DebuggerDeps,
  tabId: number,
  save: () => Promise<void>,
): Promise<void> {
  const { chrome } = deps;
  const tab = await chrome.tabs.get(tabId).catch(() => {
    throw new DomainError('NOT_FOUND', `No tab ${tabId}`);
  });
  if (showsOwnPage(tab, chrome.runtime.id)) {
    throw new DomainError('PAGE_NOT_AUTOMATABLE', `Tab ${tabId} shows a page of sctl Browser itself`);
  }
  await save();
  try {
    await attach(deps, tabId);
  } catch (error) {
    throw await refusalOf(chrome, tabId, tab.url ?? '', textOf(error));
  }
  try {
    await requireForeignHistory(deps, tabId, tab.url ?? '');
  } catch (error) {
    await chrome.debugger.detach({ tabId }).catch(() => undefined);
    throw error;
  }
}

async function attach({ chrome }: DebuggerDeps, tabId: number): Promise<void> {
  try {
    await chrome.debugger.attach({ tabId }, PROTOCOL_VERSION);
  } catch (error) {
    if (!saysAlreadyAttached(textOf(error))) throw error;
    // A session of our own that nobody remembers, or somebody else's. Chrome lets us detach ours only.
    const wasOurs = await chrome.debugger.detach({ tabId }).then(
      () => true,
      () => false,
    );
    if (!wasOurs) throw error;
    await chrome.debugger.attach({ tabId }, PROTOCOL_VERSION);
  }
}

/**
 * Checks that the tab cannot go back to a page of ours: Chrome would load it and run the session's scripts in it before
 * anything tells us (Chromium 156). The history of an attached tab cannot come to hold one unnoticed.
 */
async function requireForeignHistory(
  { chrome, startTimer }: DebuggerDeps,
  tabId: number,
  url: string,
): Promise<void> {
  const asked = chrome.debugger.sendCommand({ tabId }, 'Page.getNavigationHistory');
  const history = await within(startTimer, HISTORY_MS, asked).catch((error) => {
    const text = textOf(error);
    if (saysNotAttached(text)) throw detachedError(tabId, 'Chrome ended the session');
    return refusalOf(chrome, tabId, url, text).then((refusal) => Promise.reject(refusal));
  });
  if (history === undefined) {
    throw new DomainError(
      'PAGE_UNRESPONSIVE',
      `Chrome does not tell the history of tab ${tabId}; reload the tab`,
    );
  }
  if (holdsOwnUrl(history.entries, chrome.runtime.id)) {
    throw new DomainError(
      'PAGE_NOT_AUTOMATABLE',
      `Tab ${tabId} has shown a page of sctl Browser itself and could go back to it; use another tab`,
    );
  }
}
