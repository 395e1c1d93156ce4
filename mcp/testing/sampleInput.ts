import * as z from 'zod/mini';
import { type MethodName, methodNamed } from '../../protocol/methods/index.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** An input with every parameter that a method takes. */
export const fullInput = (name: MethodName): Record<string, unknown> =>
  sampleOf(z.toJSONSchema(methodNamed(name).params) as JsonSchema) as Record<string, unknown>;

function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
      return Math.max(schema.minimum ?? 0, 7);
    case 'boolean':
      return true;
    case 'string':
      return 'text';
    case 'array':
      return [sampleOf(schema.items ?? {})];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property)]),
      );
    default:
      throw new TypeError(`No sample for ${JSON.stringify(schema)}`);
  }
}
