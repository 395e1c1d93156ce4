import {
  METHODS,
  type MethodName,
  methodNamed,
  type Params,
  type Result,
} from '../protocol/methods/index.ts';
import type { Command, Given, OptionParameter } from './command.ts';
import { type Context, line, notify, printResult } from './context.ts';
import { contractField, listFieldOf } from './contractField.ts';
import { CommandFailure } from './failure.ts';
import type { InputSource, SourceFor } from './inputSource.ts';
import { callMethod } from './methodCall.ts';
import { isRecord, type UnknownRecord } from './records.ts';
import { type Cell, type Column, formatTable } from './table.ts';

/** A command that calls one method. */
export interface MethodCommand extends Command {
  readonly method: MethodName;
}

/** Where each field of a method's input comes from, in the order of the command line; the gate's `confirm` is `--yes`. */
type Sources<Name extends MethodName> = {
  readonly [Field in Exclude<keyof Params<Name>, 'confirm'>]-?: SourceFor;
};

/** What a list result lists: the items of its only array. */
type ItemOf<Name extends MethodName> = {
  [Field in keyof Result<Name>]: Result<Name>[Field] extends readonly (infer Item)[] ? Item : never;
}[keyof Result<Name>];

interface Table<Row, Header extends string> {
  /** The columns' upper-case headers and what their cells show, in order. */
  readonly columns: Readonly<Record<Header, (row: Row) => Cell>>;
  /** Columns of free text, which may be cut to fit a terminal. */
  readonly shorten: readonly NoInfer<Header>[];
}

interface ListSpec<Name extends MethodName, Header extends string> extends Table<ItemOf<Name>, Header> {
  readonly input: Sources<Name>;
  /** What is listed, as `no tabs` names it when there are none. */
  readonly nothing: string;
}

/** A command that lists; the results of several browsers show where each item comes from. */
export function listCommand<const Name extends MethodName, const Header extends string>(
  name: string,
  method: Name,
  spec: ListSpec<Name, Header>,
): MethodCommand {
  const field = listFieldOf(method);
  return methodCommand(name, method, spec.input, (result, width) => {
    const { items, browsers } = splitMerged(result[field]);
    const checked: UnknownRecord = checkResult(method, { ...result, [field]: items });
    // What the contract calls the merge field is the only array of a list result.
    const rows = (checked[field] as ItemOf<Name>[]).map((item, index) => ({
      item,
      browser: browsers[index],
    }));
    if (rows.length === 0) return `(${spec.nothing})\n`;
    type Row = (typeof rows)[number];
    const columns = columnsOf(spec).map(({ cell, ...column }) => ({
      ...column,
      cell: ({ item }: Row) => cell(item),
    }));
    const source: Column<Row> = { header: 'BROWSER', cell: ({ browser }) => browser };
    const merged = rows.some(({ browser }) => browser !== undefined);
    return formatTable(merged ? [source, ...columns] : columns, rows, width);
  });
}

/** A command that reads one thing, shown as a table of one row. */
export function readCommand<const Name extends MethodName, Row, const Header extends string>(
  name: string,
  method: Name,
  spec: Table<Row, Header> & {
    readonly input: Sources<Name>;
    readonly row: (result: Result<Name>) => Row;
  },
): MethodCommand {
  return methodCommand(name, method, spec.input, (result, width) =>
    formatTable(columnsOf(spec), [spec.row(checkResult(method, result))], width),
  );
}

/** A command that acts, and says in one line what was done. */
export function actCommand<const Name extends MethodName>(
  name: string,
  method: Name,
  spec: { readonly input: Sources<Name>; readonly done: (result: Result<Name>) => string },
): MethodCommand {
  return methodCommand(name, method, spec.input, (result) => line(spec.done(checkResult(method, result))));
}

/** A command that shows what it read as text of its own. */
export const textCommand = <const Name extends MethodName>(
  name: string,
  method: Name,
  spec: { readonly input: Sources<Name>; readonly text: (result: Result<Name>) => string },
): MethodCommand =>
  methodCommand(name, method, spec.input, (result) => spec.text(checkResult(method, result)));

/** Turns a result into the text for people, to fit a terminal of so many columns. */
type Render = (result: UnknownRecord, terminalWidth: number | undefined) => string;

const CONFIRM: OptionParameter = {
  kind: 'option',
  syntax: '--yes',
  description: 'confirm it; nothing happens without',
  required: false,
};

function methodCommand(
  name: string,
  method: MethodName,
  sources: Readonly<Record<string, SourceFor>>,
  render: Render,
): MethodCommand {
  const { summary, level } = methodNamed(method);
  const inputs = Object.entries(sources).map(
    ([field, source]) => [field, source(contractField(method, field))] as const,
  );
  const parameters = inputs.flatMap(([, { parameters }]) => parameters);
  return {
    name,
    summary,
    method,
    parameters: level === 'L1' ? [...parameters, CONFIRM] : parameters,
    async run(context, given) {
      const input = readInput(inputs, given, context.io.now());
      const result = await callMethod(context, method, input);
      printResult(context, result, () => render(result, context.io.stdout.columns));
      noteMore(context, method, result);
    },
  };
}

function readInput(inputs: readonly (readonly [string, InputSource])[], given: Given, now: number): object {
  const values = inputs.map(([field, source]) => [field, source.read(given, now)] as const);
  const present = values.filter(([, value]) => value !== undefined);
  const confirmed = given.texts(CONFIRM).length > 0;
  return { ...Object.fromEntries(present), ...(confirmed ? { confirm: true } : {}) };
}

function noteMore({ io }: Context, method: MethodName, result: UnknownRecord): void {
  if (result.hasMore !== true) return;
  const { value } = contractField(method, 'limit');
  const most = value.kind === 'integer' ? ` (at most ${value.maximum})` : '';
  notify(io, `note: there are more than shown; raise --limit${most} or narrow the search`);
}

/** Takes the name of the browser off each item that several browsers' results were merged from (protocol §3.1). */
function splitMerged(items: unknown): { items: unknown; browsers: readonly (string | undefined)[] } {
  if (!Array.isArray(items)) return { items, browsers: [] };
  const split = items.map((item: unknown) => {
    if (!isRecord(item) || !isRecord(item.browser)) return { item, browser: undefined };
    const { browser, ...rest } = item;
    return { item: rest, browser: String(item.browser.name) };
  });
  return { items: split.map(({ item }) => item), browsers: split.map(({ browser }) => browser) };
}

/** Holds a result to the contract, so that a table never shows what is not there. @throws CommandFailure */
export function checkResult<Name extends MethodName>(method: Name, result: object): Result<Name> {
  const checked = METHODS[method].result.safeParse(result);
  if (checked.success) return checked.data as Result<Name>;
  throw new CommandFailure(
    `${method} was carried out, but the daemon's answer is not what this version of sctl knows; use -o json with this daemon`,
  );
}

function columnsOf<Row, Header extends string>(table: Table<Row, Header>): Column<Row>[] {
  const shorten: readonly string[] = table.shorten;
  return Object.entries<(row: Row) => Cell>(table.columns).map(([header, cell]) => ({
    header,
    cell,
    shortens: shorten.includes(header),
  }));
}
