const ASCII = /^[\x20-\x7e]*$/;

/** Combining marks, joined to the character before them. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u{1160}-\u{11ff}]/u;

/** Unicode's East Asian wide and fullwidth blocks, and emoji shown as pictures (UAX #11). */
const WIDE =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{4dbf}\u{4e00}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** How many columns of a terminal a printable text takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The longest start of a text that, with an ellipsis after it, takes at most `width` columns. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A text with spaces after it, so that it takes `width` columns. */
export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

function characterWidth(character: string): 0 | 1 | 2 {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
