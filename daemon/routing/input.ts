import type * as z from 'zod/mini';
import { DomainError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/frames.ts';
import { isMethodName, type Method, type MethodName, methodNamed } from '../../protocol/methods/index.ts';

/**
 * The public method an action names. An internal method does not exist from outside (protocol §3.2).
 * @throws DomainError `INVALID_REQUEST`.
 */
export function publicMethod(action: string): MethodName {
  if (isMethodName(action) && !methodNamed(action).internal) return action;
  throw new DomainError('INVALID_REQUEST', 'There is no such method');
}

/**
 * Checks a call's input against the method's schema, then the confirmation an L1 method needs.
 * @throws DomainError `INVALID_REQUEST` or `CONFIRMATION_REQUIRED`.
 */
export function requireRunnable(name: MethodName, input: JsonObject): void {
  const method = methodNamed(name);
  requireValid(name, method, input);
  if (method.level !== 'L1' || input.confirm === true) return;
  throw new DomainError(
    'CONFIRMATION_REQUIRED',
    `${name} destroys data and runs only with confirm: true in its input`,
  );
}

/** Checks a call's input against the method's schema. @throws DomainError `INVALID_REQUEST`. */
export function requireValid(name: string, { params }: Pick<Method, 'params'>, input: JsonObject): void {
  const { error } = params.safeParse(input);
  if (error === undefined) return;
  throw new DomainError('INVALID_REQUEST', `${name} does not take this input: ${problemOf(error)}`);
}

/** Says in a few words what a schema dislikes, without repeating any value. */
export function problemOf({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'it is invalid';
  const place = issue.path.length === 0 ? 'it' : `"${issue.path.join('.')}"`;
  return `${place} ${complaint(issue)}`;
}

function complaint(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected === 'int' ? 'an integer' : `of type ${issue.expected}`}`;
    case 'unrecognized_keys':
      return `has unknown properties: ${issue.keys.join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return 'is invalid';
  }
}

function unit(origin: string): string {
  switch (origin) {
    case 'string':
      return ' characters long';
    case 'array':
      return ' items long';
    default:
      return '';
  }
}
