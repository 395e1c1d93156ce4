// Control, format (bidirectional marks among them), surrogate, private and unassigned characters, and the two
// line-breaking ones: whatever could drive a terminal or make text look like other text.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const UNPRINTABLE_BUT_NEWLINE = /[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu;

/** A text that web pages may control, on one line and with everything unprintable shown as `\u{…}`. */
export const escapeText = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** A value as JSON, two spaces deep; characters that could drive a terminal are written as JSON escapes. */
export function formatJson(value: unknown): string {
  // JSON.stringify escapes only the first 32 control characters; the newlines left are its own indentation.
  return JSON.stringify(value, null, 2).replace(UNPRINTABLE_BUT_NEWLINE, (character) =>
    Array.from({ length: character.length }, (_, index) => jsonEscape(character.charCodeAt(index))).join(''),
  );
}

const jsonEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
