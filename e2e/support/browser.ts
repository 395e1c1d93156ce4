import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, type Worker } from 'playwright/test';
import { findChromium } from '../../scripts/chromium.ts';
import { extensionId, extensionUrl, launchBrowser } from '../../scripts/launch.ts';
import type { Daemon } from './daemon.ts';
import type { Display } from './display.ts';

export interface BrowserOptions {
  /** Shows the browser on a display instead of running it headless. */
  readonly display?: Display;
  /** The folder of the built extension, when it is not the shipped build. */
  readonly build?: string;
  /** Folders of further unpacked extensions. */
  readonly extensions?: readonly string[];
  /** Entries of the new profile's preferences. */
  readonly preferences?: object;
}

/** A real Chromium with the built extension, in a profile of its own. */
export class Browser {
  readonly profile: string;
  readonly #options: BrowserOptions;
  #context: BrowserContext | undefined;
  #worker: Worker | undefined;

  private constructor(profile: string, options: BrowserOptions) {
    this.profile = profile;
    this.#options = options;
  }

  static async create(options: BrowserOptions = {}): Promise<Browser> {
    const browser = new Browser(await mkdtemp(join(tmpdir(), 'sctl-e2e-profile-')), options);
    await browser.start();
    return browser;
  }

  /** Starts the browser (again, on the same profile). */
  async start(): Promise<void> {
    const { display, ...others } = this.#options;
    const { context, worker } = await launchBrowser({
      executablePath: findChromium(),
      profile: this.profile,
      headless: display === undefined,
      ...(display === undefined ? {} : { display: display.name }),
      ...others,
    });
    this.#context = context;
    this.#worker = worker;
  }

  /** Closes the browser and keeps its profile. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  /** Kills the browser's process, as a crash or a power cut would, and keeps its profile. */
  async kill(): Promise<void> {
    const closed = this.context.waitForEvent('close');
    const session = await this.context.browser()?.newBrowserCDPSession();
    const processes = await session?.send('SystemInfo.getProcessInfo');
    const pid = processes?.processInfo.find(({ type }) => type === 'browser')?.id;
    if (pid === undefined) throw new Error('The browser does not tell its process ID');
    process.kill(pid, 'SIGKILL');
    await closed;
    this.#context = undefined;
  }

  /** How many tabs the browser has, by its own word. */
  tabCount(): Promise<number> {
    return this.worker.evaluate(async () => (await chrome.tabs.query({})).length);
  }

  /** Closes the offscreen document, and with it the socket; the worker opens a new one. */
  async reconnect(): Promise<void> {
    await this.worker.evaluate(() => chrome.offscreen.closeDocument());
  }

  async dispose(): Promise<void> {
    await this.close();
    await rm(this.profile, { recursive: true, force: true });
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The browser is closed');
    return this.#context;
  }

  /** The extension's service worker, to ask Chrome for the truth; asking does not wake a stopped one. */
  get worker(): Worker {
    if (this.#worker === undefined) throw new Error('The browser was never started');
    return this.#worker;
  }

  /** Loads one more unpacked extension and returns its ID. */
  async load(folder: string): Promise<string> {
    return (await this.#extensions<{ id: string }>('Extensions.loadUnpacked', { path: folder })).id;
  }

  /** Uninstalls an extension that `load` brought in, without a dialog. */
  async unload(id: string): Promise<void> {
    await this.#extensions('Extensions.uninstall', { id });
  }

  async #extensions<Result>(method: string, params: object): Promise<Result> {
    const session = await this.context.browser()?.newBrowserCDPSession();
    if (session === undefined) throw new Error('The browser has no session');
    // Playwright's types know nothing of this domain.
    const result: unknown = await session.send(method as never, params as never);
    await session.detach();
    return result as Result;
  }

  /** Opens the popup's page in a tab. */
  async popup(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(extensionUrl('popup.html'));
    return page;
  }

  /** Points the extension at a daemon, through the popup's settings. */
  async setAddress(popup: Page, address: string): Promise<void> {
    await popup.getByRole('button', { name: 'Settings' }).click();
    await popup.getByLabel('Daemon address').fill(address);
    await popup.getByRole('button', { name: 'Save' }).click();
  }

  /** Pairs with a daemon through popup and command line, and returns the instance's name. */
  async pair(daemon: Daemon): Promise<string> {
    const connect = daemon.run('connect');
    const [code = ''] = await connect.printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    const popup = await this.popup();
    await this.setAddress(popup, daemon.address);
    await popup.getByLabel('Pairing code').fill(code);
    await popup.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(popup.getByRole('status')).toContainText('Connected');
    await popup.close();
    const { code: exitCode, stderr } = await connect.result;
    expect(exitCode, stderr).toBe(0);
    const { browsers } = await daemon.json<{ browsers: { name: string; connectedAt?: string }[] }>(
      'browsers',
    );
    const newest = browsers
      .filter(({ connectedAt }) => connectedAt !== undefined)
      .sort((one, other) => String(other.connectedAt).localeCompare(String(one.connectedAt)))[0];
    if (newest === undefined) throw new Error('No browser is online after pairing');
    return newest.name;
  }

  /** Stops the extension's service worker, as Chrome does when it idles, and waits until it is gone. */
  async stopWorker(): Promise<void> {
    // Not in a page of its own, which would take the focus.
    const [page = await this.context.newPage()] = this.context.pages();
    const session = await this.context.newCDPSession(page);
    const stopped = new Promise<void>((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const isStopped = versions.some(
          (version) => version.scriptURL.includes(extensionId()) && version.runningStatus === 'stopped',
        );
        if (isStopped) resolve();
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
    await session.detach();
  }

  /** Evaluates an expression in the offscreen document, which Playwright does not show as a page. */
  async inOffscreen(expression: string): Promise<unknown> {
    const session = await this.context.browser()?.newBrowserCDPSession();
    if (session === undefined) throw new Error('The browser has no session');
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(({ url }) => url === extensionUrl('offscreen.html'));
    if (target === undefined) throw new Error('There is no offscreen document');
    const { targetId } = target;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const answer = new Promise<string>((resolve) => {
      session.on('Target.receivedMessageFromTarget', ({ message }) => resolve(message));
    });
    const params = { expression, returnByValue: true, awaitPromise: true };
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const { result } = JSON.parse(await answer);
    await session.detach();
    return result.result?.value;
  }

  /** Waits for the approval window to be opened by what `act` starts. */
  async approvalWindow(act: () => unknown): Promise<Page> {
    const opened = this.context.waitForEvent('page');
    await act();
    const page = await opened;
    await page.waitForURL(extensionUrl('approval.html'));
    return page;
  }
}
