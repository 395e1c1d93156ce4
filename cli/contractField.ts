import * as z from 'zod/mini';
import { type MethodName, methodNamed } from '../protocol/methods/index.ts';

/** What a field of a method's parameters takes, read from the contract. */
export interface ContractField {
  readonly optional: boolean;
  /** Whether it is a list of such values. */
  readonly many: boolean;
  readonly value: FieldValue;
}

export type FieldValue =
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'flag' };

/** Looks a parameter of a method up. @throws TypeError when the contract has no such field. */
export function contractField(method: MethodName, name: string): ContractField {
  const schema = methodNamed(method).params.shape[name];
  if (schema === undefined) throw new TypeError(`${method} has no parameter ${name}`);
  const optional = schema instanceof z.ZodMiniOptional;
  const given = optional ? schema.def.innerType : schema;
  const many = given instanceof z.ZodMiniArray;
  return { optional, many, value: fieldValue(many ? given.def.element : given) };
}

function fieldValue(schema: z.core.$ZodType): FieldValue {
  if (schema instanceof z.ZodMiniNumber) return { kind: 'integer', ...bounds(schema) };
  if (schema instanceof z.ZodMiniEnum) return { kind: 'choice', choices: schema.options.map(String) };
  if (schema instanceof z.ZodMiniString) return { kind: 'text' };
  return { kind: 'flag' };
}

function bounds(schema: z.core.$ZodType) {
  let minimum = Number.MIN_SAFE_INTEGER;
  let maximum = Number.MAX_SAFE_INTEGER;
  for (const check of schema._zod.def.checks ?? []) {
    if (check instanceof z.core.$ZodCheckGreaterThan)
      minimum = Math.max(minimum, Number(check._zod.def.value));
    if (check instanceof z.core.$ZodCheckLessThan) maximum = Math.min(maximum, Number(check._zod.def.value));
  }
  return { minimum, maximum };
}

/** The array that a list method's result is about. @throws TypeError when the method is no list. */
export function listFieldOf(method: MethodName): string {
  const { mergeField, result } = methodNamed(method);
  const field =
    mergeField ?? Object.keys(result.shape).find((name) => result.shape[name] instanceof z.ZodMiniArray);
  if (field === undefined) throw new TypeError(`${method} is no list`);
  return field;
}
