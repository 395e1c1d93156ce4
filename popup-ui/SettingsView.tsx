import type { Preferences } from '../ui/preferences.ts';
import { ActivitySwitch } from './ActivitySwitch.tsx';
import { AddressForm } from './AddressForm.tsx';
import { Choice } from './Choice.tsx';
import { useTexts } from './texts.ts';

/** Written by the build, from what it put into the extension. */
const LICENCES_PATH = '/licences.txt';

interface Props {
  readonly address: string;
  readonly preferences: Preferences;
  readonly onAddress: (address: string) => Promise<'saved' | 'invalid-address' | undefined>;
  readonly onPreferences: (preferences: Preferences) => void;
  readonly onDone: () => void;
}

/** Where the daemon is, how our pages look, whether activity is recorded, and what this is. */
export function SettingsView({ address, preferences, onAddress, onPreferences, onDone }: Props) {
  const texts = useTexts();
  return (
    <main class="stack">
      <AddressForm address={address} onAddress={onAddress} onSaved={onDone} />
      <Choice
        legend={texts.appearance}
        name="appearance"
        labels={texts.appearances}
        chosen={preferences.appearance}
        onChoose={(appearance) => onPreferences({ ...preferences, appearance })}
      />
      <Choice
        legend={texts.language}
        name="language"
        labels={texts.languages}
        chosen={preferences.language}
        onChoose={(language) => onPreferences({ ...preferences, language })}
      />
      <ActivitySwitch />
      <button
        type="button"
        onClick={() => chrome.tabs.create({ url: chrome.runtime.getURL('extensions.html') })}
      >
        {texts.extensions}
      </button>
      <div>
        <h2 class="label">{texts.about}</h2>
        <p class="about">
          <span>{texts.version(chrome.runtime.getManifest().version)}</span>
          <a href={LICENCES_PATH} target="_blank" rel="noopener">
            {texts.licences}
          </a>
        </p>
      </div>
    </main>
  );
}
