import { useEffect, useRef, useState } from 'preact/hooks';
import type { RenameOutcome } from '../shared/messages.ts';
import { NameForm } from './NameForm.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly name: string;
  readonly canRename: boolean;
  readonly onRename: (name: string) => Promise<RenameOutcome | undefined>;
}

/** The name of this browser as a row of a description list, and the form that changes it. */
export function NameRow({ name, canRename, onRename }: Props) {
  const texts = useTexts();
  const [isEditing, setEditing] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) renameButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) return <NameForm name={name} onRename={onRename} onClose={() => setEditing(false)} />;
  return (
    <>
      <dt>{texts.name}</dt>
      <dd>
        <span class="name">{name}</span>
        <button
          ref={renameButton}
          type="button"
          class="plain"
          disabled={!canRename}
          onClick={() => setEditing(true)}
        >
          {texts.rename}
        </button>
      </dd>
    </>
  );
}
