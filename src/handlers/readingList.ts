import { DomainError } from '../../protocol/errors.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { inOrder } from './inOrder.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';
import { unique } from './unique.ts';
import { isWebUrl } from './urls.ts';

/** The `readingList.…` methods (protocol §3). */
export function readingListHandlers(chrome: Chrome): Handlers<DomainMethodName<'readingList'>> {
  const api = () => requireNamespace(chrome, 'readingList');

  /** Whether a URL is in the list. Chrome throws when it is asked for one that could not be. */
  const isListed = async (url: string) => isWebUrl(url) && (await api().query({ url })).length > 0;

  const requireListed = async (urls: readonly string[]) => {
    api();
    for (const url of urls) {
      if (!(await isListed(url))) throw new DomainError('NOT_FOUND', `Not in the reading list: ${url}`);
    }
  };

  return {
    'readingList.list': async ({ read, limit }) => {
      const found = await api().query(read === undefined ? {} : { hasBeenRead: read });
      const newestFirst = found.toSorted((one, other) => other.creationTime - one.creationTime);
      const { items, hasMore } = page(newestFirst, limit);
      return { entries: items.map(listed), hasMore, ...UNTRUSTED };
    },

    'readingList.add': async ({ url, title = url }) => {
      api();
      if (!isWebUrl(url)) {
        throw new DomainError('INVALID_REQUEST', `The reading list takes http and https URLs only: ${url}`);
      }
      if (await isListed(url)) throw new DomainError('CONFLICT', `Already in the reading list: ${url}`);
      await api().addEntry({ url, title, hasBeenRead: false });
      return { url, title };
    },

    'readingList.markRead': async ({ urls: givenUrls, read = true }) => {
      const urls = unique(givenUrls);
      await requireListed(urls);
      await inOrder('entry', urls, (url) => api().updateEntry({ url, hasBeenRead: read }));
      return { urls, read };
    },

    'readingList.remove': async ({ urls: givenUrls }) => {
      const urls = unique(givenUrls);
      await requireListed(urls);
      await inOrder('entry', urls, (url) => api().removeEntry({ url }));
      return { urls };
    },
  };
}

function listed(entry: chrome.readingList.ReadingListEntry) {
  return {
    url: entry.url,
    title: entry.title,
    read: entry.hasBeenRead,
    createdAt: Math.round(entry.creationTime),
    updatedAt: Math.round(entry.lastUpdateTime),
  };
}
