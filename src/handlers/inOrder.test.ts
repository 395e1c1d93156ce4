import { expect, it } from 'vitest';
import { failure } from './fakes/call.ts';
import { inOrder } from './inOrder.ts';

it('acts on the items one after another', async () => {
  const seen: string[] = [];
  await inOrder('item', ['a', 'b'], async (item) => {
    seen.push(`${item} begins`);
    await Promise.resolve();
    seen.push(`${item} ends`);
  });
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('stops at the first failure and names what was done and what was not', async () => {
  const seen: number[] = [];
  const acting = inOrder('item', [1, 2, 3], async (item) => {
    seen.push(item);
    if (item === 2) throw new Error('secret detail');
  });
  await expect(acting).rejects.toEqual(
    failure('INTERNAL_ERROR', /^Chrome failed at item 2\. Done: 1\. Not done: 2, 3\.$/),
  );
  expect(seen).toEqual([1, 2]);
});

it('says that nothing was done when the first item fails', async () => {
  const acting = inOrder('item', ['a'], () => Promise.reject(new Error('no')));
  await expect(acting).rejects.toEqual(failure('INTERNAL_ERROR', 'Done: none. Not done: a.'));
});

it('counts what is too much to name', async () => {
  const items = Array.from({ length: 30 }, (_, index) => index);
  const acting = inOrder('item', items, (item) =>
    item === 29 ? Promise.reject(new Error('no')) : Promise.resolve(),
  );
  await expect(acting).rejects.toEqual(failure('INTERNAL_ERROR', /18, 19 and 9 more\. Not done: 29\.$/));
});
