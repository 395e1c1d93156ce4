import type { ConnectionState, ConnectionStatus } from '../shared/connectionState.ts';
import { useTexts } from './texts.ts';

interface Props {
  readonly connection: ConnectionState & Extract<ConnectionStatus, { status: 'reconnecting' }>;
  readonly onRetry: () => void;
}

/** What is wrong while the connection is being restored, and the way not to wait. */
export function RetryRow({ connection, onRetry }: Props) {
  const texts = useTexts();
  return (
    <div class="notice">
      <p>{texts.reconnectingHelp}</p>
      <button type="button" disabled={connection.retryAt === null} onClick={onRetry}>
        {texts.retryNow}
      </button>
    </div>
  );
}
