import { describe, expect, test } from 'vitest';
import { isBlank, visibleString, visibleText } from './visibleText.ts';

describe('visibleText', () => {
  test('leaves ordinary text of any script as it is', () => {
    for (const text of ['Plain', '支付宝', 'بنك المستقبل', 'Café', '<b>&amp;</b>', 'a  b']) {
      expect(visibleText(text)).toEqual([{ kind: 'text', text }]);
    }
  });

  test('shows what would turn or break the line by its number', () => {
    expect(visibleText('a\u202Eb\nc')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'escape', text: 'U+202E' },
      { kind: 'text', text: 'b' },
      { kind: 'escape', text: 'U+000A' },
      { kind: 'text', text: 'c' },
    ]);
  });

  test.each([
    ['null', '\0', 'U+0000'],
    ['delete', '\x7f', 'U+007F'],
    ['zero-width space', '\u200B', 'U+200B'],
    ['right-to-left mark', '\u200F', 'U+200F'],
    ['right-to-left isolate', '\u2067', 'U+2067'],
    ['line separator', '\u2028', 'U+2028'],
    ['byte order mark', '\uFEFF', 'U+FEFF'],
    ['Hangul filler', '\u3164', 'U+3164'],
    ['Braille blank', '\u2800', 'U+2800'],
    ['tag character', '\u{E0041}', 'U+E0041'],
    ['lone surrogate', '\uD800', 'U+D800'],
    ['joiner between letters', '\u200D', 'U+200D'],
  ])('escapes a %s', (_name, character, shown) => {
    expect(visibleString(`x${character}y`)).toBe(`x⟨${shown}⟩y`);
  });

  test('leaves the joiners and selectors that emoji are made of', () => {
    for (const emoji of ['👨‍👩‍👧', '❤️', '1️⃣']) {
      expect(visibleText(emoji)).toEqual([{ kind: 'text', text: emoji }]);
    }
  });

  test('says that nothing is shown by an empty text', () => {
    expect(visibleText('')).toEqual([]);
  });
});

test('text of white space alone is blank, text of hidden characters is not', () => {
  expect(isBlank(' \u00A0\t')).toBe(true);
  expect(isBlank('\u202E')).toBe(false);
});
