import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type CDPSession, type Worker } from 'playwright/test';
import { Browser } from './browser.ts';
import { Daemon } from './daemon.ts';
import { Methods } from './methods.ts';
import { Site } from './site.ts';

export { expect } from 'playwright/test';

/** A browser paired with a daemon, shared by the tests of one Playwright worker. */
export interface Lab {
  readonly browser: Browser;
  readonly daemon: Daemon;
  /** Its default download folder. */
  readonly downloads: string;
  /** Chrome's own control session, over all tabs. */
  readonly devtools: CDPSession;
}

interface TestFixtures {
  readonly methods: Methods;
  /** The extension's service worker, to prepare the browser and to ask Chrome for the truth. */
  readonly worker: Worker;
  readonly site: Site;
}

/**
 * Playwright's `test` with a browser that outlives the test: each test brings its own data, leans on nothing that others
 * left, and finds one blank tab.
 */
export const test = base.extend<TestFixtures, { readonly lab: Lab }>({
  lab: [
    async ({}, use) => {
      const downloads = await mkdtemp(join(tmpdir(), 'sctl-e2e-downloads-'));
      const daemon = await Daemon.create();
      const browser = await Browser.create({
        preferences: { download: { default_directory: downloads, prompt_for_download: false } },
      });
      const devtools = await browser.context.browser()?.newBrowserCDPSession();
      if (devtools === undefined) throw new Error('The browser takes no control session');
      // Playwright would keep downloads for itself.
      await devtools.send('Browser.setDownloadBehavior', { behavior: 'default' });
      await browser.pair(daemon);
      await use({ browser, daemon, downloads, devtools });
      await browser.dispose();
      await daemon.dispose();
      await rm(downloads, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  worker: async ({ lab }, use) => {
    await use(lab.browser.worker);
  },
  methods: async ({ lab }, use) => {
    await use(new Methods(lab.browser, lab.daemon));
    await lab.browser.worker.evaluate(closeOtherTabs);
  },
  site: async ({}, use) => {
    const site = await Site.create();
    await use(site);
    site.close();
  },
});

/** Leaves one new, blank tab. */
async function closeOtherTabs(): Promise<void> {
  const before = await chrome.tabs.query({});
  await chrome.tabs.create({ url: 'about:blank' });
  await chrome.tabs.remove(before.flatMap(({ id }) => (id === undefined ? [] : [id])));
}
