import type { Browser } from '../replies.ts';
import { type Column, formatTable, timeCell } from '../table.ts';

const COLUMNS: readonly Column<Browser>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'ID', cell: ({ id }) => id },
  { header: 'STATUS', cell: ({ online }) => (online ? 'online' : 'offline') },
  { header: 'PRODUCT', cell: productOf, shortens: true },
  { header: 'EXTENSION', cell: ({ extensionVersion }) => extensionVersion || undefined },
  { header: 'CONNECTED SINCE', cell: ({ connectedAt }) => localTime(connectedAt) },
];

/** Paired browsers as a table, one line each with its state. */
export const browserTable = (browsers: readonly Browser[], terminalWidth?: number): string =>
  browsers.length === 0 ? '(no paired browser instances)\n' : formatTable(COLUMNS, browsers, terminalWidth);

/** A time the daemon wrote, with the local offset; shown as it is when it is no time. */
export function localTime(text: string | undefined) {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? text : timeCell(time);
}

/** A client of the security log: a paired browser by its name as well, for nobody knows an instance ID by heart. */
export function clientCell(client: string | undefined, browsers: readonly Browser[]): string | undefined {
  const known = browsers.find(({ id }) => client === `browser:${id}`);
  return known === undefined ? client || undefined : `${known.name} (${client})`;
}

function productOf({ product, productVersion }: Browser): string | undefined {
  return [product, productVersion].filter(Boolean).join(' ') || undefined;
}
