import { DomainError } from '../../protocol/errors.ts';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';
import type { Clock } from '../clock.ts';
import type { BrowserPort } from './browserPort.ts';
import { CommandQueue } from './commandQueue.ts';
import { SetUpMemory } from './setUpMemory.ts';

/** How long a page may take to answer the commands that set up an attach (protocol §3.2). */
export const SET_UP_MS = 5_000;

/** What the debugger of a tab needs. */
export interface PageDebuggerDeps {
  readonly clock: Clock;
  readonly browser: BrowserPort;
  /** What Chrome says of the target, each time the tab was attached. */
  readonly onDescribed: (details: JsonObject) => void;
}

type State =
  | { readonly kind: 'detached' }
  | { readonly kind: 'settingUp'; readonly done: Promise<void> }
  | { readonly kind: 'ready' };

const DETACHED: State = { kind: 'detached' };

/**
 * The debugger on one tab. It attaches with the first command and not before; each attach begins with the daemon's own
 * set-up: the endpoint-owned mark, focus emulation, and a look at the target.
 */
export class PageDebugger {
  readonly tabId: number;
  readonly #deps: PageDebuggerDeps;
  readonly #queues = new Map<string, CommandQueue>();
  readonly #memory = new SetUpMemory();
  /** Chrome's sessions of frames and workers in the page, with the session each one hangs on. */
  readonly #children = new Map<string, string | undefined>();
  /** The sessions, by ID or undefined for the page's own, that have a JavaScript dialog open. */
  readonly #dialogs = new Set<string | undefined>();
  #state: State = DETACHED;
  /** Marked endpoint-owned, and not yet unmarked by a detach. */
  #isOwned = false;

  constructor(tabId: number, deps: PageDebuggerDeps) {
    this.tabId = tabId;
    this.#deps = deps;
  }

  get isAttached(): boolean {
    return this.#state.kind === 'ready';
  }

  /** Whether the attach may have to be undone: it is there or under way. */
  get isEngaged(): boolean {
    return this.#state.kind !== 'detached';
  }

  get isOwned(): boolean {
    return this.#isOwned;
  }

  get openDialogs(): readonly (string | undefined)[] {
    return [...this.#dialogs];
  }

  get children(): readonly string[] {
    return [...this.#children.keys()];
  }

  hasChild(sessionId: string): boolean {
    return this.#children.has(sessionId);
  }

  /** The session a child hangs on; undefined is the page's own. */
  parentOf(sessionId: string): string | undefined {
    return this.#children.get(sessionId);
  }

  /**
   * Sends a command of the client's, attaching first if need be.
   * @param sessionId a child session; the page's own when it is undefined.
   * @throws DomainError as `debugger.send`, or `PAGE_UNRESPONSIVE` when the page does not answer the set-up.
   */
  send(sessionId: string | undefined, method: string, params: JsonObject): Promise<JsonObject> {
    const ready = this.attach();
    // Each command hears of it; a failure nobody waits for any more is no event.
    ready.catch(() => undefined);
    return this.#queue(sessionId).run(async () => {
      await ready;
      // It may have been detached while the command waited for its turn.
      if (this.#state.kind !== 'ready') await this.attach();
      const result = await this.#send(sessionId, method, params);
      this.#memory.sent(sessionId, method, params);
      return result;
    });
  }

  /** Attaches and sets up, unless that is done. */
  attach(): Promise<void> {
    switch (this.#state.kind) {
      case 'ready':
        return Promise.resolve();
      case 'settingUp':
        return this.#state.done;
      case 'detached': {
        const state: State = { kind: 'settingUp', done: this.#setUp(() => this.#state === state) };
        this.#state = state;
        return state.done;
      }
    }
  }

  /** Takes note of an event of the tab. */
  observe(sessionId: string | undefined, method: string, params: JsonObject | undefined): void {
    switch (method) {
      case 'Target.attachedToTarget':
        if (typeof params?.sessionId === 'string') this.#children.set(params.sessionId, sessionId);
        return;
      case 'Target.detachedFromTarget':
        if (typeof params?.sessionId === 'string') this.#forgetChild(params.sessionId);
        return;
      case 'Page.javascriptDialogOpening':
        this.#dialogs.add(sessionId);
        return;
      case 'Page.javascriptDialogClosed':
        this.#dialogs.delete(sessionId);
        return;
    }
  }

  /** The tab carries the endpoint-owned mark already. */
  markedOwned(): void {
    this.#isOwned = true;
  }

  /** The debugger was detached, by Chrome or by a call: whatever was known of it is over. */
  detached(): void {
    this.#state = DETACHED;
    this.#isOwned = false;
    this.#children.clear();
    this.#dialogs.clear();
    this.#queues.clear();
  }

  /** Forgets what the client had set up, so that the next attach is a blank one. */
  forgetSetUp(): void {
    this.#memory.clear();
  }

  /** Dismisses a dialog, which no later debugger could (protocol §3.2). */
  dismiss(sessionId: string | undefined, signal?: AbortSignal): Promise<unknown> {
    return this.#send(sessionId, 'Page.handleJavaScriptDialog', { accept: false }, signal);
  }

  async #setUp(isCurrent: () => boolean): Promise<void> {
    const { clock, browser } = this.#deps;
    // The state that `isCurrent` compares with is set when this function first yields.
    await Promise.resolve();
    const giveUp = new AbortController();
    const stopTimer = clock.after(SET_UP_MS, () => giveUp.abort());
    try {
      this.#isOwned = true;
      await browser.call('debugger.own', { tabId: this.tabId, owned: true }, giveUp.signal);
      await this.#send(undefined, 'Emulation.setFocusEmulationEnabled', { enabled: true }, giveUp.signal);
      const { targetInfo } = await this.#send(undefined, 'Target.getTargetInfo', {}, giveUp.signal);
      if (isJsonObject(targetInfo)) this.#deps.onDescribed(targetInfo);
      for (const { method, params } of this.#memory.list()) {
        await this.#send(undefined, method, params, giveUp.signal);
      }
      if (isCurrent()) this.#state = { kind: 'ready' };
    } catch (error) {
      if (!isCurrent()) throw error;
      this.detached();
      if (giveUp.signal.aborted) await this.#giveUp();
      throw giveUp.signal.aborted ? this.#unresponsive() : error;
    } finally {
      stopTimer();
    }
  }

  /** Undoes an attach whose page does not answer. */
  async #giveUp(): Promise<void> {
    await this.#deps.browser.call('debugger.detach', { tabId: this.tabId }).catch(() => undefined);
  }

  #unresponsive(): DomainError {
    return new DomainError(
      'PAGE_UNRESPONSIVE',
      `Tab ${this.tabId} did not answer within ${SET_UP_MS / 1_000} seconds; reload it or look at it in the browser`,
    );
  }

  async #send(
    sessionId: string | undefined,
    method: string,
    params: JsonObject,
    signal?: AbortSignal,
  ): Promise<JsonObject> {
    const address = sessionId === undefined ? { tabId: this.tabId } : { tabId: this.tabId, sessionId };
    const { result } = await this.#deps.browser.call(
      'debugger.send',
      { ...address, method, params: { ...params } },
      signal,
    );
    return result;
  }

  #queue(sessionId = ''): CommandQueue {
    const known = this.#queues.get(sessionId);
    if (known !== undefined) return known;
    const queue = new CommandQueue(this.#deps.clock);
    this.#queues.set(sessionId, queue);
    return queue;
  }

  /** A child's own children go with it. */
  #forgetChild(sessionId: string): void {
    this.#children.delete(sessionId);
    this.#dialogs.delete(sessionId);
    this.#queues.delete(sessionId);
    for (const [child, parent] of [...this.#children]) {
      if (parent === sessionId) this.#forgetChild(child);
    }
  }
}
