/** A stretch of text as it may be shown: as it is, or a character that would not be seen, by its number. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'escape'; readonly text: string };

/** Emoji sequences need joiners and selectors, which are invisible everywhere else. */
const EMOJI = String.raw`\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*|[0-9#*]\uFE0F\u20E3`;

/**
 * Controls, formats (bidirectional marks, joiners, tags), lone surrogates, line and paragraph separators, whatever else
 * draws nothing by definition, and the Braille blank, which does so by its shape.
 */
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;

const TOKEN = new RegExp(`(${EMOJI})|(${UNSEEN})`, 'gu');

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Splits text that others wrote so that every character of it is seen: what cannot be seen, or would turn or break the
 * line, becomes an escape such as `U+202E`.
 */
export function visibleText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let shown = 0;
  for (const match of text.matchAll(TOKEN)) {
    const unseen = match[2];
    if (unseen === undefined) continue;
    if (match.index > shown) parts.push({ kind: 'text', text: text.slice(shown, match.index) });
    parts.push({ kind: 'escape', text: codePointName(unseen) });
    shown = match.index + unseen.length;
  }
  if (shown < text.length) parts.push({ kind: 'text', text: text.slice(shown) });
  return parts;
}

/** The same as one string, for attributes, where nothing can be marked. */
export const visibleString = (text: string): string =>
  visibleText(text)
    .map((part) => (part.kind === 'text' ? part.text : `⟨${part.text}⟩`))
    .join('');

/** Whether a text shows anything at all: blanks alone would pass for no text. */
export const isBlank = (text: string): boolean => text.trim() === '';
