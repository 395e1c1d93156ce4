import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

/** Milliseconds a button has to be in view, in the window that has the focus, before it can be pressed. */
const SETTLE_MS = 1_000;

/**
 * A button that gives something away. Other extensions can open a copy of this page, and choose when and where, so a
 * click that was meant for something else must not land on it.
 */
export function SettledButton({ label, onClick }: Props) {
  const isSettled = useSettled();
  return (
    <button type="button" disabled={!isSettled} onClick={(event) => event.isTrusted && onClick()}>
      {label}
    </button>
  );
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      setSettled(false);
      if (document.hasFocus() && document.visibilityState === 'visible') {
        timer = setTimeout(() => setSettled(true), SETTLE_MS);
      }
    };
    restart();
    window.addEventListener('focus', restart);
    window.addEventListener('blur', restart);
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', restart);
      window.removeEventListener('blur', restart);
      document.removeEventListener('visibilitychange', restart);
    };
  }, []);
  return isSettled;
}
