import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, chromium, expect } from 'playwright/test';
import type {
  BrowserContext,
  ConnectOverCDPOptions,
  Page,
  Browser as PlaywrightBrowser,
} from 'playwright-core';
import puppeteer, { type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { extensionId, extensionUrl } from '../../../scripts/launch.ts';
import { Browser } from '../../support/browser.ts';
import { Daemon } from '../../support/daemon.ts';
import { Pages } from './pages.ts';
import { PlainBrowser } from './plainBrowser.ts';

export { expect };

/** What a rig's browser is like. */
export interface RigOptions {
  /** Folders of further unpacked extensions. */
  readonly extensions?: readonly string[];
  /** Whether the extension may use files; an unpacked one may unless it is switched off. */
  readonly fileAccess?: boolean;
}

async function denyFileAccess(profile: string): Promise<void> {
  const file = join(profile, 'Default', 'Preferences');
  const preferences = JSON.parse(await readFile(file, 'utf8'));
  const { settings } = preferences.extensions;
  settings[extensionId()].newAllowFileAccess = false;
  await writeFile(file, JSON.stringify(preferences));
}

/** A daemon, a paired browser nobody else drives, pages to open, and clients for the endpoint. */
export class Rig {
  readonly daemon: Daemon;
  readonly browser: PlainBrowser;
  readonly pages: Pages;
  readonly downloads: string;
  readonly #profile: Browser;

  private constructor(
    daemon: Daemon,
    browser: PlainBrowser,
    pages: Pages,
    profile: Browser,
    downloads: string,
  ) {
    this.daemon = daemon;
    this.browser = browser;
    this.pages = pages;
    this.downloads = downloads;
    this.#profile = profile;
  }

  static async create(options: RigOptions = {}): Promise<Rig> {
    const daemon = await Daemon.create();
    const pages = await Pages.create();
    const paired = await Browser.create();
    await paired.pair(daemon);
    await paired.close();
    if (options.fileAccess === false) await denyFileAccess(paired.profile);
    const downloads = join(paired.profile, 'downloaded');
    await mkdir(downloads);
    const browser = await PlainBrowser.start(paired.profile, options.extensions);
    const rig = new Rig(daemon, browser, pages, paired, downloads);
    await rig.online();
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
    return rig;
  }

  /** Waits until the browser is connected to the daemon. */
  async online(): Promise<void> {
    await expect
      .poll(() => this.daemon.json('browsers'), { timeout: 20_000 })
      .toMatchObject({ browsers: [{ online: true }] });
  }

  async endpoint(): Promise<{ httpUrl: string; wsUrl: string }> {
    const { endpoint } = await this.daemon.json<{ endpoint: { httpUrl: string; wsUrl: string } }>(
      'cdp',
      'endpoint',
    );
    return endpoint;
  }

  async playwright(options: ConnectOverCDPOptions = {}): Promise<PlaywrightBrowser> {
    const { httpUrl } = await this.endpoint();
    return chromium.connectOverCDP(httpUrl, options);
  }

  async puppeteer(): Promise<PuppeteerBrowser> {
    const { wsUrl } = await this.endpoint();
    return puppeteer.connect({ browserWSEndpoint: wsUrl, defaultViewport: null });
  }

  /** The URL of a page of the extension. */
  ownPage(path: string): string {
    return extensionUrl(path);
  }

  async dispose(): Promise<void> {
    await this.browser.close();
    await this.daemon.dispose();
    await this.#profile.dispose();
    this.pages.close();
  }
}

interface Fixtures {
  /** Playwright over the endpoint. */
  readonly client: PlaywrightBrowser;
  /** The one context it finds. */
  readonly context: BrowserContext;
  /** A page it opened. */
  readonly page: Page;
}

/** Playwright's `test` with one rig for all cases of a file. */
export const test = base.extend<Fixtures, { readonly rigOptions: RigOptions; readonly rig: Rig }>({
  rigOptions: [{}, { scope: 'worker', option: true }],
  rig: [
    async ({ rigOptions }, use) => {
      const rig = await Rig.create(rigOptions);
      await use(rig);
      await rig.dispose();
    },
    { scope: 'worker' },
  ],
  client: async ({ rig }, use) => {
    const client = await rig.playwright();
    await use(client);
    await client.close();
  },
  context: async ({ client }, use) => {
    const [context] = client.contexts();
    if (context === undefined) throw new Error('The browser has no context');
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    if (!page.isClosed()) await page.close();
  },
});
