import { useTexts } from './texts.ts';
import type { ArmedButton } from './useArming.ts';

interface Props {
  readonly label: string;
  readonly button: ArmedButton;
}

/** The button that approves. It fills up while it arms, and does nothing before it is full. */
export function ApproveButton({ label, button }: Props) {
  const texts = useTexts();
  const { arming, handlers } = button;
  return (
    <button
      type="button"
      class={`danger approve ${arming.phase}`}
      aria-disabled={arming.phase !== 'armed'}
      aria-describedby="arming-help"
      {...handlers}
    >
      {arming.phase === 'arming' && <span key={arming.since} class="fill" aria-hidden="true" />}
      <span class="text">{label}</span>
      <span id="arming-help" hidden>
        {texts.armingHelp}
      </span>
    </button>
  );
}
