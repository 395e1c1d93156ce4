import type { GatedMethodName } from '../../protocol/methods/index.ts';
import type {
  ApprovalDetails,
  ApprovalOutcome,
  ApprovalStatus,
  ApprovalsView,
  ApprovalView,
} from '../../shared/approvals.ts';
import type { Answer } from '../../shared/link.ts';

/** Who carries out an approved request. Chrome uninstalls only at a human's click, which the worker never sees. */
export const EXECUTED_BY: { readonly [Kind in GatedMethodName]: 'worker' | 'window' } = {
  'bookmarks.remove': 'worker',
  'extensions.uninstall': 'window',
};

/** What only the worker knows of a request. */
interface Bookkeeping {
  readonly callId: string;
  /** The daemon's JSON-RPC request ID. */
  readonly requestId: string;
  readonly connection: string;
  /** Nobody waits for the outcome any more: it is shown, and not answered. */
  readonly detached: boolean;
  /** The approval window that carries the request out, once it does. */
  readonly executingWindowId: number | null;
}

/** One request in the queue: what the window shows, and the bookkeeping. */
export type ApprovalRecord<Kind extends GatedMethodName = GatedMethodName> = ApprovalView<Kind> & Bookkeeping;

/** A request that has passed its checks: its method, and what it would do. */
export type Prepared<Kind extends GatedMethodName = GatedMethodName> = {
  [Name in Kind]: { readonly kind: Name; readonly detail: ApprovalDetails[Name] };
}[Kind];

/** An answer that the page has not acknowledged yet. */
export interface OwedAnswer {
  readonly callId: string;
  readonly connection: string;
  readonly answer: Answer;
}

/** The window the worker opened itself. Its document is known from its first message on. */
export interface OwnWindow {
  readonly windowId: number;
  readonly tabId: number;
  readonly documentId: string | null;
}

/** Which document speaks, by Chrome's word. */
export interface DocumentIdentity {
  readonly windowId: number;
  readonly tabId: number;
  readonly documentId: string;
}

/** All that is persisted of the queue; requests are in the order of arrival. */
export interface QueueState {
  readonly window: OwnWindow | null;
  readonly records: readonly ApprovalRecord[];
  readonly owed: readonly OwedAnswer[];
}

export const EMPTY_QUEUE: QueueState = { window: null, records: [], owed: [] };

/** Whether a request is over. */
export function isOver(status: ApprovalStatus): boolean {
  switch (status) {
    case 'pending':
    case 'executing':
      return false;
    case 'done':
    case 'failed':
    case 'expired':
    case 'cancelled':
    case 'voided':
      return true;
  }
}

/** Whether somebody waits for the outcome of a request. */
export const isAwaited = ({ status, detached }: ApprovalRecord): boolean => !isOver(status) && !detached;

/** How many requests wait for the human. */
export const pendingCount = ({ records }: QueueState): number =>
  records.filter(({ status }) => status === 'pending').length;

/** When the next request expires, in milliseconds since the epoch; null when none will. */
export function nextDeadline({ records }: QueueState): number | null {
  const deadlines = records.filter(isAwaited).map(({ expiresAt }) => expiresAt);
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** How soon a worker that dies amid an act is woken, so that it can say how far it got. */
export const ACT_WATCH_MS = 30_000;

/** When the worker must be awake next, in milliseconds since the epoch; null when nothing calls for it. */
export function nextWake(state: QueueState, now: number): number | null {
  const deadline = nextDeadline(state);
  const isActing = state.records.some(
    ({ kind, status }) => status === 'executing' && EXECUTED_BY[kind] === 'worker',
  );
  return isActing ? Math.min(deadline ?? Number.POSITIVE_INFINITY, now + ACT_WATCH_MS) : deadline;
}

/** The queue as the pages see it. */
export function viewOf({ records }: QueueState): ApprovalsView {
  return {
    items: records.map(
      ({ callId, requestId, connection, detached, executingWindowId, ...view }): ApprovalView => view,
    ),
  };
}

/** What the requester is told of an outcome. */
export function answerOf(outcome: ApprovalOutcome): Answer {
  return outcome.ok
    ? { ok: true, json: JSON.stringify(outcome.result) }
    : { ok: false, code: outcome.code, message: outcome.message };
}
