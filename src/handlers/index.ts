import { bookmarksHandlers } from './bookmarks.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { tabsHandlers } from './tabs.ts';
import { windowsHandlers } from './windows.ts';

/** The methods of chrome.* that run without a human; those of the debugger live with its attachments. */
export type BrowserDomain = 'tabs' | 'windows' | 'bookmarks';

/** Every such method's handler, over one browser. */
export function createHandlers(chrome: Chrome): Handlers<DomainMethodName<BrowserDomain>> {
  return {
    ...tabsHandlers(chrome),
    ...windowsHandlers(chrome),
    ...bookmarksHandlers(chrome),
  };
}
