import type { Command, CommandGroup, Parameter } from '../cli/command.ts';
import { CHAPTERS } from '../cli/commandTable.ts';
import { SHARED_OPTION_PARAMETERS } from '../cli/settings.ts';

const INTRODUCTION = `# The \`sctl\` command

Generated from the command table by \`npm run docs\`.

Standard output carries only data, everything said to you goes to standard error. \`-o json\` prints results as the daemon
gave them. What deletes needs \`--yes\`; what cannot be taken back waits for your click in the browser.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | you rejected it |
| 2 | it expired, the debugger was detached, or Ctrl-C |
| 3 | anything else: the sentence on standard error says what |

Which browser? \`--browser\` wins over \`SCTL_BROWSER\`, which wins over a \`.sctl\` file in the folder you are in or one above
it. The file may hold one line, \`browser = NAME\`, and comments that begin with \`#\`; nothing else, so that a project you
downloaded cannot choose where your commands go. User scripts belong to ScriptCat and take no browser.

Times are RFC 3339, such as \`2026-05-04T03:02:01Z\`, or durations such as \`7d\`, \`24h\` and \`30m\`.

Completion: \`source <(sctl completion bash)\`, \`source <(sctl completion zsh)\` or \`sctl completion fish | source\`, in your
shell's start file.`;

/** Every command for people, as the text of docs/cli.md. */
export function commandsAsMarkdown(): string {
  const shared = ['## Options of every command', table(SHARED_OPTION_PARAMETERS)].join('\n\n');
  const chapters = CHAPTERS.map(({ title, members }) =>
    [`## ${title}`, ...members.map(describeMember)].join('\n\n'),
  );
  return `${[INTRODUCTION, shared, ...chapters].join('\n\n')}\n`;
}

const describeMember = (member: Command | CommandGroup): string =>
  'commands' in member
    ? member.commands.map((command) => describe(command, `${member.name} `)).join('\n\n')
    : describe(member, '');

function describe({ name, summary, parameters }: Command, group: string): string {
  const usage = [`sctl ${group}${name}`, ...parameters.map(usageOf)].filter((part) => part !== '').join(' ');
  const explained = parameters.filter(({ description }) => description !== undefined);
  return [
    `### ${group}${name}`,
    `\`${usage}\``,
    summary,
    ...(explained.length > 0 ? [table(explained)] : []),
  ].join('\n\n');
}

/** A parameter as the line of usage has it; of the flags only those that may not be left out. */
function usageOf(parameter: Parameter): string {
  if (parameter.kind === 'option') return parameter.required ? parameter.syntax : '';
  const words = parameter.many ? `${parameter.name}...` : parameter.name;
  return parameter.required ? `<${words}>` : `[${words}]`;
}

const table = (parameters: readonly Parameter[]): string =>
  [
    '| | |',
    '|---|---|',
    ...parameters.map((parameter) => `| \`${labelOf(parameter)}\` | ${cell(parameter)} |`),
  ].join('\n');

const labelOf = (parameter: Parameter): string =>
  parameter.kind === 'option' ? parameter.syntax : parameter.name;

const cell = ({ description = '' }: Parameter): string => description.replaceAll('|', '\\|');
