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

/** All that a shell can suggest. */
export interface Suggestions {
  /** Flags that may stand anywhere. */
  readonly shared: readonly FlagSuggestion[];
  readonly places: readonly Place[];
  /** Every flag that the next word belongs to, and so is no command. */
  readonly takingValue: readonly string[];
}

/** What a shell can suggest on command lines of a table. */
export function suggestionsFor(
  members: readonly (Command | CommandGroup)[],
  sharedOptions: readonly OptionParameter[],
): Suggestions {
  const start: Place = { path: '', words: members.map(wordOf), flags: [], takesFile: false };
  const shared = sharedOptions.map(flagOf);
  const places = [start, ...members.flatMap((member) => placesBelow(member, ''))];
  const flags = [...shared, ...places.flatMap(({ flags }) => flags)];
  const takingValue = flags.filter(({ value }) => value.kind !== 'none').flatMap(({ names }) => names);
  return { shared, places, takingValue: [...new Set(takingValue)] };
}

function placesBelow(member: Command | CommandGroup, parent: string): readonly Place[] {
  const path = `${parent}${parent && ' '}${member.name}`;
  if ('commands' in member) {
    const place: Place = { path, words: member.commands.map(wordOf), flags: [], takesFile: false };
    return [place, ...member.commands.flatMap((command) => placesBelow(command, path))];
  }
  const { parameters } = member;
  const flags = parameters.flatMap((parameter) => (parameter.kind === 'option' ? [flagOf(parameter)] : []));
  const words = parameters.flatMap((parameter) =>
    parameter.kind === 'argument' ? (parameter.choices ?? []).map((word) => ({ word, description: '' })) : [],
  );
  return [{ path, words, flags, takesFile: parameters.some(isFileArgument) }];
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
