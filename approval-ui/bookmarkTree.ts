import type { BookmarkEntry, BookmarkRemoval } from '../shared/approvals.ts';

/** How many rows of one folder are shown; the rest is counted. */
export const SHOWN_ROWS = 50;

/** How many bookmarks and folders. */
export interface Counts {
  readonly bookmarks: number;
  readonly folders: number;
}

/** A bookmark or folder with what is in it. */
export interface BookmarkNode {
  readonly entry: BookmarkEntry;
  readonly children: readonly BookmarkNode[];
  /** Everything inside, at any depth. */
  readonly inside: Counts;
}

interface OpenNode {
  readonly entry: BookmarkEntry;
  readonly children: OpenNode[];
  readonly inside: { bookmarks: number; folders: number };
}

const openNode = (entry: BookmarkEntry): OpenNode => ({
  entry,
  children: [],
  inside: { bookmarks: 0, folders: 0 },
});

/**
 * Makes a tree of an item and its flat contents. Nothing may stay out of sight, so an entry whose folder is not among
 * those before it hangs at the top.
 */
export function bookmarkTree(removal: BookmarkRemoval): BookmarkNode {
  const top = openNode(removal);
  const nodes = new Map([[removal.id, top]]);
  const parents = new Map<OpenNode, OpenNode>();
  for (const entry of removal.contents) {
    const node = openNode(entry);
    const parent = nodes.get(entry.parentId) ?? top;
    parent.children.push(node);
    parents.set(node, parent);
    nodes.set(entry.id, node);
  }
  // Children come after their folders, so from the back every folder is complete when it is counted. Recursion would
  // not survive the deepest trees.
  for (const node of [...parents.keys()].reverse()) {
    const parent = parents.get(node);
    if (parent === undefined) continue;
    const isFolder = node.entry.type === 'folder';
    parent.inside.bookmarks += node.inside.bookmarks + (isFolder ? 0 : 1);
    parent.inside.folders += node.inside.folders + (isFolder ? 1 : 0);
  }
  return top;
}

/** What one folder shows of its children, and how many entries, with all inside them, it does not. */
export function shownRows(node: BookmarkNode): {
  readonly shown: readonly BookmarkNode[];
  readonly hidden: number;
} {
  const hidden = node.children
    .slice(SHOWN_ROWS)
    .reduce((sum, child) => sum + 1 + child.inside.bookmarks + child.inside.folders, 0);
  return { shown: node.children.slice(0, SHOWN_ROWS), hidden };
}

/** The items that were named, and all that is inside them. */
export function removalCounts(items: readonly BookmarkRemoval[]): {
  readonly top: Counts;
  readonly inside: Counts;
} {
  return { top: countEntries(items), inside: countEntries(items.flatMap(({ contents }) => contents)) };
}

function countEntries(entries: readonly BookmarkEntry[]): Counts {
  const folders = entries.filter(({ type }) => type === 'folder').length;
  return { bookmarks: entries.length - folders, folders };
}

/** Neighbouring items that lie in the same folder. */
export interface PathGroup {
  readonly path: readonly string[];
  readonly items: readonly BookmarkRemoval[];
}

/** Groups items by the folder they lie in; their order is kept, so a folder can come up more than once. */
export function groupByPath(items: readonly BookmarkRemoval[]): readonly PathGroup[] {
  const groups: { path: readonly string[]; parentId: string; items: BookmarkRemoval[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && last.parentId === item.parentId) last.items.push(item);
    else groups.push({ path: item.path, parentId: item.parentId, items: [item] });
  }
  return groups;
}
