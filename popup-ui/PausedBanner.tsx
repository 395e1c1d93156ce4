import { PauseIcon } from './icons.tsx';
import { useTexts } from './texts.ts';

/** Says in every view that no tool can use this browser, and ends it. */
export function PausedBanner({ onResume }: { readonly onResume: () => void }) {
  const texts = useTexts();
  return (
    <div class="paused" role="alert">
      <PauseIcon />
      <p>
        <strong>{texts.paused}</strong> {texts.pausedHelp}
      </p>
      <button type="button" onClick={onResume}>
        {texts.resume}
      </button>
    </div>
  );
}
