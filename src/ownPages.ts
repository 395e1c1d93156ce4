import { DomainError } from '../protocol/errors.ts';

/**
 * Our own pages hold every permission and every approval, so no call may open, navigate to, or drive one of them. All
 * code that handles a URL or a tab on a caller's behalf asks here.
 */

/** Schemes whose URL wraps another one. */
const WRAPPERS = ['view-source:', 'blob:', 'filesystem:'];

/** Whether a URL shows a page of this extension, however it is wrapped and spelled. */
export function isOwnPage(url: string, ownId: string): boolean {
  let inner = url;
  for (;;) {
    if (!URL.canParse(inner)) return false;
    // Parsed anew at each layer: only the parser knows which blanks and line breaks Chrome overlooks.
    const { protocol, hostname, href } = new URL(inner);
    if (!WRAPPERS.includes(protocol)) {
      return protocol === 'chrome-extension:' && hostname.toLowerCase().replace(/\.+$/, '') === ownId;
    }
    inner = href.slice(protocol.length);
  }
}

/**
 * Checks a URL that a caller wants opened.
 * @throws DomainError INVALID_REQUEST when it does not parse or is a page of this extension.
 */
export function requireOpenableUrl(url: string, ownId: string): void {
  // An unparsable URL would be resolved against our own origin.
  if (!URL.canParse(url)) throw new DomainError('INVALID_REQUEST', `Not a URL: ${url}`);
  if (isOwnPage(url, ownId)) {
    throw new DomainError('INVALID_REQUEST', 'Pages of this extension cannot be opened by a call');
  }
}

/** The part of a tab that tells whose page it shows. */
type ShownPage = Pick<chrome.tabs.Tab, 'url' | 'pendingUrl'>;

/** Whether a tab shows, or is about to show, a page of this extension. */
export const showsOwnPage = ({ url, pendingUrl }: ShownPage, ownId: string): boolean =>
  [url, pendingUrl].some((shown) => shown !== undefined && isOwnPage(shown, ownId));

/**
 * Checks a tab that a caller wants changed.
 * @throws DomainError INVALID_REQUEST when it shows, or is about to show, a page of this extension.
 */
export function requireForeignTab(tab: ShownPage & Pick<chrome.tabs.Tab, 'id'>, ownId: string): void {
  if (!showsOwnPage(tab, ownId)) return;
  throw new DomainError(
    'INVALID_REQUEST',
    `Tab ${tab.id} shows a page of this extension, which no call may control`,
  );
}
