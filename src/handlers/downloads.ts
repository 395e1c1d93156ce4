import { DomainError } from '../../protocol/errors.ts';
import { DEFAULT_LIST_LIMIT } from '../../protocol/limits.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireDownloadName } from './downloadNames.ts';
import { inOrder } from './inOrder.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';
import { refusable } from './refusal.ts';
import { unique } from './unique.ts';
import { requireUrl } from './urls.ts';

/** The `downloads.…` methods (protocol §3). */
export function downloadsHandlers(chrome: Chrome): Handlers<DomainMethodName<'downloads'>> {
  const api = () => requireNamespace(chrome, 'downloads');

  const requireDownload = async (id: number) => {
    const [found] = await api().search({ id });
    if (found === undefined) throw new DomainError('NOT_FOUND', `No download ${id}`);
    return found;
  };

  return {
    'downloads.list': async ({ state, query, limit = DEFAULT_LIST_LIMIT }) => {
      const found = await api().search({
        orderBy: ['-startTime'],
        limit: limit + 1,
        ...(state === undefined ? {} : { state }),
        ...(query === undefined ? {} : { query: [query] }),
      });
      const { items, hasMore } = page(found.map(listed), limit);
      return { items, hasMore, ...UNTRUSTED };
    },

    'downloads.start': async ({ url, filename }) => {
      api();
      requireUrl(url);
      if (filename !== undefined) requireDownloadName(filename);
      const id = await refusable(() =>
        api().download({
          url,
          conflictAction: 'uniquify',
          saveAs: false,
          ...(filename === undefined ? {} : { filename }),
        }),
      );
      return { id };
    },

    'downloads.pause': async ({ id }) => {
      await requireDownload(id);
      await refusable(() => api().pause(id));
      return { id };
    },

    'downloads.resume': async ({ id }) => {
      await requireDownload(id);
      await refusable(() => api().resume(id));
      return { id };
    },

    'downloads.show': async ({ id }) => {
      await requireDownload(id);
      api().show(id);
      return { id };
    },

    'downloads.cancel': async ({ id }) => {
      await requireDownload(id);
      await refusable(() => api().cancel(id));
      return { id };
    },

    'downloads.erase': async ({ ids: givenIds }) => {
      const ids = unique(givenIds);
      for (const id of ids) await requireDownload(id);
      await inOrder('download', ids, (id) => api().erase({ id }));
      return { ids };
    },

    'downloads.deleteFile': async ({ id }) => {
      const { state } = await requireDownload(id);
      if (state !== 'complete') {
        throw new DomainError(
          'INVALID_REQUEST',
          `Download ${id} is ${state}; only a complete one has a file to delete`,
        );
      }
      await refusable(() => api().removeFile(id));
      return { id };
    },
  };
}

function listed(item: chrome.downloads.DownloadItem) {
  const { id, url, filename, state, bytesReceived, totalBytes, exists } = item;
  return {
    id,
    url,
    filename,
    state,
    bytesReceived,
    totalBytes,
    startTime: Date.parse(item.startTime),
    exists,
  };
}
