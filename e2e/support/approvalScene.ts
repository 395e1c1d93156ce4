import { test as base, expect, type Page } from 'playwright/test';
import { extensionUrl } from '../../scripts/launch.ts';
import type { ApprovalStatus } from '../../shared/approvals.ts';
import { Browser, type BrowserOptions } from './browser.ts';
import { Display } from './display.ts';
import { type HandCall, HandDaemon } from './handDaemon.ts';

/** The part of a stored request that tests look at. */
export interface StoredRequest {
  readonly id: string;
  readonly requestId: string;
  readonly status: ApprovalStatus;
}

interface StoredQueue {
  readonly window: { readonly windowId: number; readonly tabId: number } | null;
  readonly records: readonly StoredRequest[];
  readonly owed: readonly unknown[];
}

/** A browser paired with a daemon by hand, to look at approvals from outside. */
export class ApprovalScene {
  readonly chrome: Browser;
  readonly daemon: HandDaemon;
  /** A page of the extension that runs nothing of ours: it asks Chrome for the truth also while the worker is stopped. */
  readonly control: Page;
  #age = 0;

  private constructor(chrome: Browser, daemon: HandDaemon, control: Page) {
    this.chrome = chrome;
    this.daemon = daemon;
    this.control = control;
  }

  static async create(options: BrowserOptions = {}): Promise<ApprovalScene> {
    const [chrome, daemon] = [await Browser.create(options), await HandDaemon.create()];
    await daemon.pair(chrome);
    const control = await chrome.context.newPage();
    await control.goto(extensionUrl('manifest.json'));
    return new ApprovalScene(chrome, daemon, control);
  }

  /** Adds as many bookmarks and returns their IDs. */
  plant(count = 1): Promise<string[]> {
    return this.control.evaluate(async (total) => {
      const ids: string[] = [];
      for (let index = 0; index < total; index += 1) {
        const title = `Bookmark ${index}`;
        ids.push((await chrome.bookmarks.create({ title, url: `https://example.com/${index}` })).id);
      }
      return ids;
    }, count);
  }

  /** Which of these bookmarks are still there. */
  left(ids: readonly string[]): Promise<string[]> {
    return this.control.evaluate(async (all) => {
      const found = await Promise.all(all.map((id) => chrome.bookmarks.get(id).catch(() => [])));
      return found.flat().map(({ id }) => id);
    }, ids);
  }

  /** Asks for the removal of bookmarks. */
  remove(ids: readonly string[], id?: string): Promise<HandCall> {
    return this.request('bookmarks.remove', { ids }, id);
  }

  /** Makes a call, received as long ago as {@link backdate} says. */
  async request(method: string, input: object, id?: string): Promise<HandCall> {
    if (this.#age === 0) return this.daemon.call(method, input, id);
    await this.#putClockBack(this.#age);
    const call = await this.daemon.call(method, input, id);
    await this.daemon.ping();
    await this.#putClockBack(0);
    // The page must not remember a time before its last sign of life.
    await this.daemon.ping();
    return call;
  }

  /** Asks for the removal of bookmarks and waits until a window shows it. */
  async ask(ids: readonly string[], id?: string): Promise<{ call: HandCall; page: Page }> {
    const call = await this.remove(ids, id);
    await call.pending();
    return { call, page: await this.window() };
  }

  /** The approval window, once it is there and shows something. */
  async window(): Promise<Page> {
    await expect(() => expect(this.windows()).toHaveLength(1)).toPass();
    const [page] = this.windows();
    if (page === undefined) throw new Error('No approval window');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  windows(): Page[] {
    return this.chrome.context.pages().filter((page) => page.url() === extensionUrl('approval.html'));
  }

  /** What is persisted of the queue. */
  stored(): Promise<StoredQueue> {
    return this.control.evaluate(async () => {
      const { approvals } = await chrome.storage.session.get<{ approvals?: StoredQueue }>('approvals');
      return approvals ?? { window: null, records: [], owed: [] };
    });
  }

  /** Where a call stands in the queue. */
  async status({ id }: HandCall): Promise<ApprovalStatus | undefined> {
    return (await this.stored()).records.find(({ requestId }) => requestId === id)?.status;
  }

  badge(): Promise<string> {
    return this.control.evaluate(() => chrome.action.getBadgeText({}));
  }

  /** Sends the worker a command of our pages, from a page that is not the approval window. */
  command(command: string, payload: unknown = null): Promise<unknown> {
    return this.control.evaluate((envelope) => chrome.runtime.sendMessage(envelope), {
      to: 'worker',
      command,
      payload,
    });
  }

  /** Asks for the window as the popup does. */
  async view(): Promise<void> {
    const popup = await this.chrome.popup();
    await popup.evaluate(() =>
      chrome.runtime.sendMessage({ to: 'worker', command: 'showApprovals', payload: null }),
    );
    await popup.close();
  }

  /** Waits until the queue has taken every step begun so far, and the page has passed on what followed. */
  async settle(): Promise<void> {
    await this.command('getApprovals');
    await this.daemon.outcome('windows.list', {});
    await this.command('getApprovals');
  }

  /** Makes the requests to come appear as received so much earlier, so that they expire that much sooner. */
  backdate(milliseconds: number): void {
    this.#age = milliseconds;
  }

  #putClockBack(milliseconds: number): Promise<unknown> {
    return this.chrome.inOffscreen(
      `globalThis.realNow ??= Date.now; Date.now = () => realNow() - ${milliseconds}`,
    );
  }

  /** Withdraws whatever waits, and closes the window. */
  async clear(): Promise<void> {
    this.backdate(0);
    await this.daemon.cancelAll();
    await this.settle();
    await expect(async () => {
      for (const page of this.windows()) await page.close();
      expect((await this.stored()).records).toEqual([]);
    }).toPass();
  }

  async dispose(): Promise<void> {
    await this.chrome.dispose();
    this.daemon.dispose();
  }
}

/** The button that approves a removal of so many items. */
export const approveButton = (page: Page, items = 1) =>
  page.getByRole('button', { name: `Delete ${items} item${items === 1 ? '' : 's'}` });

export const rejectButton = (page: Page) => page.getByRole('button', { name: 'Reject' });

/**
 * Holds up one function of `chrome` in the worker: its callers wait until the gate opens.
 * @param path such as `bookmarks.remove`.
 * @returns what opens the gate and puts the function back.
 */
export async function gate(chrome: Browser, path: string): Promise<() => Promise<void>> {
  await chrome.worker.evaluate((name) => {
    const [namespace = '', method = ''] = name.split(/\.(?=[^.]+$)/);
    const owner = namespace
      .split('.')
      .reduce<Record<string, unknown>>(
        (at, key) => at[key] as Record<string, unknown>,
        globalThis.chrome as never,
      );
    const real = owner[method] as (...args: unknown[]) => unknown;
    const opened = new Promise<void>((resolve) => {
      Object.assign(globalThis, { openGate: resolve });
    });
    owner[method] = async (...args: unknown[]) => {
      Object.assign(globalThis, { isReached: true });
      await opened;
      owner[method] = real;
      return real.apply(owner, args);
    };
  }, path);
  return () => chrome.worker.evaluate(() => (globalThis as never as { openGate: () => void }).openGate());
}

interface WorkerFixtures {
  /** Runs headless. */
  readonly sharedScene: ApprovalScene;
  /** An X display of the file's own. */
  readonly display: Display;
  /** Runs on the display. */
  readonly sharedShownScene: ApprovalScene;
}

interface Fixtures {
  readonly scene: ApprovalScene;
  readonly shownScene: ApprovalScene;
}

/** Playwright's `test` with a browser that lives as long as the file, its queue emptied after each test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedScene: [
    async ({}, use) => {
      const scene = await ApprovalScene.create();
      await use(scene);
      await scene.dispose();
    },
    { scope: 'worker' },
  ],
  display: [
    async ({}, use) => {
      const display = await Display.create();
      await use(display);
      await display.dispose();
    },
    { scope: 'worker' },
  ],
  sharedShownScene: [
    async ({ display }, use) => {
      const scene = await ApprovalScene.create({ display });
      await use(scene);
      await scene.dispose();
    },
    { scope: 'worker' },
  ],
  scene: async ({ sharedScene }, use) => {
    await use(sharedScene);
    await sharedScene.clear();
  },
  shownScene: async ({ sharedShownScene }, use) => {
    await use(sharedShownScene);
    await sharedShownScene.clear();
  },
});
