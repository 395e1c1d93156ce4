import { useTexts } from './texts.ts';

/** How many requests wait for a decision, and the way to them. */
export function ApprovalsNotice({
  waiting,
  onView,
}: {
  readonly waiting: number;
  readonly onView: () => void;
}) {
  const texts = useTexts();
  return (
    <div class="notice attention">
      <p>{texts.approvalsWaiting(waiting)}</p>
      <button type="button" onClick={onView}>
        {texts.view}
      </button>
    </div>
  );
}
