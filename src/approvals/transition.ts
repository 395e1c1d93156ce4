import type { Failure } from '../../protocol/errors.ts';
import type { ApprovalOutcome } from '../../shared/approvals.ts';
import {
  EXPIRED,
  expire,
  finish,
  forEach,
  isOrphaned,
  letGo,
  quietly,
  reject,
  withoutOwed,
  withoutRecord,
  withRecord,
  withWindow,
} from './changes.ts';
import type { Effect, HumanDecision, QueueEvent, Transition } from './events.ts';
import { uninstalled } from './kinds/extensionsUninstall.ts';
import {
  type ApprovalRecord,
  type DocumentIdentity,
  EXECUTED_BY,
  isAwaited,
  isOver,
  type OwnWindow,
  pendingCount,
  type QueueState,
} from './record.ts';

type Reconciled = Extract<QueueEvent, { readonly type: 'reconciled' }>;

const INTERRUPTED: Failure = {
  code: 'INTERNAL_ERROR',
  message: 'The browser stopped the extension while it carried this out; see what it did before asking again',
};

/**
 * The approval queue as a pure function (protocol §5).
 * @param now milliseconds since the epoch; what is due by then expires before the event applies.
 */
export function transition(before: QueueState, event: QueueEvent, now: number): Transition {
  const expired = forEach(before, (record) => isAwaited(record) && record.expiresAt <= now, expire);
  const applied = apply(expired.state, event, now);
  const tidied = tidy(applied.state);
  return { state: tidied.state, effects: [...expired.effects, ...applied.effects, ...tidied.effects] };
}

function apply(state: QueueState, event: QueueEvent, now: number): Transition {
  switch (event.type) {
    case 'looked':
      return quietly(state);
    case 'restored':
      return restore(state, event.interrupted);
    case 'requested':
      return enqueue(state, event.record, now);
    case 'cancelled':
      return cancel(state, event.callId);
    case 'delivered':
      return quietly(withoutOwed(state, ({ callId }) => callId === event.callId));
    case 'reconciled':
      return reconcile(state, event);
    case 'approved':
    case 'rejected':
    case 'dismissed':
    case 'finishedInWindow':
      return decide(state, event);
    case 'finished': {
      const isIt = ({ id, status }: ApprovalRecord) => id === event.id && status === 'executing';
      return forEach(state, isIt, (at, record) => finish(at, record, event.outcome));
    }
    case 'uninstalled':
      return concludeUninstall(state, event.extensionId);
    case 'greeted':
      return greet(state, event.from);
    case 'windowOpened':
      return quietly(withWindow(state, event.window));
    case 'windowLost':
      return quietly(state.window?.windowId === event.windowId ? withWindow(state, null) : state);
    case 'windowRemoved':
      return removeWindow(state, event.windowId);
    case 'abandoned':
      return forEach(state, ({ id, status }) => status === 'pending' && event.ids.includes(id), reject);
  }
}

/** An act of an earlier life has stopped midway and is never started again; a window's act goes on in its window. */
function restore(before: QueueState, interrupted: ReadonlyMap<string, Failure>): Transition {
  const { state, effects } = forEach(
    before,
    ({ kind, status }) => status === 'executing' && EXECUTED_BY[kind] === 'worker',
    (at, record) => finish(at, record, { ok: false, ...(interrupted.get(record.id) ?? INTERRUPTED) }),
  );
  const isUnseen = state.window === null && pendingCount(state) > 0;
  return { state, effects: isUnseen ? [...effects, { type: 'showWindow' }] : effects };
}

function enqueue(state: QueueState, record: ApprovalRecord, now: number): Transition {
  const { callId } = record;
  if (state.records.some((known) => known.callId === callId)) return quietly(state);
  if (record.expiresAt <= now) {
    return { state, effects: [{ type: 'answer', callId, answer: { ok: false, ...EXPIRED } }] };
  }
  return {
    state: { ...state, records: [...state.records, record] },
    effects: [{ type: 'defer', callId }, { type: 'showWindow' }],
  };
}

function cancel(state: QueueState, callId: string): Transition {
  return forEach(
    withoutOwed(state, (owed) => owed.callId === callId),
    (record) => record.callId === callId && isAwaited(record),
    letGo('cancelled'),
  );
}

/** Lets go of what nobody waits for any more, and says for each open call what has become of it. */
function reconcile(before: QueueState, { connections, openCalls, isFirst }: Reconciled): Transition {
  const voided = forEach(
    withoutOwed(before, (owed) => !connections.includes(owed.connection)),
    (record) => !connections.includes(record.connection) && isAwaited(record),
    letGo('voided'),
  );
  const isWithdrawn = (record: ApprovalRecord) => isFirst && !openCalls.includes(record.callId);
  const { state } = forEach(
    voided.state,
    (record) => isAwaited(record) && isWithdrawn(record),
    letGo('cancelled'),
  );
  const owed = new Set(state.owed.map(({ callId }) => callId));
  const waiting = new Set(state.records.filter(isAwaited).map(({ callId }) => callId));
  const answers = state.owed.map(({ callId, answer }): Effect => ({ type: 'answer', callId, answer }));
  const fates = openCalls
    .filter((callId) => !owed.has(callId))
    .map((callId): Effect => ({ type: waiting.has(callId) ? 'defer' : 'lost', callId }));
  return { state, effects: [...answers, ...fates] };
}

function decide(before: QueueState, decision: HumanDecision): Transition {
  const window = believed(before.window, decision.from);
  const record = before.records.find(({ id }) => id === decision.id);
  if (window === null || record === undefined) return quietly(before);
  const state = withWindow(before, window);
  switch (decision.type) {
    case 'approved':
      return record.status === 'pending' ? approve(state, record, window.windowId) : quietly(state);
    case 'rejected':
      return record.status === 'pending' ? reject(state, record) : quietly(state);
    case 'dismissed':
      return quietly(isOver(record.status) ? withoutRecord(state, record) : state);
    case 'finishedInWindow':
      return record.status === 'executing' && record.kind === 'extensions.uninstall'
        ? finish(state, record, decision.outcome.ok ? uninstalledOutcome(record) : decision.outcome)
        : quietly(state);
  }
}

function approve(state: QueueState, pending: ApprovalRecord, windowId: number): Transition {
  const isWindows = EXECUTED_BY[pending.kind] === 'window';
  const executingWindowId = isWindows ? windowId : null;
  const record: ApprovalRecord = { ...pending, status: 'executing', executingWindowId };
  return {
    state: withRecord(state, record),
    effects: [isWindows ? { type: 'handToWindow', id: record.id } : { type: 'execute', record }],
  };
}

function concludeUninstall(before: QueueState, extensionId: string): Transition {
  return forEach(
    before,
    ({ status }) => status === 'executing',
    (state, record) =>
      record.kind === 'extensions.uninstall' && record.detail.id === extensionId
        ? finish(state, record, uninstalledOutcome(record))
        : quietly(state),
  );
}

/** What was uninstalled is what the human approved, whoever reports it. */
const uninstalledOutcome = ({ detail }: ApprovalRecord<'extensions.uninstall'>): ApprovalOutcome => ({
  ok: true,
  result: uninstalled(detail),
});

/** Binds our window's document; a window whose document was replaced, as by a reload, gives way to a new one. */
function greet(state: QueueState, from: DocumentIdentity): Transition {
  const { window } = state;
  if (window === null || !isIn(window, from)) return quietly(state);
  const bound = believed(window, from);
  if (bound !== null) return quietly(withWindow(state, bound));
  return {
    state: withWindow(state, null),
    effects: [{ type: 'closeWindow', windowId: window.windowId }, { type: 'showWindow' }],
  };
}

function removeWindow(state: QueueState, windowId: number): Transition {
  if (state.window?.windowId !== windowId) return quietly(state);
  const ids = state.records.filter(({ status }) => status === 'pending').map(({ id }) => id);
  return {
    state: withWindow(state, null),
    effects: ids.length > 0 ? [{ type: 'rejectAbandoned', ids }] : [],
  };
}

/** Drops what nobody waits for and nobody sees, and closes a window that has nothing left to show. */
function tidy(before: QueueState): Transition {
  const { state } = forEach(
    before,
    (record) => record.detached && isOrphaned(before, record),
    (at, record) => quietly(withRecord(at, { ...record, status: 'voided' })),
  );
  if (state.window === null) {
    const open = state.records.filter(({ status }) => !isOver(status));
    return quietly(open.length === state.records.length ? state : { ...state, records: open });
  }
  if (state.records.length > 0) return quietly(state);
  return {
    state: withWindow(state, null),
    effects: [{ type: 'closeWindow', windowId: state.window.windowId }],
  };
}

const isIn = (window: OwnWindow, { windowId, tabId }: DocumentIdentity): boolean =>
  window.windowId === windowId && window.tabId === tabId;

/** Our window, its document known, if it is this one that speaks. */
function believed(window: OwnWindow | null, from: DocumentIdentity): OwnWindow | null {
  if (window === null || !isIn(window, from)) return null;
  if (window.documentId === from.documentId) return window;
  return window.documentId === null ? { ...window, documentId: from.documentId } : null;
}
