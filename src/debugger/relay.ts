import { debuggerHandlers } from '../handlers/debugger.ts';
import type { DomainMethodName, Handlers } from '../handlers/define.ts';
import { showsOwnPage } from '../ownPages.ts';
import { Attachments } from './attachments.ts';
import type { DebuggerDeps, SessionAddress } from './deps.ts';
import { IDLE_ALARM, IdleFallback } from './idleFallback.ts';
import { announcesOwnPage } from './ownOrigin.ts';
import { RelayState } from './relayState.ts';
import { NOTHING_UNFINISHED, restore } from './restore.ts';
import { createStartGate } from './startGate.ts';
import { TabReports } from './tabReports.ts';

/**
 * The debugger relay (protocol §3.2, §3.3). The worker registers every `on…` function with the Chrome event of that name
 * while it starts, synchronously, else the event that woke it is lost.
 */
export interface DebuggerRelay {
  readonly handlers: Handlers<DomainMethodName<'debugger'>>;
  /**
   * Says which connection to the daemon is up, if any. What belongs to another one is released without notifications:
   * tabs are detached, endpoint-owned marks dropped. Needed after a restart of the worker, which may have missed a close.
   */
  readonly connectionIs: (connection: string | null) => void;
  /** Says whether the person has paused this browser: then every tab is detached, and stays so. */
  readonly pausedIs: (isPaused: boolean) => void;
  /** The connection to the daemon closed: as {@link connectionIs} with none. */
  readonly connectionClosed: () => void;
  /** chrome.debugger.onEvent */
  readonly onEvent: (source: chrome.debugger.DebuggerSession, method: string, params?: object) => void;
  /** chrome.debugger.onDetach */
  readonly onDetach: (source: chrome.debugger.Debuggee, reason: string) => void;
  /** chrome.tabs.onCreated */
  readonly onTabCreated: (tab: chrome.tabs.Tab) => void;
  /** chrome.tabs.onUpdated */
  readonly onTabUpdated: (tabId: number, change: chrome.tabs.OnUpdatedInfo, tab: chrome.tabs.Tab) => void;
  /** chrome.tabs.onRemoved */
  readonly onTabRemoved: (tabId: number) => void;
  /** chrome.tabs.onReplaced: a discarded tab goes on under another ID. */
  readonly onTabReplaced: (addedTabId: number, removedTabId: number) => void;
  /** chrome.alarms.onAlarm; alarms of others are ignored. */
  readonly onAlarm: (alarm: Pick<chrome.alarms.Alarm, 'name'>) => void;
}

/** Creates the relay and starts to restore what an earlier life of the worker left. */
export function createDebuggerRelay(deps: DebuggerDeps): DebuggerRelay {
  const ownId = deps.chrome.runtime.id;
  const gate = createStartGate();
  const state = new RelayState(deps);
  const attachments = new Attachments(deps, state, () => {
    idle.arm();
    // A call that began before the pause may attach after it.
    if (isPaused) releaseAll();
  });
  const idle = new IdleFallback(deps, state, attachments);
  const tabReports = new TabReports(deps);

  let isPaused = false;
  /** As if the human had pressed Cancel on Chrome's bar, which is what a pause means to whoever drives the tab. */
  const releaseAll = () => {
    for (const tabId of state.tabIds()) attachments.release(tabId, { reason: 'canceled_by_user' });
  };

  const start = async () => {
    const unfinished = await restore(deps, state).catch(() => {
      console.error('The state of the debugger could not be restored');
      return NOTHING_UNFINISHED;
    });
    for (const tabId of unfinished.orphans) attachments.release(tabId);
    for (const tabId of unfinished.own) detachFromOwnPage(tabId);
    // Not before the orphans count as being released: what is saved here is the new connection's.
    if (unfinished !== NOTHING_UNFINISHED) state.saveSoon();
    gate.open();
    for (const tabId of unfinished.gone) attachments.chromeDetached(tabId, 'target_closed');
    idle.check();
  };

  const detachFromOwnPage = (tabId: number) => {
    attachments.release(tabId, { reason: 'target_closed', atOnce: true });
  };

  const connectionIs = (connection: string | null) => {
    const before = state.connection;
    if (before === connection) return;
    state.connection = connection;
    // What is restored later is compared with the connection then; see restore.
    if (before === undefined || before === null) return;
    gate.pass(() => {
      state.owned.clear();
      for (const tabId of state.tabIds()) attachments.release(tabId);
      state.saveSoon();
    });
  };

  const relayEvent = ({ tabId, sessionId }: Partial<SessionAddress>, method: string, params?: object) => {
    if (tabId === undefined) return;
    const attachment = state.attachedTo(tabId);
    if (attachment === undefined) return;
    if (announcesOwnPage(method, params, ownId)) {
      detachFromOwnPage(tabId);
      return;
    }
    const isOpening = method === 'Page.javascriptDialogOpening';
    if (isOpening || method === 'Page.javascriptDialogClosed') {
      attachment.dialogOpen = isOpening;
      state.saveSoon();
    }
    deps.notify('debugger.event', JSON.stringify({ tabId, sessionId, method, params }));
  };

  const tabGone = (tabId: number) => {
    if (state.owned.delete(tabId)) state.saveSoon();
    const attachment = state.attachedTo(tabId);
    if (attachment !== undefined) attachments.suspect(attachment);
    tabReports.removed(tabId);
  };

  const ready = start();
  return {
    handlers: debuggerHandlers({ deps, state, attachments, idle, ready, connectionIs }),
    connectionIs,
    pausedIs: (wanted) => {
      isPaused = wanted;
      if (wanted) gate.pass(releaseAll);
    },
    connectionClosed: () => connectionIs(null),
    onEvent: (source, method, params) => gate.pass(() => relayEvent(source, method, params)),
    onDetach: ({ tabId }, reason) =>
      gate.pass(() => {
        if (tabId !== undefined) attachments.chromeDetached(tabId, reason);
      }),
    onTabCreated: (tab) => gate.pass(() => tabReports.created(tab)),
    onTabUpdated: (tabId, change, tab) =>
      gate.pass(() => {
        if (showsOwnPage(tab, ownId)) detachFromOwnPage(tabId);
        tabReports.updated(change, tab);
      }),
    onTabRemoved: (tabId) => gate.pass(() => tabGone(tabId)),
    onTabReplaced: (_, removedTabId) => gate.pass(() => tabGone(removedTabId)),
    onAlarm: ({ name }) => {
      if (name === IDLE_ALARM) gate.pass(() => idle.check());
    },
  };
}
