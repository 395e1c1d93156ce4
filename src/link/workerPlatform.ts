import { type HoldMessage, keepLock, OFFSCREEN_PATH } from '../../shared/link.ts';
import type { PageClient, PageLinkDeps } from './pageLink.ts';

/**
 * What the link needs of a real service worker.
 * @param scope the worker's global scope.
 * @param methods the methods to declare to the daemon.
 * @param ensurePage creates the offscreen document when there is none.
 */
export function workerPlatform(
  scope: ServiceWorkerGlobalScope,
  methods: readonly string[],
  ensurePage: () => Promise<void>,
): PageLinkDeps {
  const pageUrl = chrome.runtime.getURL(OFFSCREEN_PATH);
  return {
    life: crypto.randomUUID(),
    methods,
    keepLock: (name) => keepLock(scope.navigator.locks, name),
    whenFree: (name) => scope.navigator.locks.request(name, () => undefined),
    ensurePage,
    findPage: async () => {
      const clients = await scope.clients.matchAll({ type: 'all', includeUncontrolled: true });
      const page = clients.find((client) => client.url === pageUrl);
      return page && pageClient(page);
    },
    onHold: (listener) => {
      scope.addEventListener('message', (event) => {
        const { source } = event;
        if (!(source instanceof Client) || source.url !== pageUrl || !isHold(event.data)) return;
        listener({
          holdId: event.data.holdId,
          client: pageClient(source),
          keepAlive: (milliseconds) => event.waitUntil(sleep(milliseconds)),
        });
      });
    },
    createChannel: () => new MessageChannel(),
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const pageClient = (client: Client): PageClient => ({
  id: client.id,
  post: (offer, port) => client.postMessage(offer, [port]),
});

function isHold(data: unknown): data is HoldMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'hold' &&
    'holdId' in data &&
    Number.isInteger(data.holdId)
  );
}
