import * as z from 'zod/mini';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../limits.ts';
import './define.ts';

/** The largest integer JSON carries without loss. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** An integer within both bounds. */
export const integer = (minimum: number, maximum = MAX_INTEGER) =>
  z.int().check(z.gte(minimum), z.lte(maximum));

/** The browser's own number of a tab, window, group or download. */
export const id = integer(0);
export const ids = z.array(id).check(z.minLength(1));

/** A time in whole milliseconds since the epoch. */
export const milliseconds = integer(0);

/** A string of at least one character. */
export const filled = z.string().check(z.minLength(1));

/** A count. */
export const count = integer(0);

/** How many items a list returns at most; {@link DEFAULT_LIST_LIMIT} when it is left out. */
export const limit = z.optional(integer(1, MAX_LIST_LIMIT));
export const defaultLimit = DEFAULT_LIST_LIMIT;

/** Marks a result whose texts web pages or extension authors control. */
export const contentTrust = z.literal('untrusted-page-content');

/** A JSON object with any members, as CDP parameters and results are. */
export const openObject = z.record(z.string(), z.unknown());
