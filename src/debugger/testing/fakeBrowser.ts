import type { DebuggerChrome, SessionAddress } from '../deps.ts';
import { createDebuggerRelay, type DebuggerRelay } from '../relay.ts';
import { Clock } from './clock.ts';

/** The ID of the extension under test. */
export const OWN_ID = 'abcdefghijklmnopabcdefghijklmnop';
/** Another installed extension. */
export const OTHER_ID = 'ponmlkjihgfedcbaponmlkjihgfedcba';

const OTHER_EXTENSION = 'Cannot access a chrome-extension:// URL of different extension';

/** A tab of the fake browser. */
export interface FakeTab {
  id: number;
  url: string;
  pendingUrl?: string;
  title: string;
  /** Every URL the tab can go to by its history. */
  history: string[];
  /** Why Chrome refuses to attach here, if it does. */
  refusal?: string;
  /** Why Chrome refuses every command here although it is attached, if it does. */
  muted?: string;
  dialogOpen: boolean;
  /** Taken out of memory: there is no page. */
  discarded?: boolean;
}

/** A command that reached the fake browser. */
export interface SentCommand extends SessionAddress {
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
}

/** One run of the worker. */
class Life {
  alive = true;
  calls = 0;
  relay: DebuggerRelay | undefined;
  constructor(readonly dies: Death | undefined) {}
}

/** When a worker dies: at its n-th call of Chrome, before or after Chrome has done what it says. */
export interface Death {
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

/**
 * Chrome as the relay sees it, with its words, as measured on a real Chromium 156. It outlives the worker: attachments,
 * storage and alarms stay, an event wakes a new worker, and a dead one gets no answers.
 */
export class FakeBrowser {
  readonly clock = new Clock();
  readonly tabs = new Map<number, FakeTab>();
  /** Tabs this extension's debugger is attached to. */
  readonly attached = new Set<number>();
  /** Tabs some other client is attached to beside us, as DevTools are. */
  readonly withDevTools = new Set<number>();
  /** Targets other than tabs, as Chrome lists them. */
  readonly otherTargets: chrome.debugger.TargetInfo[] = [];
  readonly notifications: { method: string; params: Record<string, unknown> }[] = [];
  /** Every command but those the relay sends for itself. */
  readonly commands: SentCommand[] = [];
  /** What Chrome was asked to do: `attach 1`, `detach 1`, `dismiss 1`, `set`, `alarm` */
  readonly log: string[] = [];
  /** What the worker wants of the offscreen document. */
  keptAwake = false;
  fileAccess = true;
  /** Calls that fail (`set`, `getTargets`, …). */
  readonly failing = new Set<string>();
  storage: Record<string, unknown> = {};
  /** Answers a command; returns {} unless a test wants more. */
  answer: (command: SentCommand) => unknown = () => ({});
  readonly #holds = new Map<string, Promise<void>>();
  readonly #inFlight = new Map<number, Set<(error: Error) => void>>();
  readonly #alarms = new Map<string, () => void>();
  #life: Life | undefined;
  #lastTabId = 0;

  /** Starts a worker, unless one lives. */
  start(dies?: Death): DebuggerRelay {
    if (this.#life?.relay !== undefined) return this.#life.relay;
    const life = new Life(dies);
    this.#life = life;
    life.relay = createDebuggerRelay({
      chrome: this.#chrome(life),
      notify: (method, paramsJson) => {
        if (life.alive) this.notifications.push({ method, params: JSON.parse(paramsJson) });
      },
      keepAwake: (wanted) => {
        if (life.alive) this.keptAwake = wanted;
      },
      now: () => this.clock.now,
      startTimer: (milliseconds, act) => this.clock.start(milliseconds, () => life.alive && act()),
      userAgent: 'Mozilla/5.0 (Fake) Chrome/156.0.0.0',
    });
    return life.relay;
  }

  /** The living worker's relay; an event starts a worker when there is none. */
  get relay(): DebuggerRelay {
    return this.start();
  }

  /** Stops the worker, as Chrome may at any moment. */
  kill(): void {
    if (this.#life !== undefined) this.#life.alive = false;
    this.#life = undefined;
    this.keptAwake = false;
  }

  /** Whether the worker lives. */
  get isAlive(): boolean {
    return this.#life !== undefined;
  }

  addTab(url = 'https://example.com/', more: Partial<FakeTab> = {}): number {
    this.#lastTabId += 1;
    const id = this.#lastTabId;
    this.tabs.set(id, { id, url, title: `Tab ${id}`, history: [url], dialogOpen: false, ...more });
    return id;
  }

  tab(tabId: number): FakeTab {
    const tab = this.tabs.get(tabId);
    if (tab === undefined) throw new Error(`No tab with id: ${tabId}.`);
    return tab;
  }

  /** A tab as chrome.tabs tells of it. */
  chromeTab(tabId: number): chrome.tabs.Tab {
    const { url, title, pendingUrl, discarded = false } = this.tab(tabId);
    return {
      id: tabId,
      index: tabId,
      windowId: 1,
      groupId: -1,
      url,
      title,
      ...(pendingUrl === undefined ? {} : { pendingUrl }),
      active: false,
      highlighted: false,
      pinned: false,
      incognito: false,
      selected: false,
      frozen: false,
      discarded,
      autoDiscardable: true,
      lastAccessed: 0,
    };
  }

  /** Keeps Chrome from doing what is asked (`attach`, `set`, `detach`, …) until the returned function is called. */
  hold(call: string): () => void {
    let letGo = () => {};
    this.#holds.set(call, new Promise((resolve) => (letGo = resolve)));
    return () => {
      this.#holds.delete(call);
      letGo();
    };
  }

  /** A CDP event of an attached tab. */
  event(tabId: number, method: string, params: Record<string, unknown> = {}, sessionId?: string): void {
    if (method === 'Page.javascriptDialogOpening') this.tab(tabId).dialogOpen = true;
    if (method === 'Page.javascriptDialogClosed') this.tab(tabId).dialogOpen = false;
    this.relay.onEvent(sessionId === undefined ? { tabId } : { tabId, sessionId }, method, params);
  }

  /** Chrome ends the session; the command in flight hears of it first. */
  endSession(tabId: number): void {
    this.attached.delete(tabId);
    for (const reject of this.#inFlight.get(tabId) ?? []) {
      reject(new Error('Detached while handling command.'));
    }
    this.#inFlight.delete(tabId);
  }

  /** Chrome ends the session and says why. */
  detachByChrome(tabId: number, reason: string): void {
    this.endSession(tabId);
    this.relay.onDetach({ tabId }, reason);
  }

  /** The tab shows another page. */
  navigate(tabId: number, url: string): void {
    const tab = this.tab(tabId);
    tab.url = url;
    tab.history.push(url);
    this.relay.onTabUpdated(tabId, { status: 'loading', url }, this.chromeTab(tabId));
  }

  /** The tab closes, in the order of Chrome's events. */
  closeTab(tabId: number): void {
    this.tabs.delete(tabId);
    const wasAttached = this.attached.has(tabId);
    this.relay.onTabRemoved(tabId);
    this.endSession(tabId);
    if (wasAttached) this.relay.onDetach({ tabId }, 'target_closed');
  }

  /** Chrome takes a tab out of memory: it goes on under another ID. */
  discard(tabId: number): number {
    const { url, title } = this.tab(tabId);
    const added = this.addTab(url, { title, discarded: true });
    this.tabs.delete(tabId);
    const wasAttached = this.attached.has(tabId);
    this.endSession(tabId);
    this.relay.onTabReplaced(added, tabId);
    if (wasAttached) this.relay.onDetach({ tabId }, 'target_closed');
    this.relay.onTabUpdated(added, { discarded: true, status: 'unloaded' }, this.chromeTab(added));
    return added;
  }

  /** The notifications of one method, in order. */
  told(method: string): Record<string, unknown>[] {
    return this.notifications.filter((told) => told.method === method).map(({ params }) => params);
  }

  #chrome(life: Life): DebuggerChrome {
    const asked = <Value>(call: string, act: () => Value | Promise<Value>) => this.#ask(life, call, act);
    return {
      debugger: {
        attach: ({ tabId }) => asked('attach', () => this.#attach(tabId)),
        detach: ({ tabId }) => asked('detach', () => this.#detach(tabId)),
        sendCommand: (target, method, params) =>
          asked(method, () => this.#command({ ...target, method, params })),
        getTargets: () => asked('getTargets', () => this.#targets()),
      },
      tabs: {
        get: (tabId) =>
          asked('tabs.get', () => {
            this.tab(tabId);
            return this.chromeTab(tabId);
          }),
        query: () => asked('tabs.query', () => [...this.tabs.keys()].map((id) => this.chromeTab(id))),
        create: ({ url = '' }) => asked('tabs.create', () => this.chromeTab(this.addTab(url))),
        remove: (tabId) => asked('tabs.remove', () => this.closeTab(tabId)),
      },
      windows: {
        getLastFocused: () =>
          asked('getLastFocused', () => ({
            id: 1,
            focused: true,
            incognito: false,
            alwaysOnTop: false,
          })),
      },
      storage: {
        session: {
          get: (key) => asked('get', () => (key in this.storage ? { [key]: this.storage[key] } : {})),
          set: (items) =>
            asked('set', () => {
              this.log.push('set');
              Object.assign(this.storage, structuredClone(items));
            }),
        },
      },
      alarms: { create: (name, { when }) => asked('alarms.create', () => this.#setAlarm(name, when)) },
      extension: { isAllowedFileSchemeAccess: () => asked('fileAccess', () => this.fileAccess) },
      runtime: { id: OWN_ID },
    };
  }

  /** Does what a worker asks. A dead worker asks nothing and hears nothing; what it had asked for is done. */
  async #ask<Value>(life: Life, call: string, act: () => Value | Promise<Value>): Promise<Value> {
    if (!life.alive) return NEVER;
    life.calls += 1;
    const { calls } = life;
    const dies = (when: Death['when']) => life.dies?.atCall === calls && life.dies.when === when;
    if (dies('before')) {
      this.kill();
      return NEVER;
    }
    await this.#holds.get(call);
    try {
      if (this.failing.has(call)) throw new Error(`${call} failed`);
      const outcome = act();
      if (dies('after')) this.kill();
      return await outcome;
    } finally {
      if (!life.alive) await NEVER;
    }
  }

  #attach(tabId: number): void {
    this.log.push(`attach ${tabId}`);
    const tab = this.tabs.get(tabId);
    if (tab === undefined) throw new Error(`No tab with given id ${tabId}.`);
    if (this.attached.has(tabId)) {
      throw new Error(`Another debugger is already attached to the tab with id: ${tabId}.`);
    }
    if (tab.refusal !== undefined) throw new Error(tab.refusal);
    if (tab.url.startsWith('chrome://')) throw new Error('Cannot access a chrome:// URL');
    if (tab.url.startsWith(`chrome-extension://${OTHER_ID}`)) throw new Error(OTHER_EXTENSION);
    this.attached.add(tabId);
  }

  #detach(tabId: number): void {
    this.log.push(`detach ${tabId}`);
    if (!this.attached.has(tabId)) throw notAttached(tabId);
    this.endSession(tabId);
  }

  #command(command: SentCommand): Promise<Record<string, unknown>> {
    const { tabId, method } = command;
    if (!this.attached.has(tabId)) return Promise.reject(notAttached(tabId));
    const tab = this.tab(tabId);
    if (tab.muted !== undefined) return Promise.reject(new Error(tab.muted));
    if (method === 'Page.getNavigationHistory') {
      return Promise.resolve({ currentIndex: 0, entries: tab.history.map((url) => ({ url, title: url })) });
    }
    if (method === 'Target.getTargetInfo') return Promise.resolve({ targetInfo: {} });
    if (method === 'Page.handleJavaScriptDialog') {
      this.log.push(`dismiss ${tabId}`);
      if (!tab.dialogOpen) return Promise.reject(cdpError(-32602, 'No dialog is showing'));
      tab.dialogOpen = false;
      return Promise.resolve({});
    }
    this.commands.push(command);
    return this.#inFlightUntil(tabId, async () => this.answer(command) as Record<string, unknown>);
  }

  #inFlightUntil(
    tabId: number,
    answer: () => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const rejects = this.#inFlight.get(tabId) ?? new Set();
      this.#inFlight.set(tabId, rejects.add(reject));
      answer().then(resolve, reject);
    });
  }

  #targets(): chrome.debugger.TargetInfo[] {
    const pages = [...this.tabs.values()].map(({ id, url, title }) => ({
      type: 'page' as const,
      id: `target-${id}`,
      tabId: id,
      title,
      url,
      attached: this.attached.has(id) || this.withDevTools.has(id),
    }));
    return [...pages, ...this.otherTargets];
  }

  #setAlarm(name: string, when: number): void {
    this.log.push('alarm');
    this.#alarms.get(name)?.();
    const fire = () => {
      this.#alarms.delete(name);
      this.relay.onAlarm({ name });
    };
    this.#alarms.set(name, this.clock.start(when - this.clock.now, fire));
  }
}

/** An answer that a dead worker waits for. */
const NEVER = new Promise<never>(() => undefined);

const notAttached = (tabId: number) => new Error(`Debugger is not attached to the tab with id: ${tabId}.`);

/** An error of the DevTools protocol, as chrome.debugger words it. */
export const cdpError = (code: number, message: string) => new Error(JSON.stringify({ code, message }));
