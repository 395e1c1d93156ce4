import type { LinkOffer, PageMessage, WorkerMessage } from '../shared/link.ts';
import type { Clock } from './clock.ts';
import type { LinkPort, WorkerChannelDeps } from './workerChannel.ts';

/** What the channel to the worker needs of a real page. Listens as soon as it is asked to, so nothing is missed. */
export function pagePlatform(navigator: Navigator, clock: Clock): WorkerChannelDeps {
  const { serviceWorker, locks } = navigator;
  return {
    clock,
    async postHold(hold) {
      const { active } = await serviceWorker.ready;
      if (active === null) throw new Error('The service worker is not active');
      active.postMessage(hold);
    },
    onOffer(listener) {
      serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
        if (port !== undefined && isOffer(data)) listener(data, linkPort(port));
      });
      serviceWorker.startMessages();
    },
    whenFree(lock, callback) {
      locks.request(lock, callback).catch((error) => {
        console.error("The worker's life lock could not be queued for", error);
      });
    },
  };
}

const linkPort = (port: MessagePort): LinkPort => ({
  post: (message: PageMessage) => port.postMessage(message),
  listen: (listener) => {
    port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => listener(data);
  },
});

const isOffer = (data: unknown): data is LinkOffer =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'link';
