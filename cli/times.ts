import { CommandFailure } from './failure.ts';

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000 };
const DURATION = /^(\d+)([dhm])( ago)?$/;
const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The last moment a Date can hold, in milliseconds since the epoch. */
const LATEST_MS = 8_640_000_000_000_000;

/** Which way a duration without `ago` counts. */
export type Direction = 'past' | 'future';

/**
 * Reads a time as a person typed it: RFC 3339, or a duration such as `7d`, `24h`, `30m` or `7d ago`.
 * @param label what it was given for, named in the failure.
 * @param now milliseconds since the epoch that durations count from.
 * @returns whole milliseconds since the epoch; fractions of one are dropped.
 * @throws CommandFailure when it is no time, before 1970, or further than a date can be.
 */
export function parseTime(text: string, label: string, now: number, direction: Direction): number {
  const time = parseDuration(text, now, direction) ?? parseTimestamp(text);
  if (time === undefined) {
    throw new CommandFailure(
      `${label} takes an RFC 3339 time such as 2026-05-04T03:02:01Z, or a duration such as 7d, 24h or 30m`,
    );
  }
  if (time < 0) throw new CommandFailure(`${label} must not be before 1970`);
  if (!(time <= LATEST_MS)) throw new CommandFailure(`${label} is too far in the future`);
  return time;
}

/** Milliseconds since the epoch as RFC 3339 with the local offset; a moment no date can hold as its number. */
export function formatTime(milliseconds: number): string {
  if (milliseconds > LATEST_MS) return String(milliseconds);
  const offsetMinutes = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + offsetMinutes * UNIT_MS.m);
  // The last day a date can hold may have no local form.
  if (Number.isNaN(local.getTime())) return new Date(milliseconds).toISOString();
  const withoutZone = local.toISOString().replace(/\.\d{3}Z$/, '');
  return `${withoutZone}${formatOffset(offsetMinutes)}`;
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}`;
}

function parseDuration(text: string, now: number, direction: Direction): number | undefined {
  const [, count, unit, ago] = DURATION.exec(text) ?? [];
  if (count === undefined || (unit !== 'd' && unit !== 'h' && unit !== 'm')) return undefined;
  const duration = Number(count) * UNIT_MS[unit];
  return direction === 'past' || ago !== undefined ? now - duration : now + duration;
}

function parseTimestamp(text: string): number | undefined {
  const [, date, time, fraction = '', zone] = RFC_3339.exec(text) ?? [];
  if (date === undefined || time === undefined || zone === undefined) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes the 30th of February for the 2nd of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  return Date.parse(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.toUpperCase()}`);
}
