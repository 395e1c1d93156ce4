import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ApprovalGuard, type Arming } from './arming.ts';

/** How often the attention is looked at; nothing tells that a window was moved. */
const LOOK_EVERY_MS = 100;

const placeOfWindow = (): string => [screenX, screenY, innerWidth, innerHeight].join(' ');

const isSame = (one: Arming, other: Arming): boolean =>
  one.phase === other.phase &&
  (one.phase !== 'arming' || other.phase !== 'arming' || one.since === other.since);

/** The handlers of the approving button, and whether it may be pressed. */
export interface ArmedButton {
  readonly arming: Arming;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
  /** To be called when a decision did not get through, so that it can be made again. */
  readonly reset: () => void;
}

/**
 * Arms the approving button for the item in view.
 * @param item its ID; null when it cannot be approved
 * @param onApprove called once for each decision of a person
 */
export function useArming(item: string | null, onApprove: () => void): ArmedButton {
  const guard = useMemo(() => new ApprovalGuard(() => performance.now()), []);
  const [arming, setArming] = useState<Arming>({ phase: 'unattended' });

  const look = (hasFocus = document.hasFocus()) => {
    const seen = guard.observe({
      item,
      isVisible: document.visibilityState === 'visible',
      hasFocus,
      place: placeOfWindow(),
    });
    setArming((last) => (isSame(last, seen) ? last : seen));
  };

  useLayoutEffect(() => {
    const onChange = () => look();
    const onBlur = () => look(false);
    look();
    const timer = setInterval(onChange, LOOK_EVERY_MS);
    window.addEventListener('blur', onBlur);
    window.addEventListener('focus', onChange);
    window.addEventListener('resize', onChange);
    document.addEventListener('visibilitychange', onChange);
    return () => {
      clearInterval(timer);
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('focus', onChange);
      window.removeEventListener('resize', onChange);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, [item]);

  return {
    arming,
    handlers: {
      onPointerDown: (event) => {
        look();
        guard.pointerDown(event);
      },
      onMouseDown: (event) => guard.mouseDown(event),
      onKeyDown: (event) => {
        look();
        if (guard.keyDown(event)) event.preventDefault();
      },
      onClick: (event) => {
        look();
        if (guard.click(event) !== null) onApprove();
        look();
      },
    },
    reset: () => {
      guard.reset();
      look();
    },
  };
}
