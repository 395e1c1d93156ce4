import * as z from 'zod/mini';
import { type MethodName, methodNamed } from '../methods/index.ts';

/** The JSON Schema of one argument. */
export type PropertySchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a tool's arguments, or of a method's parameters. */
export type InputSchema = {
  readonly type: 'object';
  readonly properties: Record<string, PropertySchema>;
  readonly required?: string[];
};

/** A method's parameters as a JSON Schema. */
export function paramsSchema(name: MethodName): InputSchema {
  const { properties = {}, required } = z.toJSONSchema(methodNamed(name).params);
  return objectSchema(
    Object.entries(properties).map(([key, schema]) => [key, concise(schema) as PropertySchema]),
    required ?? [],
  );
}

/** An object with these properties; `required` is left out when it is empty. */
export const objectSchema = (
  properties: readonly (readonly [string, PropertySchema])[],
  required: readonly string[],
): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  ...(required.length > 0 ? { required: [...required] } : {}),
});

/** The properties of several schemas, each once and as wide as its widest; required is what all require. */
export function unionOf(schemas: readonly InputSchema[]): InputSchema {
  const properties = new Map<string, PropertySchema>();
  for (const [key, schema] of schemas.flatMap((schema) => Object.entries(schema.properties))) {
    const known = properties.get(key);
    properties.set(key, known === undefined ? schema : commonKeywords(known, schema));
  }
  const required = [...properties.keys()].filter((key) =>
    schemas.every((schema) => schema.required?.includes(key)),
  );
  return objectSchema([...properties], required);
}

/** Every keyword of a schema narrows it, so what two have in common admits what either does. */
function commonKeywords(one: PropertySchema, other: PropertySchema): PropertySchema {
  const entries = Object.entries(one);
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) === JSON.stringify(other[key])),
  );
}

/**
 * Without the bound that every JSON integer has, and without saying of each object that it is closed: models pay for
 * every word, and the server refuses both itself.
 */
function concise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(concise);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !isNeedless(key, value));
  return Object.fromEntries(entries.map(([key, value]) => [key, concise(value)]));
}

const isNeedless = (key: string, value: unknown): boolean =>
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'additionalProperties' && value === false);
