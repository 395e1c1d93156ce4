import { bookmarksHandlers } from './bookmarks.ts';
import { browsingDataHandlers } from './browsingData.ts';
import { cookiesHandlers } from './cookies.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { downloadsHandlers } from './downloads.ts';
import { extensionsHandlers } from './extensions.ts';
import { historyHandlers } from './history.ts';
import { readingListHandlers } from './readingList.ts';
import { recentHandlers } from './recent.ts';
import { tabGroupsHandlers } from './tabGroups.ts';
import { tabsHandlers } from './tabs.ts';
import { windowsHandlers } from './windows.ts';

/** The domains whose methods need nothing but the browser; those of the debugger live with its attachments. */
export type BrowserDomain =
  | 'tabs'
  | 'windows'
  | 'tabGroups'
  | 'readingList'
  | 'bookmarks'
  | 'history'
  | 'browsingData'
  | 'recent'
  | 'downloads'
  | 'cookies'
  | 'extensions';

/**
 * Every such method's handler, over one browser.
 * @param now the time, in milliseconds since the epoch.
 */
export function createHandlers(
  chrome: Chrome,
  now: () => number = Date.now,
): Handlers<DomainMethodName<BrowserDomain>> {
  return {
    ...tabsHandlers(chrome),
    ...windowsHandlers(chrome),
    ...tabGroupsHandlers(chrome),
    ...readingListHandlers(chrome),
    ...bookmarksHandlers(chrome),
    ...historyHandlers(chrome, now),
    ...browsingDataHandlers(chrome),
    ...recentHandlers(chrome),
    ...downloadsHandlers(chrome),
    ...cookiesHandlers(chrome, now),
    ...extensionsHandlers(chrome),
  };
}
