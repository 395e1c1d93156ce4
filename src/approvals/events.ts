import type { Failure } from '../../protocol/errors.ts';
import type { ApprovalOutcome } from '../../shared/approvals.ts';
import type { Answer } from '../../shared/link.ts';
import type { ApprovalRecord, DocumentIdentity, OwnWindow, QueueState } from './record.ts';

/** What happens to the queue (protocol §5). */
export type QueueEvent =
  | HumanDecision
  /** Time passed, or somebody looked. */
  | { readonly type: 'looked' }
  /** First event of each life of the worker, with what is known of the acts an earlier life left unfinished. */
  | { readonly type: 'restored'; readonly interrupted: ReadonlyMap<string, Failure> }
  | { readonly type: 'requested'; readonly record: ApprovalRecord }
  | { readonly type: 'cancelled'; readonly callId: string }
  /** The page has the answer to this call. */
  | { readonly type: 'delivered'; readonly callId: string }
  | {
      readonly type: 'reconciled';
      /** Every connection that is up, the daemon's and those of other extensions. */
      readonly connections: readonly string[];
      readonly openCalls: readonly string[];
      /** First of this life: each call that can be waiting is open, or was withdrawn when no worker listened. */
      readonly isFirst: boolean;
    }
  /** The worker has carried out what was approved, or failed to. */
  | { readonly type: 'finished'; readonly id: string; readonly outcome: ApprovalOutcome }
  | { readonly type: 'uninstalled'; readonly extensionId: string }
  /** An approval page showed up. */
  | { readonly type: 'greeted'; readonly from: DocumentIdentity }
  | { readonly type: 'windowOpened'; readonly window: OwnWindow }
  /** The window was to be shown and is not there; nobody saw it go. */
  | { readonly type: 'windowLost'; readonly windowId: number }
  /** A window, ours or another, was closed. */
  | { readonly type: 'windowRemoved'; readonly windowId: number }
  /** These were waiting in a window that the human closed. */
  | { readonly type: 'abandoned'; readonly ids: readonly string[] };

/** What a human decided, if `from` is the document that the worker opened. */
export type HumanDecision = { readonly id: string; readonly from: DocumentIdentity } & (
  | { readonly type: 'approved' }
  | { readonly type: 'rejected' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'finishedInWindow'; readonly outcome: ApprovalOutcome }
);

/** What is to be done once the new state is persisted. */
export type Effect =
  | { readonly type: 'answer'; readonly callId: string; readonly answer: Answer }
  | { readonly type: 'defer'; readonly callId: string }
  | { readonly type: 'lost'; readonly callId: string }
  | { readonly type: 'execute'; readonly record: ApprovalRecord }
  | { readonly type: 'handToWindow'; readonly id: string }
  | { readonly type: 'showWindow' }
  | { readonly type: 'closeWindow'; readonly windowId: number }
  /** Reject these, unless the window closed because the whole browser does. */
  | { readonly type: 'rejectAbandoned'; readonly ids: readonly string[] };

/** The new state, the very same object when nothing changed, and what follows from it. */
export interface Transition {
  readonly state: QueueState;
  readonly effects: readonly Effect[];
}
