import { useTexts } from './texts.ts';

/** The daemon refused this browser; only pairing again helps. */
export function RejectedView({ onPairAgain }: { readonly onPairAgain: () => void }) {
  const texts = useTexts();
  return (
    <div class="stack">
      <p>{texts.rejectedHelp}</p>
      <button type="button" class="primary" onClick={onPairAgain}>
        {texts.pairAgain}
      </button>
    </div>
  );
}
