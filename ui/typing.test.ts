import { describe, expect, test } from 'vitest';
import { filterTyping } from './typing.ts';

const field = (value: string, caret: number) => ({
  value,
  selectionStart: caret,
  setSelectionRange(start: number) {
    this.selectionStart = start;
  },
});

const withoutDigits = (text: string) => text.replace(/\d/g, '');

describe('filterTyping', () => {
  test('keeps the caret behind the character it stood behind', () => {
    const typed = field('a1b2c', 4);
    expect(filterTyping(typed, false, withoutDigits)).toBe('abc');
    expect(typed).toMatchObject({ value: 'abc', selectionStart: 2 });
  });

  test('leaves text alone that an input method still composes', () => {
    const typed = field('a1', 2);
    expect(filterTyping(typed, true, withoutDigits)).toBe('a1');
    expect(typed.value).toBe('a1');
  });
});
