import { MAX_SOURCE_BYTES } from '../../protocol/limits.ts';
import type { Result } from '../../protocol/methods/index.ts';
import type { ArgumentParameter, Command, Given, OptionParameter } from '../command.ts';
import { type Context, line, printResult } from '../context.ts';
import { contractField } from '../contractField.ts';
import { CommandFailure } from '../failure.ts';
import { argument, constant, flag, option } from '../inputSource.ts';
import { callMethod } from '../methodCall.ts';
import { actCommand, checkResult, listCommand, textCommand } from '../methodCommand.ts';
import { type Cell, formatTable } from '../table.ts';
import { readEdits } from './scriptEdits.ts';
import { printSource, readTextFile } from './scriptSource.ts';
import { counted } from './wording.ts';

const UUID: ArgumentParameter = { kind: 'argument', name: 'uuid', required: true, many: false };
const which = { uuid: argument('uuid') };
const uuidOf = (given: Given): string => given.texts(UUID)[0] ?? '';

const list = listCommand('list', 'scripts.list', {
  input: {},
  nothing: 'no user scripts',
  columns: {
    UUID: ({ uuid }) => uuid,
    ENABLED: ({ enabled }) => enabled,
    TYPE: ({ type }) => type,
    VERSION: ({ version }) => version,
    UPDATED: ({ updatedAt }) => updatedAt,
    NAME: ({ name }) => name,
  },
  shorten: ['NAME'],
});

const START = option(
  '--start-line <n>',
  'with -o source: from this line',
)(contractField('scripts.source.get', 'startLine'));
const END = option(
  '--end-line <n>',
  'with -o source: to this line',
)(contractField('scripts.source.get', 'endLine'));

const get: Command = {
  name: 'get',
  summary: "Show a user script's metadata or, with -o source, its source once a human has agreed.",
  parameters: [UUID, ...START.parameters, ...END.parameters],
  printsSource: true,
  async run(context, given) {
    const uuid = uuidOf(given);
    const lines = Object.entries({
      startLine: START.read(given, 0),
      endLine: END.read(given, 0),
    }).filter(([, value]) => value !== undefined);
    if (context.output === 'source') {
      const input = { uuid, ...Object.fromEntries(lines) };
      const result = checkResult(
        'scripts.source.get',
        await callMethod(context, 'scripts.source.get', input),
      );
      printSource(context.io.stdout, result.code);
      return;
    }
    if (lines.length > 0) throw new CommandFailure('--start-line and --end-line go with -o source');
    const result = await callMethod(context, 'scripts.metadata.get', { uuid });
    printResult(context, result, () =>
      formatTable(METADATA_COLUMNS, metadataRows(checkResult('scripts.metadata.get', result))),
    );
  },
};

type Row = readonly [field: string, value: Cell];

const METADATA_COLUMNS = [
  { header: 'FIELD', cell: ([field]: Row): Cell => field },
  { header: 'VALUE', cell: ([, value]: Row): Cell => value },
];

/** One row for each field; a list has one for each of its items. */
function metadataRows({ contentTrust: _, ...metadata }: Result<'scripts.metadata.get'>): readonly Row[] {
  return Object.entries(metadata).flatMap(([field, value]): readonly Row[] =>
    Array.isArray(value) ? value.map((item): Row => [field, item]) : [[field, value]],
  );
}

const grep = textCommand('grep', 'scripts.source.grep', {
  input: {
    ...which,
    query: argument('query'),
    mode: option('--mode <mode>', 'how the query is meant'),
    ignoreCase: flag('--ignore-case', 'take upper and lower case for the same'),
    contextLines: option('--context <n>', 'with so many lines before and after'),
    maxMatches: option('--max-matches <n>', 'show at most so many'),
  },
  text: matchesAsText,
});

/** As `grep -n` prints them: `12:` before a match, `11-` before a line beside one. */
function matchesAsText({
  matches,
  totalMatches,
  truncated,
  skippedLongLines,
}: Result<'scripts.source.grep'>): string {
  const beside = (lines: readonly string[], first: number) =>
    lines.map((text, index) => line(`${first + index}-${text}`));
  const blocks = matches.map(({ lineNumber, line: text, before, after }) =>
    [
      ...beside(before, lineNumber - before.length),
      line(`${lineNumber}:${text}`),
      ...beside(after, lineNumber + 1),
    ].join(''),
  );
  const hasContext = matches.some(({ before, after }) => before.length + after.length > 0);
  const found = blocks.length === 0 ? '(no matches)\n' : blocks.join(hasContext ? '--\n' : '');
  const more = truncated ? line(`(${matches.length} of ${counted(totalMatches, 'match', 'matches')})`) : '';
  const skipped =
    skippedLongLines > 0 ? line(`(${counted(skippedLongLines, 'line')} too long to be searched)`) : '';
  return `${found}${more}${skipped}`;
}

const SOURCE: ArgumentParameter = {
  kind: 'argument',
  name: 'url-or-file',
  description: 'where the script is: an http or https URL that ScriptCat loads, or a file here',
  required: true,
  many: false,
};

const install: Command = {
  name: 'install',
  summary: 'Install a user script from a URL or a file, once a human has approved it.',
  parameters: [SOURCE],
  async run(context, given) {
    const source = given.texts(SOURCE)[0] ?? '';
    const input = /^https?:\/\//i.test(source)
      ? { url: source }
      : { code: readTextFile(source, MAX_SOURCE_BYTES) };
    await printWritten(context, 'scripts.install.request', input, 'Installed');
  },
};

const OLD: OptionParameter = {
  kind: 'option',
  syntax: '--old <text>',
  description: 'the text to replace, exactly as it is in the source; may be given several times',
  required: false,
};
const NEW: OptionParameter = {
  kind: 'option',
  syntax: '--new <text>',
  description: 'what to put in its place; once for each --old',
  required: false,
};
const ALL: OptionParameter = {
  kind: 'option',
  syntax: '--all',
  description: 'replace every occurrence; without it each text must occur once',
  required: false,
};
const EDITS: OptionParameter = {
  kind: 'option',
  syntax: '--edits <file>',
  description: 'read the edits from a JSON file: [{"oldText": …, "newText": …, "replaceAll": …}]',
  required: false,
};

const edit: Command = {
  name: 'edit',
  summary: 'Edit a user script by replacing text, once a human has approved it.',
  parameters: [UUID, OLD, NEW, ALL, EDITS],
  async run(context, given) {
    const edits = readEdits({
      oldTexts: given.texts(OLD),
      newTexts: given.texts(NEW),
      all: given.texts(ALL).length > 0,
      file: given.texts(EDITS).at(-1),
    });
    await printWritten(context, 'scripts.edit.request', { uuid: uuidOf(given), edits }, 'Edited');
  },
};

async function printWritten(
  context: Context,
  method: 'scripts.install.request' | 'scripts.edit.request',
  input: object,
  done: string,
): Promise<void> {
  const result = await callMethod(context, method, input);
  printResult(context, result, () => {
    const { uuid, name } = checkResult(method, result);
    return line(`${done} script ${uuid} (${name})`);
  });
}

/** The contract has one method, and one summary, for both. */
function toggle(name: 'enable' | 'disable', enable: boolean): Command {
  const command = actCommand(name, 'scripts.toggle.request', {
    input: { ...which, enable: constant(enable) },
    done: toggled,
  });
  return { ...command, summary: command.summary.replace('Enable or disable', enable ? 'Enable' : 'Disable') };
}

const toggled = ({ uuid, enabled }: Result<'scripts.toggle.request'>): string =>
  `${enabled ? 'Enabled' : 'Disabled'} script ${uuid}`;

/** The commands for ScriptCat's user scripts; they have no group of their own. */
export const SCRIPT_COMMANDS: readonly Command[] = [
  list,
  get,
  grep,
  install,
  edit,
  toggle('enable', true),
  toggle('disable', false),
  actCommand('delete', 'scripts.delete.request', {
    input: which,
    done: ({ uuid }) => `Deleted script ${uuid}`,
  }),
];
