import type { Context } from './context.ts';

/** A word or a flag that a command takes. */
export type Parameter = ArgumentParameter | OptionParameter;

/** A word by its position. */
export interface ArgumentParameter {
  readonly kind: 'argument';
  readonly name: string;
  /** Left out where the name says it all. */
  readonly description?: string;
  /** The words it takes, when it takes only some. */
  readonly choices?: readonly string[];
  readonly required: boolean;
  /** Whether it takes all the words that are left. */
  readonly many: boolean;
}

/** A flag, with a value when its syntax names one. */
export interface OptionParameter {
  readonly kind: 'option';
  /** For example `--window <id>` or `--background`. */
  readonly syntax: string;
  readonly description: string;
  /** The values it takes, when it takes only some. */
  readonly choices?: readonly string[];
  readonly required: boolean;
}

/**
 * What was given for each parameter, as it was typed: nothing when it was left out, one text for each time it was
 * given, an empty text for a flag without a value.
 */
export interface Given {
  texts(parameter: Parameter): readonly string[];
}

/** One command of `sctl`. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Whether it knows the output format `source`. */
  readonly printsSource?: boolean;
  /** Resolves when the command did what it was asked to. @throws CommandFailure when it did not. */
  run(context: Context, given: Given): Promise<void>;
}

/** Commands that share their first word. */
export interface CommandGroup<Member extends Command = Command> {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Member[];
  /** The command that runs when only the group is named; its help is shown when there is none. */
  readonly fallback?: Command;
}
