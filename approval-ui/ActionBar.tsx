import { useEffect, useRef } from 'preact/hooks';
import type { ApprovalView } from '../shared/approvals.ts';
import { ApproveButton } from './ApproveButton.tsx';
import { isPressingKey } from './arming.ts';
import { isOver } from './outcomeText.ts';
import type { ApprovalTexts } from './texts.ts';
import { useTexts } from './texts.ts';
import type { DecisionControls } from './useDecision.ts';

interface Props {
  readonly item: ApprovalView;
  readonly items: readonly ApprovalView[];
  readonly decision: DecisionControls;
  /** Nothing can be approved, by the person's wish. */
  readonly isPaused: boolean;
}

/** What can be done with the item in view. The harmless button has the focus. */
export function ActionBar({ item, items, decision, isPaused }: Props) {
  const texts = useTexts();
  const harmless = useRef<HTMLButtonElement>(null);
  const isPending = item.status === 'pending';
  const waiting = items.filter(({ status }) => status === 'pending').length;

  useEffect(() => {
    harmless.current?.focus({ preventScroll: true });
  }, [item.id, item.status]);

  // Nothing is left to say or do while an act goes on.
  if (item.status === 'executing' && waiting === 0) return null;
  return (
    <footer>
      {decision.problem !== null && (
        <p role="alert" class="error">
          {decision.problem === 'refused' ? texts.refused : texts.notSent}
        </p>
      )}
      {isPaused && isPending && (
        <p role="alert" class="halted">
          {texts.paused}
        </p>
      )}
      <div class="actions">
        {isPending && (
          <>
            <button
              ref={harmless}
              type="button"
              disabled={decision.isDeciding}
              onKeyDown={ignoreHeldKey}
              onClick={decision.reject}
            >
              {texts.reject}
            </button>
            <ApproveButton label={approveLabel(item, texts)} button={decision.button} />
          </>
        )}
        {isOver(item) && (
          <button ref={harmless} type="button" onKeyDown={ignoreHeldKey} onClick={decision.dismiss}>
            {texts.dismiss}
          </button>
        )}
      </div>
      {waiting > 0 && <p class="soft">{texts.closing(waiting)}</p>}
    </footer>
  );
}

/** A key held since before this window opened must not press what it finds here. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && isPressingKey(event.key)) event.preventDefault();
}

function approveLabel(item: ApprovalView, texts: ApprovalTexts): string {
  switch (item.kind) {
    case 'bookmarks.remove':
      return texts.bookmarks.approve(item.detail.items.length);
    case 'extensions.uninstall':
      return texts.extension.approve;
  }
}
