import { describe, expect, test } from 'vitest';
import { bookmark, folder } from './approvals.fixture.ts';
import {
  type BookmarkNode,
  bookmarkTree,
  groupByPath,
  removalCounts,
  SHOWN_ROWS,
  shownRows,
} from './bookmarkTree.ts';

const inside = (id: string, parentId: string, type: 'bookmark' | 'folder' = 'bookmark') => ({
  id,
  parentId,
  type,
  title: id,
});
const outline = (node: BookmarkNode): unknown =>
  node.children.length === 0 ? node.entry.id : { [node.entry.id]: node.children.map(outline) };

describe('the tree of a folder', () => {
  const removal = folder('top', [
    inside('soups', 'top', 'folder'),
    inside('ramen', 'soups'),
    inside('stews', 'soups', 'folder'),
    inside('chili', 'stews'),
    inside('bread', 'top'),
  ]);

  test('has every entry in its folder, in order', () => {
    expect(outline(bookmarkTree(removal))).toEqual({
      top: [{ soups: ['ramen', { stews: ['chili'] }] }, 'bread'],
    });
  });

  test('counts all that is inside, at any depth', () => {
    const tree = bookmarkTree(removal);
    expect(tree.inside).toEqual({ bookmarks: 3, folders: 2 });
    expect(tree.children[0]?.inside).toEqual({ bookmarks: 2, folders: 1 });
  });

  test('hides no entry whose folder is unknown', () => {
    expect(outline(bookmarkTree(folder('top', [inside('lost', 'nowhere')])))).toEqual({ top: ['lost'] });
  });

  test('may be nested very deep', () => {
    const depth = 20_000;
    const contents = Array.from({ length: depth }, (_, level) =>
      inside(`f${level}`, level === 0 ? 'top' : `f${level - 1}`, 'folder'),
    );
    expect(bookmarkTree(folder('top', contents)).inside).toEqual({ bookmarks: 0, folders: depth });
  });
});

describe('the rows of a folder', () => {
  test('are all shown up to the limit', () => {
    const contents = Array.from({ length: SHOWN_ROWS }, (_, index) => inside(`b${index}`, 'top'));
    expect(shownRows(bookmarkTree(folder('top', contents)))).toMatchObject({
      shown: { length: SHOWN_ROWS },
      hidden: 0,
    });
  });

  test('are counted beyond it, with all that is inside them', () => {
    const contents = [
      ...Array.from({ length: SHOWN_ROWS }, (_, index) => inside(`b${index}`, 'top')),
      inside('more', 'top', 'folder'),
      inside('x', 'more'),
      inside('y', 'more'),
    ];
    expect(shownRows(bookmarkTree(folder('top', contents)))).toMatchObject({
      shown: { length: SHOWN_ROWS },
      hidden: 3,
    });
  });
});

test('what was named and what is inside are counted apart', () => {
  const items = [bookmark('a'), folder('f', [inside('x', 'f'), inside('y', 'f', 'folder')]), folder('g')];
  expect(removalCounts(items)).toEqual({
    top: { bookmarks: 1, folders: 2 },
    inside: { bookmarks: 1, folders: 1 },
  });
});

test('neighbours of one folder are grouped, and the order is kept', () => {
  const items = [
    bookmark('a', ['Bar']),
    bookmark('b', ['Bar']),
    bookmark('c', ['Bar', 'Food']),
    bookmark('d', ['Bar']),
  ];
  expect(groupByPath(items).map((group) => [group.path, group.items.map(({ id }) => id)])).toEqual([
    [['Bar'], ['a', 'b']],
    [['Bar', 'Food'], ['c']],
    [['Bar'], ['d']],
  ]);
});
