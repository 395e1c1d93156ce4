import type { ConnectionState } from '../shared/connectionState.ts';
import { ConnectionDrawing } from './ConnectionDrawing.tsx';
import { ConnectionStatusText } from './ConnectionStatusText.tsx';
import { PairedView } from './PairedView.tsx';
import { PairingForm } from './PairingForm.tsx';
import { isPaired, PopupFooter } from './PopupFooter.tsx';
import type { PopupModel } from './popupModel.ts';
import { RejectedView } from './RejectedView.tsx';
import { Switch } from './Switch.tsx';
import { useTexts } from './texts.ts';
import type { PopupActions } from './usePopup.ts';

interface Props {
  readonly model: PopupModel;
  readonly connection: ConnectionState;
  readonly actions: PopupActions;
}

/** The connection, drawn and in words, with what can be done about it. */
export function MainView(props: Props) {
  const { model, connection, actions } = props;
  const texts = useTexts();
  return (
    <>
      <main>
        <ConnectionDrawing
          status={connection.status}
          address={connection.address}
          isPaused={model.isPaused}
        />
        <div class="status-row">
          <ConnectionStatusText connection={connection} />
          {isPaired(connection) && (
            <Switch label={texts.pause} isOn={model.isPaused} onChange={actions.pause} />
          )}
        </div>
        <StateView {...props} />
      </main>
      <PopupFooter connection={connection} onForget={actions.forget} />
    </>
  );
}

function StateView({ model, connection, actions }: Props) {
  switch (connection.status) {
    case 'connected':
    case 'reconnecting':
      return <PairedView connection={connection} waiting={model.waiting} actions={actions} />;
    case 'rejected':
      if (!model.pairsAgain) return <RejectedView onPairAgain={actions.pairAgain} />;
      break;
    case 'unpaired':
    case 'pairing':
    case 'pair-failed':
    case 'pair-unreachable':
      break;
  }
  return (
    <PairingForm connection={connection} draft={model.draft} onType={actions.type} onPair={actions.pair} />
  );
}
