import { DomainError } from '../../protocol/errors.ts';
import type { Chrome } from './define.ts';
import { requireNamespace } from './namespaces.ts';

export type BookmarkNode = chrome.bookmarks.BookmarkTreeNode;

/**
 * The whole bookmark tree as one read of Chrome gave it. What is built in is told by where it stands, never by its ID
 * or title: those differ between languages, browsers and accounts.
 */
export interface BookmarkTree {
  readonly root: BookmarkNode;
  /** The node of this ID. @throws DomainError NOT_FOUND. */
  require(id: string): BookmarkNode;
  /** The folder of this ID. @throws DomainError NOT_FOUND, INVALID_REQUEST when it is a bookmark. */
  requireFolder(id: string): BookmarkNode;
  /** Whether a node is the root or one of the built-in folders right below it. */
  isBuiltIn(node: BookmarkNode): boolean;
  /** Whether a node stands in a folder, at any depth. */
  isInside(node: BookmarkNode, folder: BookmarkNode): boolean;
  /** Titles of the folders around the node of this ID, outermost first, without the root; none for an unknown ID. */
  pathOf(id: string): string[];
  /** The node of this ID, if it exists. */
  find(id: string): BookmarkNode | undefined;
}

/** Reads the bookmark tree. @throws DomainError UNSUPPORTED. */
export async function readBookmarkTree(chrome: Chrome): Promise<BookmarkTree> {
  const [root] = await requireNamespace(chrome, 'bookmarks').getTree();
  if (root === undefined) throw new DomainError('INTERNAL_ERROR', 'Chrome has no bookmark tree');
  return bookmarkTree(root);
}

/** The tree below a root node. */
export function bookmarkTree(root: BookmarkNode): BookmarkTree {
  const nodes = new Map([root, ...descendants(root)].map((node) => [node.id, node]));

  const parentOf = (node: BookmarkNode) =>
    node.parentId === undefined ? undefined : nodes.get(node.parentId);

  /** The folders around a node, innermost first, the root last. */
  const around = (node: BookmarkNode | undefined): BookmarkNode[] => {
    const folders: BookmarkNode[] = [];
    for (let up = node && parentOf(node); up !== undefined; up = parentOf(up)) folders.push(up);
    return folders;
  };

  const tree: BookmarkTree = {
    root,
    find: (id) => nodes.get(id),
    require(id) {
      const node = nodes.get(id);
      if (node === undefined) throw new DomainError('NOT_FOUND', `No bookmark or folder ${id}`);
      return node;
    },
    requireFolder(id) {
      const node = tree.require(id);
      if (!isFolder(node)) throw new DomainError('INVALID_REQUEST', `${id} is a bookmark, not a folder`);
      return node;
    },
    isBuiltIn: (node) => node.id === root.id || node.parentId === root.id,
    isInside: (node, folder) => around(node).some((outer) => outer.id === folder.id),
    pathOf: (id) =>
      around(nodes.get(id))
        .filter((folder) => folder.id !== root.id)
        .map((folder) => folder.title)
        .reverse(),
  };
  return tree;
}

/** Whether a node is a folder; Chrome gives a URL to each bookmark and to nothing else. */
export const isFolder = (node: BookmarkNode): boolean => node.url === undefined;

/** What stands in a node at any depth, depth first, without the node itself. */
export function descendants(node: BookmarkNode): BookmarkNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Checks a node that a caller wants moved, changed or deleted.
 * @throws DomainError INVALID_REQUEST when it is the root, a built-in folder, or set by the administrator.
 */
export function requireOwnNode(tree: BookmarkTree, node: BookmarkNode): void {
  if (tree.isBuiltIn(node)) {
    throw new DomainError('INVALID_REQUEST', `${node.id} is built into the browser and cannot be changed`);
  }
  requireUnmanaged(node);
}

/** Checks a node. @throws DomainError INVALID_REQUEST when it is set by the administrator. */
export function requireUnmanaged(node: BookmarkNode): void {
  if (node.unmodifiable === undefined) return;
  throw new DomainError('INVALID_REQUEST', `${node.id} is set by the administrator and cannot be changed`);
}
