import { DomainError } from '../../protocol/errors.ts';

/** How many items a sentence names; the rest are counted. */
const MAX_NAMED_ITEMS = 20;

/**
 * Acts on several items one after another, which have all been checked before.
 * @param noun what one item is, in the singular, for the error's sentence.
 * @throws DomainError INTERNAL_ERROR when an act fails; it says which items were done and which were not.
 */
export async function inOrder<Item extends string | number>(
  noun: string,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const [position, item] of items.entries()) {
    try {
      await act(item);
    } catch {
      throw stoppedMidway(noun, items.slice(0, position), items.slice(position));
    }
  }
}

/** The failure of a write to several items that Chrome stopped midway. */
export function stoppedMidway(
  noun: string,
  done: readonly (string | number)[],
  notDone: readonly (string | number)[],
): DomainError {
  return new DomainError(
    'INTERNAL_ERROR',
    `Chrome failed at ${noun} ${notDone[0] ?? done.at(-1)}. Done: ${named(done)}. Not done: ${named(notDone)}.`,
  );
}

function named(items: readonly (string | number)[]): string {
  if (items.length === 0) return 'none';
  const names = items.slice(0, MAX_NAMED_ITEMS).join(', ');
  const more = items.length - MAX_NAMED_ITEMS;
  return more > 0 ? `${names} and ${more} more` : names;
}
