import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../protocol/frames.ts';
import type { Clock } from '../clock.ts';
import type { BrowserPort } from './browserPort.ts';
import { noSuchTarget } from './cdpError.ts';
import { PageDebugger } from './pageDebugger.ts';
import { type BrowserSession, type ClientSession, Sessions, type TargetSession } from './sessions.ts';
import type { Tab, TabReport } from './tab.ts';
import { lets, type TargetFilter, type TargetType } from './targetFilter.ts';
import { TargetTable } from './targetTable.ts';

const TYPES: readonly TargetType[] = ['page', 'tab'];

/** How often Chrome may end the session of a living tab within {@link REVIVAL_WINDOW_MS} before it is let go. */
const MAX_REVIVALS = 10;
const REVIVAL_WINDOW_MS = 10_000;

/** How long a tab that lets no debugger in is given to arrive where it is going. */
const RECHECK_MS = 500;

/** What the targets need. */
export interface TargetsDeps {
  readonly clock: Clock;
  readonly browser: BrowserPort;
  /** Tells the client something on a session; on the connection itself when it is undefined. */
  readonly emit: (sessionId: string | undefined, method: string, params: JsonObject) => void;
}

/** The tabs, the client's sessions on them, and what the client is told of both. */
export class Targets {
  readonly table = new TargetTable();
  readonly sessions = new Sessions();
  /** The one browser context there is; Playwright passes over targets without any. */
  readonly browserContextId = randomBytes(16).toString('hex').toUpperCase();
  readonly #deps: TargetsDeps;
  readonly #debuggers = new Map<number, PageDebugger>();
  readonly #revivals = new Map<number, number[]>();

  constructor(deps: TargetsDeps) {
    this.#deps = deps;
  }

  /** The tab with a target of this ID. @throws CdpError when there is none. */
  require(targetId: unknown): Tab {
    const tab = typeof targetId === 'string' ? this.table.byTargetId(targetId) : undefined;
    if (tab === undefined) throw noSuchTarget();
    return tab;
  }

  /** Tells the client something on one of its sessions. */
  tell(session: ClientSession, method: string, params: JsonObject): void {
    this.#deps.emit(session.id, method, params);
  }

  info(tab: Tab, type: TargetType): JsonObject {
    return tab.info(type, this.sessions.of(tab, type).length > 0, this.browserContextId);
  }

  debuggers(): readonly PageDebugger[] {
    return [...this.#debuggers.values()];
  }

  /** The debugger of a tab; it does not attach before it is used. */
  debuggerOf(tab: Tab): PageDebugger {
    const known = this.#debuggers.get(tab.tabId);
    if (known !== undefined) return known;
    const { clock, browser } = this.#deps;
    const made = new PageDebugger(tab.tabId, {
      clock,
      browser,
      onDescribed: (details) => tab.describe(details),
    });
    this.#debuggers.set(tab.tabId, made);
    return made;
  }

  /** The debugger that has a child session, and of whose page it is. */
  debuggerOfChild(sessionId: string): PageDebugger | undefined {
    return this.debuggers().find((each) => each.hasChild(sessionId));
  }

  /** Tells a session of every target its filter lets through, from now on and of those there are at once. */
  discover(session: BrowserSession, filter: TargetFilter | undefined): void {
    const before = session.discover;
    session.discover = filter;
    if (filter === undefined || before !== undefined) return;
    for (const tab of this.table.list()) this.#tellCreated(session, tab);
  }

  /** Gives a client a session on every target its filter lets through, from now on and on those there are at once. */
  autoAttach(session: BrowserSession, filter: TargetFilter | undefined): void {
    const before = session.autoAttach;
    session.autoAttach = filter;
    if (filter === undefined || before !== undefined) return;
    for (const tab of this.table.list()) this.#autoAttachTo(session, tab);
  }

  /** Gives the client a session, and tells the parent. */
  attach(tab: Tab, type: TargetType, parent: ClientSession): TargetSession {
    const session = this.sessions.addTarget(type, tab, parent);
    const targetInfo = this.info(tab, type);
    this.#deps.emit(parent.id, 'Target.attachedToTarget', {
      sessionId: session.id,
      targetInfo,
      waitingForDebugger: false,
    });
    return session;
  }

  /** Ends a session of the client's, and with a page's last one the debugger. */
  async detach(session: TargetSession): Promise<void> {
    for (const inner of this.sessions.under(session)) await this.detach(inner);
    this.#endSession(session);
    const isLast = session.kind === 'page' && this.sessions.of(session.tab, 'page').length === 0;
    if (isLast) await this.release(this.debuggerOf(session.tab));
  }

  /** Detaches a tab, its dialogs dismissed. */
  async release(debug: PageDebugger, signal?: AbortSignal): Promise<void> {
    if (!debug.isEngaged) return;
    await Promise.allSettled(debug.openDialogs.map((sessionId) => debug.dismiss(sessionId, signal)));
    debug.detached();
    debug.forgetSetUp();
    await this.#deps.browser.call('debugger.detach', { tabId: debug.tabId }, signal);
  }

  /** A tab was opened for the client, and is marked as the endpoint's. */
  opened(report: TabReport): void {
    // Not told yet: the browser's own report may be on its way as well.
    this.debuggerOf(this.table.put(report).tab).markedOwned();
  }

  /** A tab came, or says something new. @returns the tab, once the client knows it as it asked to. */
  async reported(report: TabReport): Promise<Tab> {
    const { tab, change } = this.table.put(report);
    tab.announcement ??= this.#announce(tab);
    if (change === 'changed' && tab.isAnnounced) this.#tellChanged(tab);
    await tab.announcement;
    return tab;
  }

  /** Fills the table without telling anybody, since nobody has asked yet. */
  load(reports: readonly TabReport[]): void {
    for (const report of reports) {
      const { tab } = this.table.put(report);
      tab.announcement = Promise.resolve();
      tab.isAnnounced = true;
    }
  }

  /** A tab is gone, or nothing a debugger could attach to any more. */
  destroyed(tabId: number): void {
    const tab = this.table.remove(tabId);
    this.#debuggers.get(tabId)?.detached();
    this.#debuggers.delete(tabId);
    this.#revivals.delete(tabId);
    if (tab === undefined) return;
    for (const type of TYPES) {
      for (const session of this.sessions.of(tab, type)) this.#endSession(session);
    }
    for (const session of this.sessions.browsers()) this.#tell(session, tab, 'Target.targetDestroyed');
  }

  /** Chrome, or the extension's fallback, has ended the session of a tab. */
  async lost(tabId: number, reason: string): Promise<void> {
    const debug = this.#debuggers.get(tabId);
    const tab = this.table.get(tabId);
    if (debug === undefined || tab === undefined || !debug.isEngaged) return;
    this.#endChildren(tab, debug);
    debug.detached();
    if (reason === 'target_closed') {
      await this.#revive(tab, debug);
      return;
    }
    // A person's Cancel is a no: nothing attaches again before the client asks anew.
    debug.forgetSetUp();
    for (const session of this.sessions.of(tab, 'page')) this.#endSession(session);
  }

  /**
   * Chrome says `target_closed` also when a frame goes to a scheme the browser does not know, though the tab lives. Then
   * the debugger is attached again and set up as it was, so that the client goes on hearing of the page.
   */
  async #revive(tab: Tab, debug: PageDebugger): Promise<void> {
    if (!this.#mayRevive(tab.tabId) || !(await this.#isInReach(tab))) {
      this.#lose(tab, debug);
      return;
    }
    if (this.sessions.of(tab, 'page').length === 0) return;
    await debug.attach().catch(async () => {
      // A frame of another extension keeps the debugger out as long as it is there. The sessions stay: the next command
      // tries again, and tells the client why in vain. A tab on its way to a page of the browser's is another matter.
      await this.#wait(RECHECK_MS);
      if (!(await this.#isInReach(tab))) this.#lose(tab, debug);
    });
  }

  async #isInReach({ tabId }: Tab): Promise<boolean> {
    const listed = await this.#deps.browser.call('debugger.targets', {}).catch(() => undefined);
    return listed?.targets.some((target) => target.tabId === tabId) === true;
  }

  #lose(tab: Tab, debug: PageDebugger): void {
    if (this.table.get(tab.tabId) === tab && !debug.isAttached) this.destroyed(tab.tabId);
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.after(milliseconds, resolve);
    });
  }

  #mayRevive(tabId: number): boolean {
    const now = this.#deps.clock.now();
    const recent = (this.#revivals.get(tabId) ?? []).filter((at) => now - at < REVIVAL_WINDOW_MS);
    recent.push(now);
    this.#revivals.set(tabId, recent);
    return recent.length <= MAX_REVIVALS;
  }

  async #announce(tab: Tab): Promise<void> {
    const browsers = this.sessions.browsers();
    // Only an attached target tells who opened it, and by that a client knows its popups.
    const wantsOpener = browsers.some(({ autoAttach }) => autoAttach !== undefined);
    if (wantsOpener)
      await this.debuggerOf(tab)
        .attach()
        .catch(() => undefined);
    if (this.table.get(tab.tabId) !== tab) return;
    tab.isAnnounced = true;
    for (const session of browsers) this.#tellCreated(session, tab);
    for (const session of browsers) this.#autoAttachTo(session, tab);
  }

  #autoAttachTo(session: BrowserSession, tab: Tab): void {
    const { autoAttach } = session;
    if (autoAttach === undefined) return;
    for (const type of TYPES) {
      if (lets(autoAttach, type)) this.attach(tab, type, session);
    }
  }

  #tellCreated(session: BrowserSession, tab: Tab): void {
    this.#tell(session, tab, 'Target.targetCreated');
  }

  #tellChanged(tab: Tab): void {
    for (const session of this.sessions.browsers()) this.#tell(session, tab, 'Target.targetInfoChanged');
  }

  #tell(session: BrowserSession, tab: Tab, method: string): void {
    const { discover } = session;
    if (discover === undefined) return;
    for (const type of TYPES) {
      if (!lets(discover, type)) continue;
      const params =
        method === 'Target.targetDestroyed'
          ? { targetId: tab.idOf(type) }
          : { targetInfo: this.info(tab, type) };
      this.#deps.emit(session.id, method, params);
    }
  }

  #endSession(session: TargetSession): void {
    if (this.sessions.get(session.id) !== session) return;
    this.sessions.remove(session.id);
    this.#deps.emit(session.parent.id, 'Target.detachedFromTarget', {
      sessionId: session.id,
      targetId: session.tab.idOf(session.kind),
    });
  }

  #endChildren(tab: Tab, debug: PageDebugger): void {
    const pages = this.sessions.of(tab, 'page').map(({ id }) => id);
    for (const sessionId of debug.children) {
      const parent = debug.parentOf(sessionId);
      const tellTo = parent === undefined ? pages : [parent];
      for (const id of tellTo) this.#deps.emit(id, 'Target.detachedFromTarget', { sessionId });
    }
  }
}
