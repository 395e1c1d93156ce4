/** The items without repetitions, each at its first place. */
export const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
