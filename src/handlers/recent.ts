import { DomainError } from '../../protocol/errors.ts';
import { MAX_RECENT_LIMIT } from '../../protocol/limits.ts';
import type { Result } from '../../protocol/methods/index.ts';
import { isOwnPage } from '../ownPages.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';

/** The `recent.…` methods (protocol §3). */
export function recentHandlers(chrome: Chrome): Handlers<DomainMethodName<'recent'>> {
  const closedSessions = async () =>
    requireNamespace(chrome, 'sessions').getRecentlyClosed({ maxResults: MAX_RECENT_LIMIT });

  return {
    'recent.list': async ({ limit = MAX_RECENT_LIMIT }) => {
      const { items, hasMore } = page((await closedSessions()).flatMap(listed), limit);
      return { items, hasMore, ...UNTRUSTED };
    },

    'recent.restore': async ({ sessionId }) => {
      const [closed] = (await closedSessions())
        .flatMap(restorable)
        .filter((candidate) => sessionId === undefined || candidate.sessionId === sessionId);
      if (closed === undefined) {
        throw new DomainError(
          'NOT_FOUND',
          sessionId === undefined
            ? 'Nothing was closed recently'
            : `No recently closed tab or window ${sessionId}`,
        );
      }
      if (closed.urls.some((url) => isOwnPage(url, chrome.runtime.id))) {
        throw new DomainError('INVALID_REQUEST', 'Pages of this extension cannot be restored by a call');
      }
      // By its ID even when none was given: what is latest may change between the check and this call.
      return restore(chrome, closed.sessionId);
    },
  };
}

type ClosedItem = Result<'recent.list'>['items'][number];

/** What one session ID brings back. */
interface Restorable {
  readonly sessionId: string;
  readonly urls: readonly string[];
}

/** A session as recent.list shows it; nothing for one that cannot be restored. */
function listed({ lastModified, tab, window }: chrome.sessions.Session): ClosedItem[] {
  const { sessionId } = window ?? tab ?? {};
  if (sessionId === undefined) return [];
  const { title = '', url = '' } = (window === undefined ? tab : window.tabs?.[0]) ?? {};
  return [
    {
      sessionId,
      type: window === undefined ? 'tab' : 'window',
      // Chrome counts seconds here.
      closedTime: Math.round(lastModified * 1000),
      title,
      url,
      ...(window === undefined ? {} : { tabCount: window.tabs?.length ?? 0 }),
    },
  ];
}

/** All a session can be restored by: itself and, for a window, also each of its tabs. */
function restorable({ tab, window }: chrome.sessions.Session): Restorable[] {
  const tabs = window?.tabs ?? (tab === undefined ? [] : [tab]);
  const alone = tabs.map((one) => ({ sessionId: one.sessionId, urls: [one.url ?? ''] }));
  const together = { sessionId: window?.sessionId, urls: alone.flatMap(({ urls }) => urls) };
  return [together, ...alone].flatMap(({ sessionId, urls }) =>
    sessionId === undefined ? [] : [{ sessionId, urls }],
  );
}

async function restore(chrome: Chrome, sessionId: string) {
  const gone = new DomainError('NOT_FOUND', `No recently closed tab or window ${sessionId}`);
  const restored = await requireNamespace(chrome, 'sessions')
    .restore(sessionId)
    .catch(() => {
      throw gone;
    });
  if (restored.tab?.id !== undefined) return { tabId: restored.tab.id };
  if (restored.window?.id !== undefined) return { windowId: restored.window.id };
  throw gone;
}
