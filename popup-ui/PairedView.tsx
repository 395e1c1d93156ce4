import type { ConnectionState, ConnectionStatus } from '../shared/connectionState.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ApprovalsNotice } from './ApprovalsNotice.tsx';
import { ConnectedDetails } from './ConnectedDetails.tsx';
import { NameRow } from './NameRow.tsx';
import { RetryRow } from './RetryRow.tsx';
import { useTexts } from './texts.ts';
import type { PopupActions } from './usePopup.ts';

type Paired = ConnectionState & Extract<ConnectionStatus, { status: 'connected' | 'reconnecting' }>;

interface Props {
  readonly connection: Paired;
  readonly waiting: number;
  readonly actions: PopupActions;
}

const SHOWN_ID_LENGTH = 13;

/** A paired browser. One view for both states, so that a rename, which reconnects, keeps its form. */
export function PairedView({ connection, waiting, actions }: Props) {
  const texts = useTexts();
  const isConnected = connection.status === 'connected';
  const command = `sctl tabs list --browser ${connection.name}`;
  return (
    <div class="stack">
      {!isConnected && <RetryRow connection={connection} onRetry={actions.retryNow} />}
      {isConnected && waiting > 0 && <ApprovalsNotice waiting={waiting} onView={actions.viewApprovals} />}
      <dl class="details">
        <NameRow name={connection.name} canRename={isConnected} onRename={actions.rename} />
        {isConnected && <ConnectedDetails connection={connection} />}
        <dt>{texts.instanceId}</dt>
        <dd>
          <span class="mono">{connection.instanceId.slice(0, SHOWN_ID_LENGTH)}…</span>
          <CopyButton label={texts.copyInstanceId} text={connection.instanceId} />
        </dd>
      </dl>
      {isConnected && (
        <div>
          <p class="label">{texts.tryIt}</p>
          <div class="command">
            <code>{command}</code>
            <CopyButton label={texts.copyCommand} text={command} />
          </div>
        </div>
      )}
    </div>
  );
}
