import { Argument, Command as Commander, Option } from 'commander';
import type { Command, CommandGroup, Given, Parameter } from './command.ts';
import type { Io } from './io.ts';
import { SHARED_OPTION_PARAMETERS, type SharedOptions } from './settings.ts';
import { VERSION } from './version.ts';

/** A command and everything that was given for it. */
export interface Invocation {
  readonly command: Command;
  readonly options: SharedOptions;
  readonly given: Given;
}

/**
 * Reads a command line. Help, and what is wrong with the command line, is written by the way.
 * @throws CommanderError when there is nothing to run; its exit code is 0 when help or the version was asked for.
 */
export async function parseCommandLine(
  members: readonly (Command | CommandGroup)[],
  argv: readonly string[],
  io: Io,
): Promise<Invocation | undefined> {
  let invocation: Invocation | undefined;
  const program = createProgram(io);
  const onCommand = (command: Command, given: Given) => {
    invocation = { command, given, options: program.opts<SharedOptions>() };
  };
  for (const member of members) {
    if ('commands' in member) addGroup(program, member, onCommand);
    else addCommand(program, member, onCommand);
  }
  await program.parseAsync(argv, { from: 'user' });
  return invocation;
}

type OnCommand = (command: Command, given: Given) => void;

function createProgram({ stdout, stderr }: Io): Commander {
  const program = new Commander('sctl')
    .description('Use your own signed-in browser from the command line.')
    .version(VERSION, '-V, --version', 'show the version of this command')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? PLAIN_HELP_WIDTH,
      getErrHelpWidth: () => stderr.columns ?? PLAIN_HELP_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const { syntax, description } of SHARED_OPTION_PARAMETERS)
    program.addOption(new Option(syntax, description));
  return program;
}

/** Columns of help that does not go to a terminal. */
const PLAIN_HELP_WIDTH = 100;

function addGroup(parent: Commander, group: CommandGroup, onCommand: OnCommand): void {
  const entry = parent.command(group.name).description(group.summary);
  for (const command of group.commands) addCommand(entry, command, onCommand);
  const { fallback } = group;
  if (fallback === undefined) return;
  entry.allowExcessArguments().action(() => {
    const [unknown] = entry.args;
    if (unknown !== undefined) {
      const names = group.commands.map(({ name }) => name).join(', ');
      entry.error(`error: unknown command '${unknown}'\n(sctl ${group.name} has ${names})`);
    }
    onCommand(fallback, { texts: () => [] });
  });
}

function addCommand(parent: Commander, command: Command, onCommand: OnCommand): void {
  const entry = parent.command(command.name).description(command.summary);
  const given = new Map<Parameter, () => readonly string[]>();
  let position = 0;
  for (const parameter of command.parameters) {
    switch (parameter.kind) {
      case 'argument': {
        const start = position++;
        const end = parameter.many ? undefined : position;
        entry.addArgument(new Argument(syntaxOf(parameter), parameter.description));
        given.set(parameter, () => entry.args.slice(start, end));
        break;
      }
      case 'option': {
        const texts: string[] = [];
        const option = new Option(parameter.syntax, parameter.description);
        entry.addOption(option.makeOptionMandatory(parameter.required));
        // Unlike an option's value, its event tells how often it was given.
        entry.on(`option:${option.name()}`, (text: string | null | undefined) => texts.push(text ?? ''));
        given.set(parameter, () => texts);
      }
    }
  }
  entry.action(() => onCommand(command, { texts: (parameter) => given.get(parameter)?.() ?? [] }));
}

const syntaxOf = ({ name, required, many }: { name: string; required: boolean; many: boolean }): string => {
  const words = many ? `${name}...` : name;
  return required ? `<${words}>` : `[${words}]`;
};
