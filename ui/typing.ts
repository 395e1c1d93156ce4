/** The part of a text field that typing needs. */
export type TextField = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>;

/**
 * Applies a filter to what was just typed into a field and leaves the caret where the person's hand is. While an input
 * method still composes, the text is left alone.
 * @returns the text of the field after it
 */
export function filterTyping(
  field: TextField,
  isComposing: boolean,
  filter: (text: string) => string,
): string {
  const typed = field.value;
  if (isComposing) return typed;
  const filtered = filter(typed);
  if (filtered !== typed) {
    const caret = filter(typed.slice(0, field.selectionStart ?? typed.length)).length;
    field.value = filtered;
    field.setSelectionRange(caret, caret);
  }
  return filtered;
}
