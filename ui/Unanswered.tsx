import { useCommonTexts } from './texts.ts';

/** Nobody answered the last question. */
export function Unanswered({ onTryAgain }: { readonly onTryAgain: (() => void) | undefined }) {
  const texts = useCommonTexts();
  return (
    <div class="unanswered">
      <p role="alert" class="error">
        {texts.noAnswer}
      </p>
      {onTryAgain !== undefined && (
        <button type="button" onClick={onTryAgain}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
