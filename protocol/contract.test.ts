import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ERROR_CODES } from './errors.ts';
import { METHOD_NAMES, methodNamed } from './methods/index.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { SESSION_METHODS } from './session.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
}

const schemaOf = (schema: z.ZodMiniObject) => z.toJSONSchema(schema) as JsonSchema;

function* nodes(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  for (const property of Object.values(schema.properties ?? {})) yield* nodes(property);
  if (schema.items !== undefined) yield* nodes(schema.items);
}

test('the contract has the 67 browser methods and 8 script methods of the protocol', () => {
  const count = (peer: string) => METHOD_NAMES.filter((name) => methodNamed(name).peer === peer).length;
  expect({ browser: count('browser'), scriptcat: count('scriptcat') }).toEqual({ browser: 67, scriptcat: 8 });
  expect(METHOD_NAMES.filter((name) => methodNamed(name).internal)).toHaveLength(11);
});

describe.each(METHOD_NAMES)('%s', (name) => {
  const definition = methodNamed(name);
  const params = schemaOf(definition.params);
  const result = schemaOf(definition.result);

  test('waits for a human exactly when it is L2', () => {
    expect(definition.blocking !== 'none').toBe(definition.level === 'L2');
  });

  test('takes the optional confirm: true exactly when it is L1', () => {
    const { confirm } = params.properties ?? {};
    expect(confirm?.const).toBe(definition.level === 'L1' ? true : undefined);
    expect(params.required ?? []).not.toContain('confirm');
  });

  test('closes its params and its result', () => {
    expect([params.additionalProperties, result.additionalProperties]).toEqual([false, false]);
  });

  test('bounds every number on both sides', () => {
    for (const node of [...nodes(params), ...nodes(result)]) {
      if (node.type !== 'integer' && node.type !== 'number') continue;
      expect([typeof node.minimum, typeof node.maximum]).toEqual(['number', 'number']);
    }
  });

  test('merges only an array of its own, and never what waits for a human', () => {
    if (definition.mergeField === undefined)
      return expect(result.properties ?? {}).not.toHaveProperty('hasMore');
    expect(result.properties?.[definition.mergeField]?.type).toBe('array');
    expect(result.required).toContain(definition.mergeField);
    expect(definition.blocking).toBe('none');
    expect([undefined, 'boolean']).toContain(result.properties?.hasMore?.type);
  });

  test('reads only exactly when its summary says that it reads', () => {
    expect(definition.readOnly).toBe(/^(?:List|Read|Search|Find|Return) /.test(definition.summary));
  });

  test('needs no confirmation and no approval when it reads only', () => {
    if (definition.readOnly) {
      expect(definition.level).not.toBe('L1');
      expect(definition.blocking).not.toBe('approval');
    } else {
      expect(definition.blocking).not.toBe('disclosure');
      expect(definition.mergeField).toBeUndefined();
    }
  });

  test('has a summary of one sentence', () => {
    expect(definition.summary).toMatch(/^[A-Z][^.]*(\.[a-z][^.]*)*\.$/);
  });
});

test('a notification shares no name with a method and does not begin with $', () => {
  for (const name of Object.keys(NOTIFICATIONS)) {
    expect(METHOD_NAMES).not.toContain(name);
    expect(name).not.toMatch(/^\$/);
  }
});

test('every code and session method names its peers', () => {
  for (const peers of [...Object.values(ERROR_CODES), ...Object.values(SESSION_METHODS)]) {
    expect(peers.length).toBeGreaterThan(0);
  }
});
