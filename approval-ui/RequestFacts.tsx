import type { ApprovalView } from '../shared/approvals.ts';
import { minutesAndSeconds } from '../ui/countdown.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { isBlank, visibleString } from '../ui/visibleText.ts';
import { isOver } from './outcomeText.ts';
import { SHORT_TIME_S } from './TimeLine.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly item: ApprovalView;
  /** Seconds left to decide. */
  readonly seconds: number;
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Who asks, since when, and how long there is to decide. */
export function RequestFacts({ item, seconds }: Props) {
  const texts = useTexts();
  const { requester } = item;
  return (
    <dl class="facts">
      <dt>{texts.askedBy}</dt>
      <dd>
        {requester === null || isBlank(requester) ? (
          texts.noRequester
        ) : (
          <>
            <span class="requester" title={visibleString(requester)}>
              <UntrustedText text={requester} />
            </span>
            <span class="unverified">
              {item.extensionId === undefined ? texts.unverified : texts.ofExtension}
            </span>
          </>
        )}
      </dd>
      <dt>{texts.received}</dt>
      <dd>{timeOfDay.format(item.receivedAt)}</dd>
      {!isOver(item) && (
        <>
          <dt>{texts.timeLeft}</dt>
          <dd>
            <span role="timer" class={seconds < SHORT_TIME_S ? 'short' : undefined}>
              {minutesAndSeconds(seconds)}
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}
