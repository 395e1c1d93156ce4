import { describe, expect, test } from 'vitest';
import { METHOD_NAMES, methodNamed } from '../protocol/methods/index.ts';
import { paramsSchema } from '../protocol/tools/inputSchema.ts';
import { REACHES } from './fixtures/reach.fixture.ts';
import { TOOLS } from './tools.ts';

describe.each(METHOD_NAMES)('%s', (name) => {
  test('is reached by one tool when it is public, by none when it is internal', () => {
    const reaches = REACHES.filter(({ method }) => method === name);
    expect(reaches).toHaveLength(methodNamed(name).internal ? 0 : 1);
  });

  test('has no parameter that means something else to a tool', () => {
    const { properties } = paramsSchema(name);
    expect([properties.action, properties.browser]).toEqual([undefined, undefined]);
  });
});

test('tool names are distinct and short enough for every host', () => {
  const names = TOOLS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z_]{1,40}$/);
});
