import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { findChromium } from '../../../scripts/chromium.ts';
import { extensionId } from '../../../scripts/launch.ts';

/** A target of the browser, as its own remote debugging lists it. */
export interface TrueTarget {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly title: string;
}

/**
 * A Chromium nobody but the extension drives. A browser that Playwright launched has all its pages attached, their dialogs
 * and downloads taken over; here a port of the browser's own is used only to ask for the truth.
 */
export class PlainBrowser {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  #last = 0;
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>();
  readonly #listeners = new Set<(method: string, params: Record<string, unknown>) => void>();

  private constructor(process: ChildProcess, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const { id, method, params, ...outcome } = JSON.parse(String(data));
      if (id === undefined) for (const listener of this.#listeners) listener(method, params);
      else this.#waiting.get(id)?.(outcome);
      this.#waiting.delete(id);
    });
  }

  /** Starts it on a profile that is paired already. */
  static async start(profile: string, extensions: readonly string[] = []): Promise<PlainBrowser> {
    const portFile = join(profile, 'DevToolsActivePort');
    await rm(portFile, { force: true });
    const process = spawn(
      findChromium(),
      [
        '--headless=new',
        '--no-sandbox',
        '--no-first-run',
        '--disable-gpu',
        '--disable-quic',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        `--load-extension=${[resolve('dist/extension'), ...extensions].join(',')}`,
        'about:blank',
      ],
      { stdio: 'ignore', detached: true },
    );
    for (;;) {
      const [port, path] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
      if (path) {
        const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { maxPayload: 0 });
        await once(socket, 'open');
        return new PlainBrowser(process, socket);
      }
      if (process.exitCode !== null) throw new Error('The browser ended at once');
      await wait(20);
    }
  }

  /** Sends a command of the browser's own remote debugging. */
  send<Result = Record<string, unknown>>(
    method: string,
    params: object = {},
    sessionId?: string,
  ): Promise<Result> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result as Result);
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  async targets(): Promise<readonly TrueTarget[]> {
    const { targetInfos } = await this.send<{ targetInfos: TrueTarget[] }>('Target.getTargets');
    return targetInfos;
  }

  /** Evaluates an expression in a target nobody else is asked for. */
  async evaluateIn<Value>(targetId: string, expression: string): Promise<Value> {
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    try {
      const { result, exceptionDetails } = await this.send<{
        result: { value: Value };
        exceptionDetails?: { exception?: { description?: string } };
      }>('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, sessionId);
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? 'The expression failed');
      }
      return result.value;
    } finally {
      await this.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
    }
  }

  /** Evaluates an expression in the extension's worker, which has to be awake. */
  async inWorker<Value>(expression: string): Promise<Value> {
    const worker = (await this.targets()).find(
      ({ type, url }) => type === 'service_worker' && url.includes(extensionId()),
    );
    if (worker === undefined) throw new Error('The extension’s worker sleeps');
    return this.evaluateIn(worker.targetId, expression);
  }

  /** The tabs any extension's debugger is attached to, by what the extension can see. */
  async attachedTabs(): Promise<readonly string[]> {
    const targets = await this.inWorker<{ type: string; attached: boolean; url: string }[]>(
      'chrome.debugger.getTargets()',
    );
    return targets.filter(({ type, attached }) => type === 'page' && attached).map(({ url }) => url);
  }

  /** The process a page of this URL runs in, which must not hold another page. */
  async pidOf(url: string): Promise<number> {
    const target = (await this.targets()).find((each) => each.url === url);
    if (target === undefined) throw new Error(`No page ${url}`);
    const before = await this.#cpuTimes();
    const burn = 'const end = Date.now() + 700; while (Date.now() < end); 1';
    await this.evaluateIn(target.targetId, burn);
    const after = await this.#cpuTimes();
    const spent = [...after].map(([pid, time]) => ({ pid, time: time - (before.get(pid) ?? 0) }));
    const [most] = spent.sort((left, right) => right.time - left.time);
    if (most === undefined) throw new Error('No renderer runs');
    return most.pid;
  }

  /** CPU seconds of each renderer, by its process ID. */
  async #cpuTimes(): Promise<ReadonlyMap<number, number>> {
    const { processInfo } = await this.send<{
      processInfo: { type: string; id: number; cpuTime: number }[];
    }>('SystemInfo.getProcessInfo');
    return new Map(
      processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]),
    );
  }

  /** Stops the extension's worker, as Chrome does when it idles. */
  async stopWorker(): Promise<void> {
    const worker = (await this.targets()).find(
      ({ type, url }) => type === 'service_worker' && url.includes(extensionId()),
    );
    if (worker === undefined) return;
    const gone = new Promise<void>((resolve) => {
      const listener = (method: string, { targetId }: Record<string, unknown>) => {
        if (method !== 'Target.targetDestroyed' || targetId !== worker.targetId) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
    await this.send('Target.setDiscoverTargets', { discover: true });
    await this.send('Target.closeTarget', { targetId: worker.targetId });
    await gone;
    await this.send('Target.setDiscoverTargets', { discover: false });
  }

  /** Ends the browser and waits until it is gone. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const closed = once(this.#process, 'close');
    await this.send('Browser.close').catch(() => undefined);
    await closed;
    this.#socket.terminate();
  }
}
