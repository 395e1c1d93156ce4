import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { defaultInstanceName, isInstanceId, isInstanceName, isPeerDetail } from './names.ts';
import { createPairingCode, formatPairingCode, normalizePairingCode } from './pairingCode.ts';
import vectors from './testdata/vectors.json' with { type: 'json' };

describe('a pairing code', () => {
  test.each(vectors.normalize)('typed as "$typed" reads $canonical', ({ typed, canonical }) => {
    expect(normalizePairingCode(typed)).toBe(canonical);
  });

  test.each(['7K3M-9QX', '7K3M-9QXBB', '7K3M-9QXU', '7K3M.9QXB', '', '7K3M–9QXB', '7Ｋ3M9QXB'])(
    'is not read from "%s"',
    (typed) => {
      expect(normalizePairingCode(typed)).toBeUndefined();
    },
  );

  test('is made canonical, is shown in two groups, and reads back', () => {
    const code = createPairingCode();
    expect(normalizePairingCode(code)).toBe(code);
    expect(formatPairingCode(code)).toMatch(/^.{4}-.{4}$/);
    expect(normalizePairingCode(formatPairingCode(code))).toBe(code);
  });
});

describe('an address', () => {
  test.each([
    ['127.0.0.1:8643', '127.0.0.1:8643'],
    [' localhost:1 ', 'localhost:1'],
    ['[::1]:65535', '[::1]:65535'],
    ['my-host.example:80', 'my-host.example:80'],
  ])('is read from "%s"', (typed, address) => {
    expect(parseAddress(typed)).toBe(address);
  });

  test.each([
    'localhost',
    'localhost:',
    'localhost:0',
    'localhost:65536',
    'localhost:123456',
    'ws://localhost:1',
    'localhost:1/',
    '999.1.1.1:8643',
    '[1.2.3.4]:8643',
    '[:::]:8643',
    'user@localhost:1',
    'host name:1',
    '',
  ])('is not read from "%s"', (typed) => {
    expect(parseAddress(typed)).toBeUndefined();
  });
});

test('names and IDs hold to their alphabets and lengths', () => {
  expect(['a', 'chrome-3f2a', '-', 'a'.repeat(32)].every(isInstanceName)).toBe(true);
  expect(['', 'A', 'a b', 'a'.repeat(33), 'ä', 7].some(isInstanceName)).toBe(false);
  expect(isInstanceId('0123456789abcdef'.repeat(2))).toBe(true);
  expect(['', '0'.repeat(31), 'A'.repeat(32), `${'0'.repeat(31)}g`].some(isInstanceId)).toBe(false);
  expect(defaultInstanceName('chrome', '3f2a0000000000000000000000000000')).toBe('chrome-3f2a');
});

test('a product detail is printable and at most 64 bytes', () => {
  expect(['', 'Chrome', '浏览器', 'x'.repeat(64)].every(isPeerDetail)).toBe(true);
  expect(
    ['x'.repeat(65), '浏'.repeat(22), 'a\nb', 'a\u202Eb', 'a\u0000', '\uD800', 7].some(isPeerDetail),
  ).toBe(false);
});
