import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth, shorten } from './displayWidth.ts';
import { type Column, formatTable } from './table.ts';

interface Row {
  readonly id: number;
  readonly title: string;
  readonly url: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { header: 'ID', cell: ({ id }) => id },
  { header: 'TITLE', cell: ({ title }) => title, shortens: true },
  { header: 'URL', cell: ({ url }) => url, shortens: true },
];

const long: Row = { id: 123456789, title: 't'.repeat(100), url: `https://a.example/${'u'.repeat(300)}` };

describe('displayWidth', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['Grüße', 5],
    ['e\u0301', 1],
    ['日本語', 6],
    ['ｶﾅ', 2],
    ['Ｗide', 5],
    ['한국', 4],
    ['🎉', 2],
    ['🇩🇪', 2],
    ['𠮷', 2],
    ['©', 1],
    ['\\u{1b}', 6],
  ])('counts the columns of %j', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test('shortens to at most the width, with an ellipsis', () => {
    expect(shorten('日本語', 6)).toBe('日本語');
    expect(shorten('日本語', 5)).toBe('日本…');
    expect(shorten('日本語', 4)).toBe('日…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        expect(displayWidth(shorten(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('formatTable', () => {
  test('aligns by what is seen: wide and combining characters keep the columns straight', () => {
    const rows = [
      { id: 1, title: '日本語', url: 'x' },
      { id: 2, title: 'cafe\u0301', url: 'y' },
      { id: 3, title: 'plain one', url: 'z' },
    ];
    expect(formatTable(COLUMNS, rows)).toBe(
      ['ID  TITLE      URL', '1   日本語     x', '2   cafe\u0301       y', '3   plain one  z', ''].join('\n'),
    );
  });

  test('keeps each row on a line of its own, whatever a title holds', () => {
    const rows = [{ id: 1, title: 'a\nb\u001b[2J\u202e', url: 'u' }];
    expect(formatTable(COLUMNS, rows)).toBe(
      'ID  TITLE                     URL\n1   a\\u{a}b\\u{1b}[2J\\u{202e}  u\n',
    );
  });

  test('cuts nothing when it does not go to a terminal', () => {
    expect(formatTable(COLUMNS, [long])).toContain(`123456789  ${long.title}  ${long.url}\n`);
  });

  test('fits a terminal by cutting texts, never the IDs', () => {
    const lines = formatTable(COLUMNS, [long, { id: 1, title: 'short', url: 'u' }], 60)
      .trimEnd()
      .split('\n');

    expect(lines.map(displayWidth)).toEqual([expect.any(Number), 60, expect.any(Number)]);
    expect(lines[1]).toMatch(/^123456789 {2}t+… {2}https:\/\/a\.example\/u+…$/);
    expect(lines[2]).toMatch(/^1 {10}short +u$/);
  });

  test('cuts only the column that is too wide when the other is not', () => {
    const [, line] = formatTable(COLUMNS, [{ ...long, title: 'a short title' }], 60).split('\n');
    expect(line).toContain('  a short title  https://a.example/u');
  });

  test('keeps IDs whole on a terminal that is far too narrow', () => {
    const [, line] = formatTable(COLUMNS, [long], 5).split('\n');
    expect(line).toMatch(/^123456789 {2}t{11}… {2}https:\/\/a\.e…$/);
  });

  test('never writes a line wider than a terminal with room for its shortest columns', () => {
    const row = fc.record({ id: fc.nat(), title: fc.string({ unit: 'grapheme' }), url: fc.webUrl() });
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 40, max: 120 }), (rows, width) => {
        for (const line of formatTable(COLUMNS, rows, width).trimEnd().split('\n')) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  test('takes more rows than a call takes arguments', () => {
    const rows = Array.from({ length: 150_000 }, (_, id) => ({ id, title: 't', url: 'u' }));
    expect(formatTable(COLUMNS, rows).split('\n')).toHaveLength(150_002);
  });
});
