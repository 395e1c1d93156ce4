import { type Preferences, savePreferences } from '../ui/preferences.ts';
import { Unanswered } from '../ui/Unanswered.tsx';
import { MainView } from './MainView.tsx';
import { PopupHeader } from './PopupHeader.tsx';
import type { PopupMemory } from './popupModel.ts';
import { SettingsView } from './SettingsView.tsx';
import { usePopup } from './usePopup.ts';
import { WaitingView } from './WaitingView.tsx';

interface Props {
  readonly memory: PopupMemory;
  readonly preferences: Preferences;
}

/** The popup: the state of the connection and what can be done about it, or the settings. */
export function Popup({ memory, preferences }: Props) {
  const [model, actions] = usePopup(memory);
  const { connection } = model;
  return (
    <>
      <PopupHeader model={model} actions={actions} />
      {connection === null ? (
        <WaitingView />
      ) : model.view === 'settings' ? (
        <SettingsView
          address={connection.address}
          preferences={preferences}
          onAddress={actions.setAddress}
          onPreferences={(chosen) => void savePreferences(chrome.storage, chosen)}
          onDone={actions.closeSettings}
        />
      ) : (
        <MainView model={model} connection={connection} actions={actions} />
      )}
      {model.isUnanswered && <Unanswered onTryAgain={connection === null ? actions.tryAgain : undefined} />}
    </>
  );
}
