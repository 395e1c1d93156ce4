import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeText, formatJson } from './escape.ts';

const anyText = fc.string({ unit: 'binary' });
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}]/u;

describe('escapeText', () => {
  test.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['two\r\nlines\tand a tab', 'two\\u{d}\\u{a}lines\\u{9}and a tab'],
    ['\u009b2J', '\\u{9b}2J'],
    ['\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['line\u2028separator', 'line\\u{2028}separator'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['lone \ud800 surrogate', 'lone \\u{d800} surrogate'],
  ])('shows what could drive a terminal as text: %j', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  test('leaves words of any language as they are', () => {
    const text = 'Grüße, Ελλάδα, 日本語, العربية, ไทย, 🎉 and C:\\dir';
    expect(escapeText(text)).toBe(text);
  });

  test('leaves nothing harmful, whatever a page writes', () => {
    fc.assert(fc.property(anyText, (text) => !HARMFUL.test(escapeText(text))));
  });
});

describe('formatJson', () => {
  test('is JSON two spaces deep', () => {
    expect(formatJson({ a: [1, { b: 'x' }] })).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "x"\n    }\n  ]\n}',
    );
  });

  test('keeps every value, and leaves nothing harmful but its own line breaks', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = formatJson(value);
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
        expect(HARMFUL.test(text.replaceAll('\n', ''))).toBe(false);
      }),
    );
  });
});
