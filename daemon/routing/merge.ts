import { DomainError } from '../../protocol/errors.ts';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';
import { ConnectionLostError } from '../peers/session.ts';
import type { TargetInstance } from './target.ts';

/** How one instance's part of a combined call ended. */
export type Part =
  | { readonly instance: TargetInstance; readonly result: JsonObject }
  | { readonly instance: TargetInstance; readonly error: unknown };

/**
 * Combines what several instances answered to one list method (protocol §3.1).
 * @param parts one for each instance, sorted by name; at least one.
 * @param field the array to concatenate; each item gains the `browser` it comes from.
 * @throws the failure of the whole call: a lost connection first, then the first failure other than `NOT_FOUND`, then
 *   `NOT_FOUND` when that is every instance's answer.
 */
export function mergeParts(parts: readonly Part[], field: string): JsonObject {
  const errors = parts.flatMap((part) => ('error' in part ? [part.error] : []));
  const decisive = errors.find(isConnectionLost) ?? errors.find((error) => !isNotFound(error));
  if (decisive !== undefined) throw decisive;
  const answers = parts.flatMap((part) => ('result' in part ? [part] : []));
  const [first] = answers;
  if (first === undefined) throw errors[0];
  const items = answers.flatMap(({ instance, result }) => itemsOf(result, field, instance));
  return { ...first.result, [field]: items, ...mergedHasMore(answers.map(({ result }) => result)) };
}

/** Whether a combined call has failed for good, whatever the other instances answer. */
export const isConnectionLost = (error: unknown): boolean => error instanceof ConnectionLostError;

const isNotFound = (error: unknown) => error instanceof DomainError && error.code === 'NOT_FOUND';

function itemsOf(result: JsonObject, field: string, { id, name }: TargetInstance): readonly JsonObject[] {
  const items = result[field];
  if (!Array.isArray(items)) return [];
  return items.filter(isJsonObject).map((item) => ({ ...item, browser: { id, name } }));
}

function mergedHasMore(results: readonly JsonObject[]): { hasMore?: boolean } {
  const reported = results.filter((result) => Object.hasOwn(result, 'hasMore'));
  return reported.length === 0 ? {} : { hasMore: reported.some(({ hasMore }) => hasMore === true) };
}
