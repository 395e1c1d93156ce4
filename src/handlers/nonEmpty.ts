/** The same items with the type that says there is one. @throws RangeError when there is none. */
export function nonEmpty<Item>(items: readonly Item[]): [Item, ...Item[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new RangeError('At least one item is needed');
  return [first, ...others];
}
