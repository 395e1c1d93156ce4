import type { ApprovalView } from '../shared/approvals.ts';
import { isOver } from './outcomeText.ts';

/** Under so many seconds, time is short. */
export const SHORT_TIME_S = 60;

const SECOND_MS = 1_000;

interface Props {
  readonly item: ApprovalView;
  /** Seconds left. */
  readonly seconds: number;
}

/** How much of the time to decide is left, as a thin line; empty once there is nothing to decide. */
export function TimeLine({ item, seconds }: Props) {
  const whole = (item.expiresAt - item.receivedAt) / SECOND_MS;
  const share = whole <= 0 ? 0 : Math.min(1, seconds / whole);
  return (
    <div class={seconds < SHORT_TIME_S ? 'time-line short' : 'time-line'} aria-hidden="true">
      {/* The key keeps the line from sliding from one item's time to another's. */}
      {!isOver(item) && <div key={item.id} style={{ transform: `scaleX(${share})` }} />}
    </div>
  );
}
