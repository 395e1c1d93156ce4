import { useState } from 'preact/hooks';
import { useTexts } from './texts.ts';

interface Props {
  readonly address: string;
  readonly onAddress: (address: string) => Promise<'saved' | 'invalid-address' | undefined>;
  readonly onSaved: () => void;
}

/** Changes where the daemon is looked for. */
export function AddressForm({ address, onAddress, onSaved }: Props) {
  const texts = useTexts();
  const [draft, setDraft] = useState(address);
  const [isInvalid, setInvalid] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isUnchanged = draft.trim() === '' || draft.trim() === address;

  const save = async () => {
    if (isSaving || isUnchanged) return;
    setSaving(true);
    const outcome = await onAddress(draft);
    setSaving(false);
    if (outcome === 'saved') onSaved();
    else setInvalid(outcome === 'invalid-address');
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label for="daemon-address">{texts.address}</label>
      <div class="field-row">
        <input
          id="daemon-address"
          class="mono"
          type="text"
          value={draft}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? 'address-error' : 'address-help'}
          onInput={(event) => {
            setDraft(event.currentTarget.value);
            setInvalid(false);
          }}
        />
        <button type="submit" class="primary" disabled={isSaving || isUnchanged}>
          {texts.save}
        </button>
      </div>
      {isInvalid ? (
        <p id="address-error" role="alert" class="error">
          {texts.invalidAddress}
        </p>
      ) : (
        <p id="address-help" class="label">
          {texts.addressHelp}
        </p>
      )}
    </form>
  );
}
