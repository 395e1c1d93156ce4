import { DomainError } from '../../protocol/errors.ts';
import { saysNoSuchTab, saysOtherExtension } from './chromeTexts.ts';
import type { DebuggerChrome } from './deps.ts';
import { FILE_ACCESS_ADVICE, lacksFileAccess } from './fileAccess.ts';

/** The host of another extension's page: its ID. */
const EXTENSION_ID = /^[a-p]{32}$/;

/**
 * What the requester learns when Chrome forbids to debug a tab: PAGE_NOT_AUTOMATABLE with Chrome's reason and, where
 * it can be found, what to do about it; NOT_FOUND when the tab is gone (protocol §3.2, §4).
 * @param url what the tab shows, as far as known.
 * @param text Chrome's reason.
 */
export async function refusalOf(
  chrome: DebuggerChrome,
  tabId: number,
  url: string,
  text: string,
): Promise<DomainError> {
  if (saysNoSuchTab(text)) return new DomainError('NOT_FOUND', `No tab ${tabId}`);
  const advice = await adviceFor(chrome, url, text);
  const sentence = `Chrome does not let tab ${tabId} be automated: ${text}`;
  return new DomainError('PAGE_NOT_AUTOMATABLE', advice === '' ? sentence : `${sentence} (${advice})`);
}

async function adviceFor(chrome: DebuggerChrome, url: string, text: string): Promise<string> {
  if (url.startsWith('file:') && (await lacksFileAccess(chrome))) return FILE_ACCESS_ADVICE;
  if (!saysOtherExtension(text)) return '';
  const ids = await otherExtensions(chrome, url);
  switch (ids.length) {
    case 0:
      return '';
    case 1:
      return `the page belongs to, or holds a frame of, the extension ${ids[0]}; turn it off for this site`;
    default:
      return `the page holds a frame of one of the extensions ${ids.join(', ')}; turn it off for this site`;
  }
}

/**
 * The extensions that may be the reason. Chrome names none; its list of targets has the frames of extensions in web
 * pages, but not which page they are in.
 */
async function otherExtensions(chrome: DebuggerChrome, url: string): Promise<string[]> {
  const ownPage = extensionOf(url);
  if (ownPage !== undefined) return [ownPage];
  const targets = await chrome.debugger.getTargets().catch(() => []);
  const ids = targets.filter(({ type }) => type === 'other').map((target) => extensionOf(target.url));
  return [...new Set(ids)].filter((id) => id !== undefined && id !== chrome.runtime.id) as string[];
}

function extensionOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'chrome-extension:' && EXTENSION_ID.test(hostname) ? hostname : undefined;
}
