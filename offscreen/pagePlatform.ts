import { keepLock, type LinkOffer, PAGE_LOCK, type PageMessage, type WorkerMessage } from '../shared/link.ts';
import type { Clock } from './clock.ts';
import type { LinkPort, WorkerChannelDeps } from './workerChannel.ts';

/** What the channel to the worker needs of a real page. Listens as soon as it is asked to, so nothing is missed. */
export function pagePlatform(navigator: Navigator, clock: Clock): WorkerChannelDeps {
  const { serviceWorker, locks } = navigator;
  // The worker may hear of this page only once it can tell from the lock when the page is gone.
  const locked = keepLock(locks, PAGE_LOCK);
  return {
    clock,
    async postHold(hold) {
      await locked;
      const { active } = await serviceWorker.ready;
      if (active === null) throw new Error('The service worker is not active');
      active.postMessage(hold);
    },
    onOffer(listener) {
      serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
        if (port === undefined || !isOffer(data)) return;
        locked.then(() => listener(data, linkPort(port))).catch(reportFailure);
      });
      serviceWorker.startMessages();
    },
    whenFree(lock, callback) {
      locks.request(lock, callback).catch(reportFailure);
    },
  };
}

const reportFailure = (error: unknown) => console.error('The link to the service worker failed', error);

const linkPort = (port: MessagePort): LinkPort => ({
  post: (message: PageMessage) => port.postMessage(message),
  listen: (listener) => {
    port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => listener(data);
  },
});

const isOffer = (data: unknown): data is LinkOffer =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'link';
