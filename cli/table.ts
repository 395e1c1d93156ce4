import { displayWidth, pad, shorten } from './displayWidth.ts';
import { escapeText } from './escape.ts';
import { formatTime } from './times.ts';

/** What a cell may hold; a missing value is shown as `-`. */
export type Cell = string | number | boolean | undefined;

/** One column of a table over rows of one kind. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Cell;
  /** Whether its texts may be cut to make the table fit a terminal. */
  readonly shortens?: boolean;
}

const GAP = '  ';
/** A shortened column keeps this many columns of the terminal, or its header's. */
const LEAST_WIDTH = 12;

/**
 * Rows as lines of text under upper-case headers, columns aligned by display width and unprintable characters escaped.
 * @param terminalWidth columns of the terminal to fit into; without it nothing is cut.
 */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  terminalWidth?: number,
): string {
  const headers = columns.map((column) => column.header);
  const lines = rows.map((row) => columns.map((column) => cellText(column.cell(row))));
  const natural = columns.map((_, index) =>
    // Not spread into Math.max: a list can be longer than a call's arguments may be.
    [headers, ...lines].reduce((widest, line) => Math.max(widest, displayWidth(line[index] ?? '')), 0),
  );
  const widths = terminalWidth === undefined ? natural : fitWidths(columns, natural, terminalWidth);
  return [headers, ...lines].map((line) => formatLine(line, widths)).join('');
}

/** A time in a table: RFC 3339 with the local offset, as the time flags take it. */
export const timeCell = (milliseconds: number | undefined): Cell =>
  milliseconds === undefined ? undefined : formatTime(milliseconds);

function cellText(cell: Cell): string {
  if (cell === undefined) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return escapeText(String(cell));
}

function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((text, index) => {
    const width = widths[index] ?? 0;
    return pad(shorten(text, width), width);
  });
  return `${padded.join(GAP).trimEnd()}\n`;
}

/** Takes what is too much for the terminal from the widest columns that may be shortened. */
function fitWidths<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  terminalWidth: number,
): readonly number[] {
  const widths = [...natural];
  const least = columns.map((column, index) =>
    column.shortens ? Math.min(natural[index] ?? 0, Math.max(LEAST_WIDTH, column.header.length)) : Infinity,
  );
  let excess = sum(widths) + GAP.length * (widths.length - 1) - terminalWidth;
  while (excess > 0) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    const index = spare.indexOf(widest);
    // Down to the next widest at once: a page can make its title a megabyte long.
    const next = Math.max(...spare.filter((_, other) => other !== index), least[index] ?? 0);
    const taken = Math.max(1, Math.min(excess, widest - next));
    widths[index] = widest - taken;
    excess -= taken;
  }
  return widths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
