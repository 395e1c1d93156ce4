import { test as base } from 'playwright/test';
import { Browser } from './browser.ts';
import { ClockedDaemon } from './clockedDaemon.ts';
import { Daemon } from './daemon.ts';
import { Site } from './site.ts';

export { expect } from 'playwright/test';

interface Fixtures {
  /** A running daemon with an empty registry. */
  readonly daemon: Daemon;
  /** A daemon whose clock can be put forward. */
  readonly clockedDaemon: ClockedDaemon;
  /** A browser that is not paired. */
  readonly chrome: Browser;
  /** The name of `chrome` after pairing with `daemon`. */
  readonly paired: string;
  /** Pages to open. */
  readonly site: Site;
}

/** Playwright's `test` with a daemon and a browser that live as long as the test. */
export const test = base.extend<Fixtures>({
  daemon: async ({}, use) => {
    const daemon = await Daemon.create();
    await use(daemon);
    await daemon.dispose();
  },
  chrome: async ({}, use) => {
    const chrome = await Browser.create();
    await use(chrome);
    await chrome.dispose();
  },
  clockedDaemon: async ({}, use) => {
    const daemon = await ClockedDaemon.create();
    await use(daemon);
    await daemon.dispose();
  },
  site: async ({}, use) => {
    const site = await Site.create();
    await use(site);
    site.close();
  },
  paired: async ({ daemon, chrome }, use) => {
    await use(await chrome.pair(daemon));
  },
});
