import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookmarkNode, bookmarkTree, descendants } from './bookmarkTree.ts';
import { FakeBookmarks } from './fakes/fakeBookmarks.ts';

/** A tree of random shape: each node hangs in an earlier folder. */
const trees = fc
  .array(fc.record({ parent: fc.nat(), folder: fc.boolean() }), { maxLength: 20 })
  .map((seeds) => {
    const bookmarks = new FakeBookmarks();
    const folders = [bookmarks.other];
    for (const { parent, folder } of seeds) {
      const into = folders[parent % folders.length] ?? bookmarks.other;
      const id = bookmarks.plant(into, `title ${parent}`, folder ? undefined : 'https://a.test/');
      if (folder) folders.push(id);
    }
    return bookmarkTree(bookmarks.tree());
  });

describe('a bookmark tree', () => {
  it('flattens depth first, each folder before its contents, without the start', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const flat = descendants(tree.root);
        expect(flat).not.toContain(tree.root);
        const seen = new Set([tree.root.id]);
        for (const node of flat) {
          expect(seen).toContain(node.parentId);
          seen.add(node.id);
        }
        for (const folder of flat) {
          expect(descendants(folder)).toEqual(flat.filter((node) => tree.isInside(node, folder)));
        }
      }),
    );
  });

  it('makes a path one title longer than that of the folder around, built-in folders starting it', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        for (const node of descendants(tree.root)) {
          const parent: BookmarkNode = tree.require(node.parentId ?? '');
          const expected = parent === tree.root ? [] : [...tree.pathOf(parent.id), parent.title];
          expect(tree.pathOf(node.id)).toEqual(expected);
        }
      }),
    );
  });

  it('knows what is built in by its place, whatever its ID and title', () => {
    const root = { id: 'r', title: '', syncing: false };
    const bar = { id: 'x', parentId: 'r', title: 'Lesezeichen', syncing: false };
    const inner = { id: '1', parentId: 'x', title: 'Bookmarks bar', syncing: false };
    const tree = bookmarkTree({ ...root, children: [{ ...bar, children: [inner] }] });
    expect(['r', 'x', '1'].map((id) => tree.isBuiltIn(tree.require(id)))).toEqual([true, true, false]);
  });

  it('gives an unknown node no path', () => {
    expect(bookmarkTree(new FakeBookmarks().tree()).pathOf('nowhere')).toEqual([]);
  });
});
