import type * as z from 'zod/mini';
import type { target } from '../../protocol/methods/debugger.ts';
import type { DebuggerChrome } from './deps.ts';

/** A page target of the contract. */
export type Target = z.infer<typeof target>;

/** Schemes of pages that no debugger may attach to; other Chromium browsers have one of their own for `chrome:`. */
const INTERNAL_SCHEMES: ReadonlySet<string> = new Set([
  'chrome:',
  'chrome-extension:',
  'chrome-untrusted:',
  'chrome-search:',
  'devtools:',
  'view-source:',
  'edge:',
  'brave:',
  'opera:',
  'vivaldi:',
]);

const WEB_STORES = ['https://chromewebstore.google.com/', 'https://chrome.google.com/webstore'];

/** Whether Chrome lets a debugger attach to a page, as far as its URL tells (protocol §3.2). */
export function isAttachable(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, href } = new URL(url);
  return !INTERNAL_SCHEMES.has(protocol) && !WEB_STORES.some((store) => href.startsWith(store));
}

/** The DevTools target ID of every tab that has one, attachable or not. */
export async function targetIds(
  chrome: Pick<DebuggerChrome, 'debugger'>,
): Promise<ReadonlyMap<number, string>> {
  return new Map((await pages(chrome)).map(({ tabId, targetId }) => [tabId, targetId]));
}

/**
 * The page targets that a debugger can attach to. A discarded tab is none: it has no page that could answer, so whoever
 * waits for one waits for nothing. It is reported as a new one when it is woken.
 */
export async function attachableTargets(
  chrome: Pick<DebuggerChrome, 'debugger' | 'tabs'>,
): Promise<Target[]> {
  const [targets, tabs] = await Promise.all([pages(chrome), chrome.tabs.query({})]);
  const discarded = new Set(tabs.filter((tab) => tab.discarded).map(({ id }) => id));
  return targets.filter(({ tabId, url }) => isAttachable(url) && !discarded.has(tabId));
}

async function pages(chrome: Pick<DebuggerChrome, 'debugger'>): Promise<Target[]> {
  const targets = await chrome.debugger.getTargets();
  return targets.flatMap(({ type, tabId, id, title, url }) =>
    type === 'page' && tabId !== undefined ? [{ tabId, targetId: id, title, url }] : [],
  );
}
