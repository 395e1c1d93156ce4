import { useEffect, useRef } from 'preact/hooks';
import { Sentence } from '../ui/Sentence.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly name: string;
  readonly onForget: () => void;
  readonly onClose: () => void;
}

/** Asks before the pairing is forgotten; the harmless answer has the focus. */
export function ForgetDialog({ name, onForget, onClose }: Props) {
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
      aria-labelledby="forget-title"
      aria-describedby="forget-help"
      onClose={onClose}
    >
      <h2 id="forget-title">{texts.forgetTitle}</h2>
      <p id="forget-help">
        <Sentence text={texts.forgetHelp(name)} />
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
            onForget();
          }}
        >
          {texts.forget}
        </button>
      </div>
    </dialog>
  );
}
