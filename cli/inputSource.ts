import type { ArgumentParameter, Given, OptionParameter, Parameter } from './command.ts';
import type { ContractField, FieldValue } from './contractField.ts';
import { CommandFailure } from './failure.ts';
import { type Direction, parseTime } from './times.ts';

/** Where the value of one field of a method's input comes from. */
export interface InputSource {
  readonly parameters: readonly Parameter[];
  /**
   * The field's value, undefined when it was not given.
   * @param now milliseconds since the epoch.
   * @throws CommandFailure when what was given is no such value.
   */
  read(given: Given, now: number): unknown;
}

/** A source that learns from the contract what its field takes. */
export type SourceFor = (field: ContractField) => InputSource;

/** A word by its position; as many as the field takes. */
export const argument =
  (name: string): SourceFor =>
  (field) => {
    const choices = choicesOf(field.value);
    const parameter: ArgumentParameter = {
      kind: 'argument',
      name,
      required: !field.optional,
      many: field.many,
      ...(choices === undefined ? {} : { description: choices.join(', '), choices }),
    };
    return {
      parameters: [parameter],
      read: (given) => readField(field, name, given.texts(parameter)),
    };
  };

/** A flag with a value, such as `--window <id>`; a list field takes it several times, or with commas. */
export const option =
  (syntax: string, description: string): SourceFor =>
  (field) => {
    const choices = choicesOf(field.value);
    const parameter = optionFor(
      field,
      syntax,
      choices === undefined ? description : `${description}: ${choices.join(', ')}`,
      choices,
    );
    return {
      parameters: [parameter],
      read: (given) => {
        const texts = given.texts(parameter);
        return readField(
          field,
          flagOf(syntax),
          field.many ? texts.flatMap((text) => text.split(',')) : texts,
        );
      },
    };
  };

/** A flag with a time; durations count into the past unless `direction` says otherwise. */
export const time =
  (syntax: string, description: string, direction: Direction = 'past'): SourceFor =>
  (field) => {
    const parameter = optionFor(field, syntax, description);
    return {
      parameters: [parameter],
      read: (given, now) => {
        const text = given.texts(parameter).at(-1);
        return text === undefined ? undefined : parseTime(text, flagOf(syntax), now, direction);
      },
    };
  };

/** A value that the command itself stands for. */
export const constant =
  (value: boolean): SourceFor =>
  () => ({ parameters: [], read: () => value });

/** A flag without a value, which sets the field to `value`. */
export const flag = (syntax: string, description: string, value = true): SourceFor =>
  either([syntax, description, value]);

/** Flags that exclude each other, each with its description and the value it sets the field to. */
export const either =
  (...flags: readonly (readonly [syntax: string, description: string, value: boolean])[]): SourceFor =>
  (field) => {
    const switches = flags.map(([syntax, description, value]) => ({
      parameter: optionFor(field, syntax, description),
      value,
    }));
    return {
      parameters: switches.map(({ parameter }) => parameter),
      read: (given) => {
        const on = switches.filter(({ parameter }) => given.texts(parameter).length > 0);
        if (on.length > 1) {
          throw new CommandFailure(
            `${on.map(({ parameter }) => parameter.syntax).join(' and ')} exclude each other`,
          );
        }
        return on[0]?.value;
      },
    };
  };

const optionFor = (
  field: ContractField,
  syntax: string,
  description: string,
  choices?: readonly string[],
): OptionParameter => ({
  kind: 'option',
  syntax,
  description,
  ...(choices === undefined ? {} : { choices }),
  required: !field.optional,
});

/** `--window <id>` without its value. */
const flagOf = (syntax: string): string => syntax.split(' ')[0] ?? syntax;

const choicesOf = (value: FieldValue): readonly string[] | undefined =>
  value.kind === 'choice' ? value.choices : undefined;

function readField(field: ContractField, label: string, texts: readonly string[]): unknown {
  if (texts.length === 0) return undefined;
  const values = texts.map((text) => readValue(field.value, label, text));
  return field.many ? values : values.at(-1);
}

function readValue(value: FieldValue, label: string, text: string): string | number {
  switch (value.kind) {
    case 'integer':
      return readInteger(value, label, text);
    case 'choice':
      if (value.choices.includes(text)) return text;
      throw new CommandFailure(`${label} takes one of ${value.choices.join(', ')}, not "${text}"`);
    case 'text':
    case 'flag':
      return text;
  }
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;

function readInteger(
  { minimum, maximum }: { minimum: number; maximum: number },
  label: string,
  text: string,
) {
  const number = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
  throw new CommandFailure(`${label} takes a whole number${range}, not "${text}"`);
}
