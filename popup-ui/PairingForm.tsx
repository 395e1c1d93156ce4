import { useEffect, useRef } from 'preact/hooks';
import type { ConnectionState } from '../shared/connectionState.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { filterTyping } from '../ui/typing.ts';
import { draftText, readPairingDraft } from './pairingDraft.ts';
import type { PopupTexts } from './texts.ts';
import { useTexts } from './texts.ts';

interface Props {
  readonly connection: ConnectionState;
  readonly draft: string;
  readonly onType: (draft: string) => void;
  readonly onPair: (code: string) => void;
}

/** Why the last try to pair did not work, or null when there is nothing to say. */
function failureText(connection: ConnectionState, texts: PopupTexts): string | null {
  if (connection.status === 'pair-unreachable') return texts.unreachable(connection.address);
  if (connection.status !== 'pair-failed') return null;
  return connection.reason === 'name-taken' ? texts.nameTaken(connection.name) : texts.codeRejected;
}

/** Takes a pairing code, however it is typed. */
export function PairingForm({ connection, draft, onType, onPair }: Props) {
  const texts = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const read = readPairingDraft(draft);
  const isPairing = connection.status === 'pairing';
  const error = read.kind === 'not-a-code' ? texts.notACode : failureText(connection, texts);

  useEffect(() => {
    if (!isPairing) field.current?.focus();
  }, [isPairing]);

  const typed = (input: HTMLInputElement, isComposing: boolean) =>
    onType(filterTyping(input, isComposing, draftText));

  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (read.kind === 'code' && !isPairing) onPair(read.code);
      }}
    >
      <p id="pairing-help">
        <Sentence text={texts.pairingHelp} />
      </p>
      <div>
        <label for="pairing-code">{texts.pairingCode}</label>
        <div class="field-row">
          <input
            id="pairing-code"
            ref={field}
            class="code-field"
            type="text"
            value={draft}
            placeholder="XXXX-XXXX"
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            disabled={isPairing}
            aria-describedby={error === null ? 'pairing-help' : 'pairing-error'}
            aria-invalid={read.kind === 'not-a-code'}
            onInput={(event) => typed(event.currentTarget, event.isComposing)}
            onCompositionEnd={(event) => typed(event.currentTarget, false)}
          />
          <button type="submit" class="primary" disabled={isPairing || read.kind !== 'code'}>
            {texts.pair}
          </button>
        </div>
      </div>
      {error !== null && (
        <p id="pairing-error" role="alert" class="error">
          <Sentence text={error} />
        </p>
      )}
    </form>
  );
}
