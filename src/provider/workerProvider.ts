import { version } from '../../package.json';
import { OFFSCREEN_PATH } from '../../shared/link.ts';
import type { Pause } from '../pause.ts';
import { createProvider, type Provider, type ProviderDeps } from './provider.ts';

/** What the worker's other parts give the provider. */
export interface WorkerProviderDeps extends Pick<ProviderDeps, 'extensionsUrl' | 'startTimer' | 'publish'> {
  readonly ensureOffscreen: () => Promise<void>;
  readonly pause: Pick<Pause, 'isOn'>;
}

/** The provider over a real browser. */
export function createWorkerProvider(
  chrome: typeof globalThis.chrome,
  { ensureOffscreen, pause, ...deps }: WorkerProviderDeps,
): Provider {
  return createProvider({
    ...deps,
    local: chrome.storage.local,
    session: chrome.storage.session,
    version,
    offscreenUrl: chrome.runtime.getURL(OFFSCREEN_PATH),
    async nameOf(id) {
      // Another Chromium browser may lack the namespace.
      const info = await chrome.management?.get(id).catch(() => undefined);
      return info?.name ?? null;
    },
    async hindrance() {
      if (await pause.isOn()) return 'The user has paused sctl Browser';
      // Whoever probes may connect next, and only the document takes ports.
      return ensureOffscreen().then(
        () => undefined,
        () => 'sctl Browser could not start; reload the extension or restart the browser',
      );
    },
    now: Date.now,
    createId: () => crypto.randomUUID(),
  });
}
