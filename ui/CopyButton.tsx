import { useEffect, useState } from 'preact/hooks';
import { CopyIcon, DoneIcon } from './icons.tsx';
import { useCommonTexts } from './texts.ts';

const COPIED_SHOWN_MS = 1_500;

/** Copies a text to the clipboard and says so for a moment. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const texts = useCommonTexts();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  const name = isCopied ? texts.copied : label;
  return (
    <button type="button" class="plain icon" title={name} onClick={copy}>
      {isCopied ? <DoneIcon /> : <CopyIcon />}
      <span class="visually-hidden">{name}</span>
    </button>
  );
}
