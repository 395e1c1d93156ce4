import type { ActivityOutcome, ActivityTarget } from '../../shared/activity.ts';
import type { QueueEvent, Transition } from './events.ts';
import { type ApprovalRecord, isOver, type QueueState } from './record.ts';

/** A request that has come to its end, and how. */
export interface Ending {
  readonly record: ApprovalRecord;
  readonly outcome: ActivityOutcome;
}

/** The requests that a transition brought to their end. */
export function endings(before: QueueState, event: QueueEvent, after: Transition): readonly Ending[] {
  return before.records
    .filter(({ status }) => !isOver(status))
    .flatMap((record) => {
      const now = after.state.records.find(({ id }) => id === record.id);
      if (now !== undefined && !isOver(now.status)) return [];
      return [{ record, outcome: outcomeOf(now, record, event, after) }];
    });
}

function outcomeOf(
  now: ApprovalRecord | undefined,
  { callId }: ApprovalRecord,
  event: QueueEvent,
  { effects }: Transition,
): ActivityOutcome {
  switch (now?.status) {
    case 'done':
      return 'done';
    case 'failed':
      return now.outcome?.ok === false ? now.outcome.code : 'INTERNAL_ERROR';
    case 'expired':
      return 'OPERATION_EXPIRED';
    case 'cancelled':
      return 'withdrawn';
    case 'voided':
      return 'disconnected';
  }
  // It left the queue with its end: its answer tells which, and where there is none nobody waited for it.
  const answer = effects.find((effect) => effect.type === 'answer' && effect.callId === callId);
  if (answer?.type === 'answer') return answer.answer.ok ? 'done' : answer.answer.code;
  return event.type === 'cancelled' ? 'withdrawn' : 'disconnected';
}

/** What a request was about. */
export function targetsOfRecord({ kind, detail }: ApprovalRecord): readonly ActivityTarget[] {
  switch (kind) {
    case 'bookmarks.remove':
      return detail.items.map(({ title, url }) => ({ title, ...(url === undefined ? {} : { url }) }));
    case 'extensions.uninstall':
      return [{ title: detail.name }];
  }
}
