import type { BrowserMethodName } from '../../protocol/methods/index.ts';

/**
 * What only looks, or comes in floods. Of these the like ones of a minute are counted in one entry, so that a busy reader
 * neither fills the list nor is slowed down by it.
 */
const COUNTED: ReadonlySet<BrowserMethodName> = new Set<BrowserMethodName>([
  'tabs.list',
  'tabs.current',
  'windows.list',
  'tabGroups.list',
  'readingList.list',
  'bookmarks.list',
  'bookmarks.search',
  'history.search',
  'history.visits',
  'recent.list',
  'downloads.list',
  'cookies.list',
  'cookies.get',
  'extensions.list',
  'debugger.send',
  'debugger.record',
  'debugger.body',
  'debugger.targets',
  'debugger.userAgent',
  'debugger.own',
]);

/** Whether calls of this method are counted rather than listed. */
export const isCounted = (method: BrowserMethodName): boolean => COUNTED.has(method);
