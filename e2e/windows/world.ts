import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { Browser } from '../support/browser.ts';
import { Daemon } from '../support/daemon.ts';
import { Site } from '../support/site.ts';
import { WireServer } from '../support/wire.ts';

export const THEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['en', 'zh'] as const;

export interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly language: (typeof LANGUAGES)[number];
}

/** Every look a window can have. */
export const LOOKS: readonly Look[] = THEMES.flatMap((theme) =>
  LANGUAGES.map((language) => ({ theme, language })),
);

/** One browser with all that its windows can meet: a daemon, one that keeps silent, a site, an extension to remove. */
export class World {
  readonly chrome: Browser;
  readonly daemon: Daemon;
  readonly silent: WireServer;
  readonly site: Site;
  readonly #folder: string;
  #popup: Page | undefined;

  private constructor(chrome: Browser, daemon: Daemon, silent: WireServer, site: Site, folder: string) {
    this.chrome = chrome;
    this.daemon = daemon;
    this.silent = silent;
    this.site = site;
    this.#folder = folder;
  }

  static async create(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-windows-'));
    const extension = join(folder, 'extension');
    await mkdir(extension);
    await writeFile(join(extension, 'manifest.json'), JSON.stringify(REMOVABLE));
    const [chrome, daemon, silent, site] = await Promise.all([
      Browser.create({ extensions: [extension] }),
      Daemon.create(),
      WireServer.create(),
      Site.create(),
    ]);
    return new World(chrome, daemon, silent, site, folder);
  }

  async dispose(): Promise<void> {
    await this.chrome.dispose();
    await this.daemon.dispose();
    this.silent.close();
    this.site.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The popup's page in its real width; the same one as long as nobody closes it. */
  async popup(): Promise<Page> {
    if (this.#popup === undefined || this.#popup.isClosed()) {
      this.#popup = await this.chrome.popup();
      await this.#popup.setViewportSize({ width: 360, height: 600 });
    }
    return this.#popup;
  }

  /** A popup that was just opened. */
  async freshPopup(): Promise<Page> {
    const popup = await this.popup();
    await popup.reload();
    return popup;
  }

  /** A fresh pairing code. */
  async code(): Promise<string> {
    const [code] = await this.daemon.run('connect').printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    return code;
  }

  /** Gives the windows a look; they take it on at once. */
  async wear(page: Page, { theme, language }: Look): Promise<void> {
    await this.chrome.worker.evaluate((preferences) => chrome.storage.local.set(preferences), {
      appearance: theme,
      language,
    });
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', theme);
    await expect(root).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en');
  }

  /** Plants bookmarks and returns their IDs: a folder with an inner folder, a bookmark, and a long one. */
  plant(): Promise<{ folder: string; single: string; long: string }> {
    return this.chrome.worker.evaluate(async (origin) => {
      const add = (title: string, url?: string, parentId?: string) =>
        chrome.bookmarks.create({
          title,
          ...(url === undefined ? {} : { url }),
          ...(parentId === undefined ? {} : { parentId }),
        });
      const folder = await add('Recipes');
      await add('Sourdough for beginners', `${origin}/bread`, folder.id);
      const inner = await add('Soups', undefined, folder.id);
      await add('Leek and potato', 'https://soup.example/leek', inner.id);
      await add('Minestrone', 'https://soup.example/minestrone', inner.id);
      const single = await add('Morning news', 'https://news.example/');
      const long = await add(
        'A title that goes on and on, as those of mailing list archives do, until nobody reads it to its end any more',
        `https://a-rather-long-host-name.archive.example/threads/${'x'.repeat(160)}?page=12`,
      );
      return { folder: folder.id, single: single.id, long: long.id };
    }, this.site.origin);
  }

  /** Visits a page with an icon of its own, so that Chrome knows it. */
  async visitWithIcon(path: string): Promise<void> {
    const icon = this.site.serve('icon.svg', (response) => {
      response.setHeader('content-type', 'image/svg+xml');
      response.end(ICON);
    });
    const url = this.site.serve(path, (response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><link rel="icon" href="${icon}"><title>Bread</title>`);
    });
    const tab = await this.chrome.context.newPage();
    await tab.goto(url);
    await expect
      .poll(() =>
        this.chrome.worker.evaluate(async (of) => (await chrome.tabs.query({ url: of }))[0]?.favIconUrl, url),
      )
      .toBe(icon);
    await tab.close();
  }

  /** The ID of the extension that can be asked to be removed. */
  removableExtension(): Promise<string> {
    return this.chrome.worker.evaluate(async (name) => {
      const found = (await chrome.management.getAll()).find((extension) => extension.name === name);
      return found?.id ?? '';
    }, REMOVABLE.name);
  }

  /** Asks for a removal as an agent would, and waits until it is said to wait for a human. */
  async ask(...args: string[]) {
    const command = this.daemon.run(...args);
    await command.printed(/waiting/i);
    return command;
  }

  /** The approval window that `act` makes open, in its real size. */
  async approvals(act: () => Promise<unknown>): Promise<Page> {
    const page = await this.chrome.approvalWindow(act);
    await page.setViewportSize({ width: 440, height: 652 });
    return page;
  }
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="8" fill="#c2410c"/></svg>';

const REMOVABLE = {
  manifest_version: 3,
  name: 'Coupon Finder',
  version: '3.1.4',
  description: 'Finds coupons while you shop, and tells everybody what you buy.',
};
