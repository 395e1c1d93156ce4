import { expect, test } from 'vitest';
import { paramsSchema, unionOf } from './inputSchema.ts';

const IDS = { type: 'array', items: { type: 'string' }, minItems: 1 };

test('a union has each property once, required when every schema requires it', () => {
  const union = unionOf([paramsSchema('history.search'), paramsSchema('history.visits')]);
  expect(Object.keys(union.properties)).toEqual(['text', 'startTime', 'endTime', 'limit', 'url']);
  expect(union).not.toHaveProperty('required');
  expect(unionOf([paramsSchema('cookies.get'), paramsSchema('cookies.set')]).required).toEqual([
    'url',
    'name',
  ]);
});

test('a bound that only one schema sets is not one of the union, whichever comes first', () => {
  const [move, remove] = [paramsSchema('bookmarks.move'), paramsSchema('bookmarks.remove')];
  expect(remove.properties.ids).toEqual({ ...IDS, maxItems: 500 });
  expect(unionOf([move, remove]).properties.ids).toEqual(IDS);
  expect(unionOf([remove, move]).properties.ids).toEqual(IDS);
});
