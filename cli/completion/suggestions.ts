import type { Command, CommandGroup, OptionParameter, Parameter } from '../command.ts';

/** A flag as a shell suggests it. */
export interface FlagSuggestion {
  /** As it is typed, such as `--output`, with its short form before it if it has one. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: ValueSuggestion;
}

/** What follows a flag: nothing, a file or folder, one of some words, or anything. */
export type ValueSuggestion =
  | { readonly kind: 'none' | 'file' | 'any' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** What can follow the words that choose a command. */
export interface Place {
  /** The words before, such as `tabs list`; empty for the start. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly description: string }[];
  readonly flags: readonly FlagSuggestion[];
  /** Whether a file may stand there. */
  readonly takesFile: boolean;
}

/** Every place of a command line with what a shell can suggest there. */
export function placesOf(
  members: readonly (Command | CommandGroup)[],
  sharedOptions: readonly OptionParameter[],
): readonly Place[] {
  const shared = sharedOptions.map(flagOf);
  const start: Place = { path: '', words: members.map(wordOf), flags: shared, takesFile: false };
  return [start, ...members.flatMap((member) => placesBelow(member, '', shared))];
}

function placesBelow(
  member: Command | CommandGroup,
  parent: string,
  shared: readonly FlagSuggestion[],
): readonly Place[] {
  const path = `${parent}${parent && ' '}${member.name}`;
  if ('commands' in member) {
    const place: Place = { path, words: member.commands.map(wordOf), flags: shared, takesFile: false };
    return [place, ...member.commands.flatMap((command) => placesBelow(command, path, shared))];
  }
  const { parameters } = member;
  const flags = parameters.flatMap((parameter) => (parameter.kind === 'option' ? [flagOf(parameter)] : []));
  const words = parameters.flatMap((parameter) =>
    parameter.kind === 'argument' ? (parameter.choices ?? []).map((word) => ({ word, description: '' })) : [],
  );
  return [{ path, words, flags: [...flags, ...shared], takesFile: parameters.some(isFileArgument) }];
}

const wordOf = ({ name, summary }: Command | CommandGroup) => ({ word: name, description: summary });

const isFileArgument = (parameter: Parameter): boolean =>
  parameter.kind === 'argument' && /file/.test(parameter.name);

function flagOf({ syntax, description, choices }: OptionParameter): FlagSuggestion {
  const names = syntax.split(/[ ,]+/).filter((part) => part.startsWith('-'));
  return { names, description, value: valueFor(syntax, choices) };
}

function valueFor(syntax: string, choices: readonly string[] | undefined): ValueSuggestion {
  if (choices !== undefined) return { kind: 'words', words: choices };
  const [, value] = /<(.*)>/.exec(syntax) ?? [];
  if (value === undefined) return { kind: 'none' };
  return { kind: value === 'file' || value === 'folder' ? 'file' : 'any' };
}
