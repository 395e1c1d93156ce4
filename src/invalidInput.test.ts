import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeInvalidInput } from './invalidInput.ts';

const schema = z.strictObject({
  ids: z.array(z.int().check(z.gte(0), z.lte(9))).check(z.minLength(1), z.maxLength(2)),
  title: z.optional(z.string().check(z.minLength(1))),
  state: z.optional(z.enum(['open', 'closed'])),
  confirm: z.optional(z.literal(true)),
  place: z.optional(z.strictObject({ index: z.int() })),
});

test.each([
  [{}, 'ids is missing'],
  [{ ids: 'x' }, 'ids must be a list'],
  [{ ids: [] }, 'ids must have at least 1 item'],
  [{ ids: [1, 2, 3] }, 'ids must have at most 2 items'],
  [{ ids: [1, 'x'] }, 'ids[1] must be a number'],
  [{ ids: [1.5] }, 'ids[0] must be an integer'],
  [{ ids: [-1] }, 'ids[0] must be at least 0'],
  [{ ids: [10] }, 'ids[0] must be at most 9'],
  [{ ids: [1], title: '' }, 'title must have at least 1 character'],
  [{ ids: [1], title: null }, 'title must be a string'],
  [{ ids: [1], state: 'ajar' }, 'state must be "open" or "closed"'],
  [{ ids: [1], confirm: false }, 'confirm must be true'],
  [{ ids: [1], place: { index: 'x' } }, 'place.index must be a number'],
  [{ ids: [1], other: 1 }, 'The input has a field that is not known: "other"'],
])('%j: %s', (input, sentence) => {
  const { error } = z.safeParse(schema, input);
  expect(describeInvalidInput(error?.issues ?? [], input)).toBe(sentence);
});

test('of a long text that was sent only the beginning comes back', () => {
  const input = { ids: [1], ['secret'.repeat(1_000)]: 1 };
  const { error } = z.safeParse(schema, input);
  expect(describeInvalidInput(error?.issues ?? [], input).length).toBeLessThan(100);
});
