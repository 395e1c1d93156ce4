import type { ConnectionState } from '../shared/connectionState.ts';
import { useSecondsLeft } from '../ui/useSecondsLeft.ts';
import { useTexts } from './texts.ts';

/** The state of the connection in words. Only the word is announced, not every second of the countdown. */
export function ConnectionStatusText({ connection }: { readonly connection: ConnectionState }) {
  const texts = useTexts();
  return (
    <output class={`status ${connection.status}`}>
      {texts.status[connection.status]}
      {connection.status === 'reconnecting' && <NextTry retryAt={connection.retryAt} />}
    </output>
  );
}

function NextTry({ retryAt }: { readonly retryAt: number | null }) {
  const texts = useTexts();
  const seconds = useSecondsLeft(retryAt);
  return (
    <span class="next-try" aria-live="off">
      {seconds === 0 ? texts.trying : texts.retryIn(seconds)}
    </span>
  );
}
