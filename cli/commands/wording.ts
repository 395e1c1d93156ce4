/** `tab 3`, or `tabs 3, 4` for several. */
export const named = (noun: string, ids: readonly (string | number)[]): string =>
  `${ids.length === 1 ? noun : `${noun}s`} ${ids.join(', ')}`;

/** `1 cookie`, or `5 cookies` for any other count. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
