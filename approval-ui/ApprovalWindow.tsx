import { useEffect, useLayoutEffect } from 'preact/hooks';
import { PRODUCT_NAME } from '../ui/texts.ts';
import { Unanswered } from '../ui/Unanswered.tsx';
import { useSecondsLeft } from '../ui/useSecondsLeft.ts';
import { ActionBar } from './ActionBar.tsx';
import { currentItem } from './pager.ts';
import { RequestView } from './RequestView.tsx';
import { TimeLine } from './TimeLine.tsx';
import { useTexts } from './texts.ts';
import { useApprovals } from './useApprovals.ts';
import { useDecision } from './useDecision.ts';
import { usePaused } from './usePaused.ts';
import { WindowHeader } from './WindowHeader.tsx';

/** The approval window: one request at a time, all of what it would do, and the decision. */
export function ApprovalWindow() {
  const texts = useTexts();
  const approvals = useApprovals();
  const item = approvals.pager === null ? undefined : currentItem(approvals.pager);
  const seconds = useSecondsLeft(item?.expiresAt ?? null);
  const isPaused = usePaused();
  const decision = useDecision(item, seconds > 0 && !isPaused, approvals);

  useEffect(() => {
    document.title = `${texts.windowTitle} · ${PRODUCT_NAME}`;
  }, [texts]);
  useLayoutEffect(() => scrollTo(0, 0), [item?.id]);

  return (
    <>
      <div class="top">
        <WindowHeader pager={approvals.pager} onTurn={approvals.turn} />
        {item !== undefined && <TimeLine item={item} seconds={seconds} />}
      </div>
      {item === undefined ? (
        <main class="empty">
          <h1 class="visually-hidden">{texts.windowTitle}</h1>
          {approvals.pager !== null && <p>{texts.nothingWaiting}</p>}
          {approvals.isUnanswered && <Unanswered onTryAgain={approvals.tryAgain} />}
        </main>
      ) : (
        <>
          {/* The key makes a new item start with nothing unfolded. */}
          <RequestView key={item.id} item={item} seconds={seconds} />
          <ActionBar
            item={item}
            items={approvals.pager?.items ?? []}
            decision={decision}
            isPaused={isPaused}
          />
        </>
      )}
    </>
  );
}
