import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommandFailure } from './failure.ts';
import { formatTime, parseTime } from './times.ts';

const NOW = Date.UTC(2026, 4, 4, 3, 2, 1);
const LATEST = 8_640_000_000_000_000;
const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000 };

const past = (text: string) => parseTime(text, '--since', NOW, 'past');
const future = (text: string) => parseTime(text, '--expires', NOW, 'future');

describe('parseTime', () => {
  test.each([
    ['2026-05-04T03:02:01Z', NOW],
    ['2026-05-04t03:02:01z', NOW],
    ['2026-05-04 03:02:01Z', NOW],
    ['2026-05-04T05:02:01+02:00', NOW],
    ['2026-05-03T21:32:01-05:30', NOW],
    ['2026-05-04T03:02:01.5Z', NOW + 500],
    ['2026-05-04T03:02:01.123999Z', NOW + 123],
    ['1970-01-01T00:00:00Z', 0],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['9999-12-31T23:59:59-23:59', Date.UTC(9999, 11, 31, 23, 59, 59) + (24 * 60 - 1) * 60_000],
  ])('reads the RFC 3339 time %s', (text, expected) => {
    expect(past(text)).toBe(expected);
  });

  test.each([
    '',
    'yesterday',
    '2026-05-04',
    '2026-05-04T03:02Z',
    '2026-05-04T03:02:01',
    '2026-05-04T24:00:00Z',
    '2026-05-04T03:60:00Z',
    '2026-05-04T03:02:60Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-05-04T03:02:01+24:00',
    '2026-05-04T03:02:01+0200',
    '2026-05-04T03:02:01.Z',
    ' 2026-05-04T03:02:01Z',
    '2026-05-04T03:02:01Z\n',
    '1780000000000',
    '7',
    'd',
    '-7d',
    '+7d',
    '7.5d',
    '7 d',
    '7d  ago',
    '7dago',
    '7D',
    '7s',
    '1h30m',
    '٧d',
  ])('refuses %j', (text) => {
    expect(() => past(text)).toThrow(CommandFailure);
    expect(() => past(text)).toThrow(/--since/);
  });

  test('counts durations back from now, with or without "ago"', () => {
    const duration = fc.record({
      count: fc.nat({ max: 20_000 }),
      unit: fc.constantFrom('d' as const, 'h' as const, 'm' as const),
      ago: fc.constantFrom('', ' ago'),
    });
    fc.assert(
      fc.property(duration, ({ count, unit, ago }) => {
        expect(past(`${count}${unit}${ago}`)).toBe(NOW - count * UNITS[unit]);
      }),
    );
  });

  test('counts durations ahead where a time to come is meant, and back with "ago"', () => {
    expect(future('7d')).toBe(NOW + 7 * UNITS.d);
    expect(future('7d ago')).toBe(NOW - 7 * UNITS.d);
  });

  test('gives whole milliseconds between 1970 and the last date, or refuses', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
    const text = fc.oneof(
      fc.tuple(digits, fc.constantFrom('d', 'h', 'm', 'd ago')).map((parts) => parts.join('')),
      fc
        .date({ min: new Date(-LATEST), max: new Date(LATEST), noInvalidDate: true })
        .map((date) => date.toISOString()),
      fc.string(),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('past' as const, 'future' as const), (typed, direction) => {
        try {
          const time = parseTime(typed, '--since', NOW, direction);
          expect(Number.isInteger(time) && time >= 0 && time <= LATEST).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandFailure);
        }
      }),
    );
  });

  test.each([
    '1969-12-31T23:59:59Z',
    '0070-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '99999d',
    '99999999999999999999d',
  ])('refuses %s, which is before 1970', (text) => {
    expect(() => past(text)).toThrow('--since must not be before 1970');
  });

  test.each(['99999999999d', '99999999999999999999d', `1${'0'.repeat(400)}m`])(
    'refuses %s ahead, which no date can hold',
    (text) => {
      expect(() => future(text)).toThrow('--expires is too far in the future');
    },
  );
});

describe('formatTime', () => {
  test('writes times that parseTime reads back to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 30) }), (time) => {
        expect(past(formatTime(time))).toBe(Math.floor(time / 1000) * 1000);
      }),
    );
  });

  test('shows a number where no date can hold it', () => {
    expect(formatTime(Number.MAX_SAFE_INTEGER)).toBe(String(Number.MAX_SAFE_INTEGER));
    expect(formatTime(LATEST)).toMatch(/^\+275760-09-1[23]T/);
  });
});
