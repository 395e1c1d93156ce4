import { visibleText } from './visibleText.ts';

/** Text that others wrote: text nodes only, cut off from the direction of its surroundings, nothing hidden. */
export function UntrustedText({ text }: { readonly text: string }) {
  return (
    <bdi class="untrusted">
      {visibleText(text).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <span key={index} class="escape">
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
