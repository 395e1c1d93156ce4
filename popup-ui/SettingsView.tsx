import type { Preferences } from '../ui/preferences.ts';
import { AddressForm } from './AddressForm.tsx';
import { Choice } from './Choice.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly address: string;
  readonly preferences: Preferences;
  readonly onAddress: (address: string) => Promise<'saved' | 'invalid-address' | undefined>;
  readonly onPreferences: (preferences: Preferences) => void;
  readonly onDone: () => void;
}

/** Where the daemon is, and how our pages look. */
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
    </main>
  );
}
