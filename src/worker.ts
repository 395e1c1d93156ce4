import { broadcast, serveCommands } from '../shared/messages.ts';
import { APPROVAL_PATH, createApprovalWindow } from './approvals/approvalWindow.ts';
import { showPendingCount } from './approvals/badge.ts';
import { setDeadline } from './approvals/deadline.ts';
import { approvalCommands } from './approvals/decisions.ts';
import { actsOf, createApprovalKinds } from './approvals/kinds/index.ts';
import { ApprovalQueue } from './approvals/queue.ts';
import { nextDeadline, pendingCount, type QueueState, viewOf } from './approvals/record.ts';
import { createQueueStore } from './approvals/store.ts';
import { createDebuggerRelay } from './debugger/relay.ts';
import { createDispatcher, createRegistry } from './dispatch.ts';
import { createHandlers } from './handlers/index.ts';
import { createOffscreenDocument } from './link/offscreenDocument.ts';
import { createPageLink } from './link/pageLink.ts';
import { workerPlatform } from './link/workerPlatform.ts';

declare const self: ServiceWorkerGlobalScope;

/** Path of the popup's document. */
const POPUP_PATH = 'popup.html';

const report = (error: unknown) => console.error('The worker could not do its part', error);

const relay = createDebuggerRelay({
  chrome,
  notify: (method, paramsJson) => link.notify(method, paramsJson),
  keepAwake: (wanted) => link.keepAwake(wanted),
  now: Date.now,
  startTimer: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  userAgent: navigator.userAgent,
});
const kinds = createApprovalKinds(chrome);
const registry = createRegistry([createHandlers(chrome), relay.handlers], kinds);
const ensureOffscreen = createOffscreenDocument(chrome);
const link = createPageLink(workerPlatform(self, [...registry.keys()], ensureOffscreen));

function publish(state: QueueState): void {
  setDeadline(chrome.alarms, nextDeadline(state)).catch(report);
  showPendingCount(chrome.action, pendingCount(state)).catch(report);
  broadcast('approvals', viewOf(state));
}

const queue = new ApprovalQueue({
  store: createQueueStore(chrome.storage.session),
  acts: actsOf(kinds),
  window: createApprovalWindow(chrome),
  link,
  publish,
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  createId: () => crypto.randomUUID(),
});
const dispatcher = createDispatcher(registry, queue);

// Chrome hands a starting worker only the events it listens to when this script has run.
link.serve({
  call: (call) => {
    dispatcher
      .dispatch(call)
      .then((answer) => answer !== null && link.answer(call.callId, answer))
      .catch(report);
  },
  cancel: (callId) => queue.cancel(callId),
  reconcile: ({ connection, openCalls }) => {
    relay.connectionIs(connection);
    queue.reconcile(
      connection,
      openCalls.filter((callId) => !dispatcher.isRunning(callId)),
    );
  },
  delivered: (callId) => queue.delivered(callId),
});
serveCommands('worker', {
  ...approvalCommands(queue, {
    extensionId: chrome.runtime.id,
    approvalUrl: chrome.runtime.getURL(APPROVAL_PATH),
    popupUrl: chrome.runtime.getURL(POPUP_PATH),
  }),
  ensureOffscreen: async () => {
    await ensureOffscreen();
    return null;
  },
});
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
