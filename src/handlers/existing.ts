import { DomainError } from '../../protocol/errors.ts';
import { requireForeignTab } from '../ownPages.ts';
import type { Chrome } from './define.ts';

/** Finds a tab. @throws DomainError NOT_FOUND. */
export async function requireTab(chrome: Chrome, tabId: number): Promise<chrome.tabs.Tab> {
  try {
    return await chrome.tabs.get(tabId);
  } catch {
    throw new DomainError('NOT_FOUND', `No tab ${tabId}`);
  }
}

/** Finds a window, with its tabs. @throws DomainError NOT_FOUND. */
export async function requireWindow(chrome: Chrome, windowId: number): Promise<chrome.windows.Window> {
  try {
    return await chrome.windows.get(windowId, { populate: true });
  } catch {
    throw new DomainError('NOT_FOUND', `No window ${windowId}`);
  }
}

/**
 * Finds tabs that a caller wants changed.
 * @throws DomainError NOT_FOUND when one does not exist, INVALID_REQUEST when one shows a page of this extension.
 */
export async function requireForeignTabs(
  chrome: Chrome,
  tabIds: readonly number[],
): Promise<chrome.tabs.Tab[]> {
  const tabs: chrome.tabs.Tab[] = [];
  for (const tabId of tabIds) tabs.push(await requireTab(chrome, tabId));
  for (const tab of tabs) requireForeignTab(tab, chrome.runtime.id);
  return tabs;
}

/**
 * Finds windows that a caller wants changed. One that shows a page of ours is not among them: to close the approval
 * window would count as the human's rejection, to raise or cover it would steer what the human clicks.
 * @throws DomainError NOT_FOUND when one does not exist, INVALID_REQUEST when one shows a page of this extension.
 */
export async function requireForeignWindows(chrome: Chrome, windowIds: readonly number[]): Promise<void> {
  const windows: chrome.windows.Window[] = [];
  for (const windowId of windowIds) windows.push(await requireWindow(chrome, windowId));
  for (const { tabs = [] } of windows) {
    for (const tab of tabs) requireForeignTab(tab, chrome.runtime.id);
  }
}
