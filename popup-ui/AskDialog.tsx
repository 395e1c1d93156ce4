import { useEffect, useRef } from 'preact/hooks';
import { Sentence } from '../ui/Sentence.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly title: string;
  readonly help: string;
  readonly action: string;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost; the harmless answer has the focus. */
export function AskDialog({ title, help, action, onAct, onClose }: Props) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="ask-title"
      aria-describedby="ask-help"
      onClose={onClose}
    >
      <h2 id="ask-title">{title}</h2>
      <p id="ask-help">
        <Sentence text={help} />
      </p>
      <div class="buttons">
        <button ref={cancel} type="button" onClick={() => dialog.current?.close()}>
          {texts.cancel}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            dialog.current?.close();
            onAct();
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
