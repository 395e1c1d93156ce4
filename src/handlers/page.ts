import { DEFAULT_LIST_LIMIT } from '../../protocol/limits.ts';

/**
 * The first page of a list (protocol §3).
 * @param limit most items on the page; {@link DEFAULT_LIST_LIMIT} when it is left out. The schema has bounded it.
 * @returns at most `limit` items, and whether there were more.
 */
export function page<Item>(items: readonly Item[], limit = DEFAULT_LIST_LIMIT) {
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}
