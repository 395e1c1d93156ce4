import type { Failure } from '../../protocol/errors.ts';
import type { ApprovalOutcome } from '../../shared/approvals.ts';
import type { Answer } from '../../shared/link.ts';
import type { Transition } from './events.ts';
import {
  type ApprovalRecord,
  answerOf,
  EXECUTED_BY,
  type OwedAnswer,
  type OwnWindow,
  type QueueState,
} from './record.ts';

/** The changes a transition is made of. Each leaves the state as it is, the same object, when it changes nothing. */

const REJECTED: Failure = { code: 'USER_REJECTED', message: 'The user rejected this request' };

/** A request nobody decided on. */
export const EXPIRED: Failure = {
  code: 'OPERATION_EXPIRED',
  message: 'Nobody decided on this request in time; ask again when somebody is at the browser',
};

const EXPIRED_EXECUTING: Failure = {
  code: 'OPERATION_EXPIRED',
  message: 'This request was approved but did not end in time; see what it did before asking again',
};

/** A state with nothing to do about it. */
export const quietly = (state: QueueState): Transition => ({ state, effects: [] });

/** Changes each of the chosen records in turn. */
export function forEach(
  before: QueueState,
  isChosen: (record: ApprovalRecord) => boolean,
  change: (state: QueueState, record: ApprovalRecord) => Transition,
): Transition {
  return before.records.filter(isChosen).reduce<Transition>(({ state, effects }, record) => {
    const next = change(state, record);
    return { state: next.state, effects: [...effects, ...next.effects] };
  }, quietly(before));
}

export const withRecord = (state: QueueState, record: ApprovalRecord): QueueState => ({
  ...state,
  records: state.records.map((known) => (known.id === record.id ? record : known)),
});

export const withoutRecord = (state: QueueState, { id }: ApprovalRecord): QueueState => ({
  ...state,
  records: state.records.filter((known) => known.id !== id),
});

export const withWindow = (state: QueueState, window: OwnWindow | null): QueueState =>
  state.window === window ? state : { ...state, window };

export function withoutOwed(state: QueueState, isDropped: (owed: OwedAnswer) => boolean): QueueState {
  return state.owed.some(isDropped)
    ? { ...state, owed: state.owed.filter((owed) => !isDropped(owed)) }
    : state;
}

/** Answers the requester, if it still waits. The answer is owed until the page has it. */
function answer(
  state: QueueState,
  { detached, callId, connection }: ApprovalRecord,
  owed: Answer,
): Transition {
  if (detached) return quietly(state);
  return {
    state: { ...state, owed: [...state.owed, { callId, connection, answer: owed }] },
    effects: [{ type: 'answer', callId, answer: owed }],
  };
}

/** The human said no: the request leaves the window at once. */
export const reject = (state: QueueState, record: ApprovalRecord): Transition =>
  answer(withoutRecord(state, record), record, { ok: false, ...REJECTED });

/** An act ended. */
export function finish(state: QueueState, record: ApprovalRecord, outcome: ApprovalOutcome): Transition {
  const over = { ...record, status: outcome.ok ? 'done' : 'failed', outcome } as ApprovalRecord;
  return answer(withRecord(state, over), record, answerOf(outcome));
}

/** Its time is up. What is executing goes on and is only shown, unless nobody is left to see it end. */
export function expire(state: QueueState, record: ApprovalRecord): Transition {
  if (record.status === 'pending') {
    return answer(withRecord(state, { ...record, status: 'expired' }), record, { ok: false, ...EXPIRED });
  }
  const after: ApprovalRecord = isOrphaned(state, record)
    ? { ...record, status: 'expired' }
    : { ...record, detached: true };
  return answer(withRecord(state, after), record, { ok: false, ...EXPIRED_EXECUTING });
}

/** Nobody waits any more: what is pending ends unanswered, what is executing goes on and is only shown. */
export const letGo =
  (status: 'cancelled' | 'voided') =>
  (state: QueueState, record: ApprovalRecord): Transition => {
    const after = record.status === 'pending' ? status : record.status;
    return quietly(withRecord(state, { ...record, status: after, detached: true }));
  };

/** Whether the window that was to carry a request out is gone, and with it the only witness of a refusal. */
export function isOrphaned({ window }: QueueState, record: ApprovalRecord): boolean {
  const { kind, status, executingWindowId } = record;
  return status === 'executing' && EXECUTED_BY[kind] === 'window' && executingWindowId !== window?.windowId;
}
