import { useEffect, useRef, useState } from 'preact/hooks';
import type { RenameOutcome } from '../shared/messages.ts';
import { filterTyping } from '../ui/typing.ts';
import { nameText } from './nameDraft.ts';
import { useTexts } from './texts.ts';

interface Props {
  readonly name: string;
  readonly onRename: (name: string) => Promise<RenameOutcome | undefined>;
  readonly onClose: () => void;
}

/** Changes the name of this browser: Enter saves, Escape cancels. */
export function NameForm({ name, onRename, onClose }: Props) {
  const texts = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(name);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Exclude<RenameOutcome, 'renamed'> | null>(null);

  useEffect(() => {
    field.current?.select();
  }, []);

  const save = async () => {
    if (isSaving || draft === '') return;
    setSaving(true);
    setProblem(null);
    const outcome = await onRename(draft);
    setSaving(false);
    if (outcome === 'renamed') onClose();
    else setProblem(outcome ?? null);
  };
  const typed = (input: HTMLInputElement, isComposing: boolean) =>
    setDraft(filterTyping(input, isComposing, nameText));

  return (
    <>
      <dt>
        <label for="instance-name">{texts.name}</label>
      </dt>
      <dd>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.isComposing) return;
            // Chrome closes the popup on an Escape that nobody handled.
            event.preventDefault();
            onClose();
          }}
        >
          <input
            id="instance-name"
            ref={field}
            type="text"
            value={draft}
            autoComplete="off"
            spellcheck={false}
            readOnly={isSaving}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'rename-error'}
            onInput={(event) => typed(event.currentTarget, event.isComposing)}
            onCompositionEnd={(event) => typed(event.currentTarget, false)}
          />
          {problem !== null && (
            <p id="rename-error" role="alert" class="error">
              {texts.renameErrors[problem]}
            </p>
          )}
          <div class="buttons">
            <button type="button" onClick={onClose}>
              {texts.cancel}
            </button>
            <button type="submit" class="primary" disabled={isSaving || draft === ''}>
              {texts.save}
            </button>
          </div>
        </form>
      </dd>
    </>
  );
}
