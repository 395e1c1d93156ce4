import { DomainError } from '../../protocol/errors.ts';
import { DEFAULT_LIST_LIMIT } from '../../protocol/limits.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { inOrder } from './inOrder.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';
import { unique } from './unique.ts';
import { requireUrl } from './urls.ts';

/**
 * The `history.…` methods (protocol §3).
 * @param now the time, in milliseconds since the epoch.
 */
export function historyHandlers(
  chrome: Chrome,
  now: () => number = Date.now,
): Handlers<DomainMethodName<'history'>> {
  const api = () => requireNamespace(chrome, 'history');

  return {
    'history.search': async ({ text = '', startTime, endTime, limit = DEFAULT_LIST_LIMIT }) => {
      api();
      requireOrder(startTime, endTime);
      const found = await api().search({
        text,
        // Chrome's own default is the last 24 hours.
        startTime: startTime ?? 0,
        ...(endTime === undefined ? {} : { endTime }),
        maxResults: limit + 1,
      });
      const { items, hasMore } = page(found.map(listed).toSorted(byLastVisit), limit);
      return { items, hasMore, ...UNTRUSTED };
    },

    'history.visits': async ({ url, limit }) => {
      api();
      requireUrl(url);
      const found = (await api().getVisits({ url })).map(({ visitTime = 0, transition }) => ({
        visitTime: Math.round(visitTime),
        transition,
      }));
      const { items, hasMore } = page(
        found.toSorted((one, other) => other.visitTime - one.visitTime),
        limit,
      );
      return { visits: items, hasMore };
    },

    'history.remove': async ({ urls: givenUrls }) => {
      api();
      const urls = unique(givenUrls);
      urls.forEach(requireUrl);
      await inOrder('URL', urls, (url) => api().deleteUrl({ url }));
      return { urls };
    },

    'history.clear': async ({ startTime, endTime }) => {
      api();
      requireOrder(startTime, endTime);
      if (startTime === undefined && endTime === undefined) {
        await api().deleteAll();
        return { all: true };
      }
      await api().deleteRange({ startTime: startTime ?? 0, endTime: endTime ?? now() });
      return { all: false };
    },
  };
}

function requireOrder(startTime: number | undefined, endTime: number | undefined): void {
  if (startTime !== undefined && endTime !== undefined && startTime > endTime) {
    throw new DomainError('INVALID_REQUEST', 'startTime lies after endTime');
  }
}

/** An item as history.search shows it; Chrome gives times with fractions. */
function listed({ url = '', title = '', lastVisitTime = 0, visitCount = 0 }: chrome.history.HistoryItem) {
  return { url, title, lastVisitTime: Math.round(lastVisitTime), visitCount };
}

const byLastVisit = (one: { lastVisitTime: number }, other: { lastVisitTime: number }) =>
  other.lastVisitTime - one.lastVisitTime;
