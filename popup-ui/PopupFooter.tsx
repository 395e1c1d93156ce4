import { useEffect, useState } from 'preact/hooks';
import type { ConnectionState } from '../shared/connectionState.ts';
import { AskDialog } from './AskDialog.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly connection: ConnectionState;
  readonly onForget: () => void;
}

/** Whether this browser has a pairing that can be forgotten. */
export const isPaired = ({ status }: ConnectionState): boolean =>
  status === 'connected' || status === 'reconnecting' || status === 'rejected';

/** The version of this extension, and the way to end a pairing. */
export function PopupFooter({ connection, onForget }: Props) {
  const texts = useTexts();
  const [isAsking, setAsking] = useState(false);
  const canForget = isPaired(connection);

  useEffect(() => {
    if (!canForget) setAsking(false);
  }, [canForget]);

  return (
    <footer>
      <span>{texts.version(chrome.runtime.getManifest().version)}</span>
      {canForget && (
        <button type="button" class="plain" onClick={() => setAsking(true)}>
          {texts.forget}
        </button>
      )}
      {canForget && isAsking && (
        <AskDialog
          title={texts.forgetTitle}
          help={texts.forgetHelp(connection.name)}
          action={texts.forget}
          onAct={onForget}
          onClose={() => setAsking(false)}
        />
      )}
    </footer>
  );
}
