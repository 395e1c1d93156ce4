import { describe, expect, test } from 'vitest';
import { bookmarksItem } from './approvals.fixture.ts';
import { currentItem, EMPTY_PAGER, turned, withItems } from './pager.ts';

const items = (...ids: string[]) => ids.map((id) => bookmarksItem({ id }));
const pagerAt = (id: string, ...ids: string[]) =>
  turned(withItems(EMPTY_PAGER, items(...ids)), ids.indexOf(id));

describe('the item in view', () => {
  test('is the oldest at first', () => {
    expect(currentItem(withItems(EMPTY_PAGER, items('a', 'b')))?.id).toBe('a');
  });

  test('stays when others come and go', () => {
    const pager = pagerAt('b', 'a', 'b', 'c');
    expect(currentItem(withItems(pager, items('b', 'c', 'd')))?.id).toBe('b');
    expect(currentItem(withItems(pager, items('x', 'a', 'b')))?.id).toBe('b');
  });

  test('gives way to the one that takes its place', () => {
    expect(currentItem(withItems(pagerAt('b', 'a', 'b', 'c'), items('a', 'c')))?.id).toBe('c');
    expect(currentItem(withItems(pagerAt('c', 'a', 'b', 'c'), items('a', 'b')))?.id).toBe('b');
  });

  test('is none in an empty queue, and comes back with the next request', () => {
    const empty = withItems(pagerAt('b', 'a', 'b'), []);
    expect(currentItem(empty)).toBeUndefined();
    expect(currentItem(withItems(empty, items('c')))?.id).toBe('c');
  });

  test('is kept up to date', () => {
    const pager = withItems(EMPTY_PAGER, items('a'));
    const done = withItems(pager, [bookmarksItem({ id: 'a', status: 'done' })]);
    expect(currentItem(done)?.status).toBe('done');
  });
});

test('turning stops at both ends', () => {
  const pager = pagerAt('b', 'a', 'b', 'c');
  expect(currentItem(turned(pager, 1))?.id).toBe('c');
  expect(currentItem(turned(turned(pager, 1), 1))?.id).toBe('c');
  expect(currentItem(turned(turned(pager, -1), -1))?.id).toBe('a');
});
