import { clear, createStore, delMany, keys, setMany, values } from 'idb-keyval';
import { broadcast, onBroadcast, send, serveCommands } from '../shared/messages.ts';
import { ActivityLog } from './activity/activityLog.ts';
import { createActivityStore } from './activity/store.ts';
import { knownTargets, targetsOf } from './activity/targets.ts';
import { APPROVAL_PATH, createApprovalWindow } from './approvals/approvalWindow.ts';
import { setDeadline } from './approvals/deadline.ts';
import { approvalCommands } from './approvals/decisions.ts';
import { targetsOfRecord } from './approvals/endings.ts';
import { actsOf, createApprovalKinds } from './approvals/kinds/index.ts';
import { ApprovalQueue } from './approvals/queue.ts';
import { nextWake, pendingCount, type QueueState, viewOf } from './approvals/record.ts';
import { createQueueStore } from './approvals/store.ts';
import { createDebuggerRelay } from './debugger/relay.ts';
import { createDispatcher, createRegistry } from './dispatch.ts';
import { createHandlers } from './handlers/index.ts';
import { createOffscreenDocument } from './link/offscreenDocument.ts';
import { createPageLink } from './link/pageLink.ts';
import { workerPlatform } from './link/workerPlatform.ts';
import { Pause } from './pause.ts';
import { popupCommands } from './popupCommands.ts';
import { createWorkerProvider } from './provider/workerProvider.ts';
import { isReachable, Toolbar } from './toolbar/toolbar.ts';

declare const self: ServiceWorkerGlobalScope;

/** Path of the popup's document. */
const POPUP_PATH = 'popup.html';
const POPUP_URL = chrome.runtime.getURL(POPUP_PATH);
/** Path of the page of other extensions. */
const EXTENSIONS_PATH = 'extensions.html';

const report = (error: unknown) => console.error('The worker could not do its part', error);

const startTimer = (milliseconds: number, act: () => void) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

const relay = createDebuggerRelay({
  chrome,
  notify: (method, paramsJson) => link.notify(method, paramsJson),
  keepAwake: (wanted) => link.keepAwake(wanted),
  now: Date.now,
  startTimer,
  userAgent: navigator.userAgent,
});
const kinds = createApprovalKinds(chrome);
const registry = createRegistry([createHandlers(chrome), relay.handlers], kinds);
const ensureOffscreen = createOffscreenDocument(chrome);
const link = createPageLink(workerPlatform(self, [...registry.keys()], ensureOffscreen));
const toolbar = new Toolbar(chrome.action);
const pause = new Pause({
  storage: chrome.storage.local,
  onChange: (isPaused) => {
    relay.pausedIs(isPaused);
    toolbar.tell({ isPaused });
    broadcast('pause', { isPaused });
  },
});
const activityStore = createStore('sctl-activity', 'entries');
const activity = new ActivityLog({
  store: createActivityStore({
    setMany: (entries) => setMany(entries, activityStore),
    keys: () => keys(activityStore),
    values: () => values(activityStore),
    delMany: (ids) => delMany(ids, activityStore),
    clear: () => clear(activityStore),
  }),
  settings: chrome.storage.local,
  targetsOf: (method, input) => targetsOf(chrome, method, input),
  now: Date.now,
  startTimer,
  changed: () => broadcast('activityChanged', null),
});

/** What waits for the human's word, in the approval window and among other extensions. */
const waiting = { approvals: 0, extensions: 0 };
function tellWaiting(change: Partial<typeof waiting>): void {
  Object.assign(waiting, change);
  toolbar.tell({ waiting: waiting.approvals + waiting.extensions });
}
const provider = createWorkerProvider(chrome, {
  ensureOffscreen,
  pause,
  extensionsUrl: chrome.runtime.getURL(EXTENSIONS_PATH),
  startTimer,
  publish: (view) => {
    tellWaiting({ extensions: view.pending.length + view.held.length });
    broadcast('provider', view);
  },
});

function publish(state: QueueState): void {
  setDeadline(chrome.alarms, nextWake(state, Date.now())).catch(report);
  tellWaiting({ approvals: pendingCount(state) });
  broadcast('approvals', viewOf(state));
}

const queue = new ApprovalQueue({
  store: createQueueStore(chrome.storage.session),
  acts: actsOf(kinds),
  window: createApprovalWindow(chrome),
  link: {
    ...link,
    answer: (callId, answer) => {
      provider.answered(callId, answer);
      link.answer(callId, answer);
    },
  },
  publish,
  ended: ({ record, outcome }) =>
    activity.add({
      caller: record.requester,
      method: record.kind,
      startedAt: record.receivedAt,
      outcome,
      targets: knownTargets(targetsOfRecord(record)),
    }),
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  createId: () => crypto.randomUUID(),
});
const dispatcher = provider.guard(createDispatcher(registry, { approvals: queue, pause, activity }));

// Chrome hands a starting worker only the events it listens to when this script has run.
link.serve({
  call: (call) => {
    dispatcher
      .dispatch(call)
      .then((answer) => answer !== null && link.answer(call.callId, answer))
      .catch(report);
  },
  cancel: (callId) => {
    provider.cancelled(callId);
    queue.cancel(callId);
  },
  reconcile: ({ connection, callers, openCalls }) => {
    const connections = connection === null ? callers : [connection, ...callers];
    relay.connectionIs(connection);
    provider.connectionsAre(connections);
    queue.reconcile(
      connections,
      openCalls.filter((callId) => !dispatcher.isRunning(callId)),
    );
  },
  delivered: (callId) => queue.delivered(callId),
});
serveCommands('worker', {
  ...approvalCommands(
    queue,
    {
      extensionId: chrome.runtime.id,
      approvalUrl: chrome.runtime.getURL(APPROVAL_PATH),
      popupUrl: POPUP_URL,
    },
    pause,
  ),
  ...popupCommands({ pause, activity, ensureOffscreen, popupUrl: POPUP_URL }),
  ...provider.commands,
});
onBroadcast('connectionState', (state) => toolbar.tell({ isConnected: isReachable(state) }));
chrome.runtime.onMessageExternal.addListener(provider.onMessage);
chrome.windows.onRemoved.addListener((windowId) => queue.windowRemoved(windowId));
chrome.alarms.onAlarm.addListener((alarm) => {
  queue.wake();
  relay.onAlarm(alarm);
});
chrome.debugger.onEvent.addListener(relay.onEvent);
chrome.debugger.onDetach.addListener(relay.onDetach);
chrome.tabs.onCreated.addListener(relay.onTabCreated);
chrome.tabs.onUpdated.addListener(relay.onTabUpdated);
chrome.tabs.onRemoved.addListener(relay.onTabRemoved);
chrome.tabs.onReplaced.addListener(relay.onTabReplaced);
// Another Chromium browser may lack the namespace.
chrome.management?.onUninstalled.addListener((extensionId) => queue.extensionUninstalled(extensionId));
chrome.runtime.onInstalled.addListener(() => ensureOffscreen().catch(report));
chrome.runtime.onStartup.addListener(() => ensureOffscreen().catch(report));

queue.wake();
provider.publish();
pause.isOn().catch(report);
// A change of the connection may have been told while no worker listened.
ensureOffscreen()
  .then(() => send('offscreen', 'getState', null))
  .then((state) => toolbar.tell({ isConnected: isReachable(state) }))
  .catch(report);
