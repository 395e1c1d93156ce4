import { type Preferences, savePreferences } from '../ui/preferences.ts';
import { Unanswered } from '../ui/Unanswered.tsx';
import { ActivityPage } from './ActivityPage.tsx';
import { MainView } from './MainView.tsx';
import { PausedBanner } from './PausedBanner.tsx';
import { PopupHeader } from './PopupHeader.tsx';
import type { PopupMemory } from './popupModel.ts';
import { SettingsView } from './SettingsView.tsx';
import { usePopup } from './usePopup.ts';
import { WaitingView } from './WaitingView.tsx';

interface Props {
  readonly memory: PopupMemory;
  readonly preferences: Preferences;
}

/** The popup: the state of the connection and what can be done about it, the settings, or what was done. */
export function Popup({ memory, preferences }: Props) {
  const [model, actions] = usePopup(memory);
  const { connection } = model;
  return (
    <>
      <PopupHeader model={model} actions={actions} />
      {model.isPaused && <PausedBanner onResume={() => actions.pause(false)} />}
      {connection === null ? (
        <WaitingView />
      ) : model.view === 'activity' ? (
        <ActivityPage />
      ) : model.view === 'settings' ? (
        <SettingsView
          address={connection.address}
          preferences={preferences}
          onAddress={actions.setAddress}
          onPreferences={(chosen) => void savePreferences(chrome.storage, chosen)}
          onDone={() => actions.turnTo('main')}
        />
      ) : (
        <MainView model={model} connection={connection} actions={actions} />
      )}
      {model.isUnanswered && <Unanswered onTryAgain={connection === null ? actions.tryAgain : undefined} />}
    </>
  );
}
