import type * as z from 'zod/mini';

/** What of a requester's own text is repeated to it at most, in UTF-16 units. */
const MAX_ECHO_LENGTH = 40;

/**
 * One sentence on the first thing that is wrong with a call's input.
 * @param issues what the schema found; at least one.
 * @param input the input itself, to tell a missing field from a wrong one.
 */
export function describeInvalidInput(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return 'The input is not valid';
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined
        ? `${field} is missing`
        : `${field} must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return `${field} has a field that is not known: ${echo(issue.keys[0] ?? '')}`;
    case 'too_small':
      return `${field} must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `${field} must ${bound(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `${field} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    default:
      return `${field} is not valid`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A path as one would write it in code, such as `origins[2]`. */
function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The input';
  return path
    .map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${String(key)}`))
    .join('')
    .slice(0, MAX_ECHO_LENGTH);
}

function bound(origin: string, which: 'at least' | 'at most', limit: number | bigint): string {
  if (origin === 'string') return `have ${which} ${count(limit, 'character')}`;
  if (origin === 'array') return `have ${which} ${count(limit, 'item')}`;
  return `be ${which} ${limit}`;
}

const count = (amount: number | bigint, noun: string) =>
  `${amount} ${noun}${Number(amount) === 1 ? '' : 's'}`;

const echo = (text: string): string =>
  JSON.stringify(text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH)}…` : text);

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input,
  );
