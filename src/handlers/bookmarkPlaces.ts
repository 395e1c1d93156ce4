import { DomainError } from '../../protocol/errors.ts';
import { type BookmarkNode, type BookmarkTree, requireUnmanaged } from './bookmarkTree.ts';

/**
 * Finds the folder that nodes are to be put into.
 * @param index place in the folder, or undefined for its end.
 * @throws DomainError NOT_FOUND for an unknown folder; INVALID_REQUEST for a bookmark, the root, a folder set by the
 *   administrator, or an index past the end.
 */
export function requirePlace(tree: BookmarkTree, folderId: string, index: number | undefined): BookmarkNode {
  const folder = tree.requireFolder(folderId);
  if (folder.id === tree.root.id) {
    throw new DomainError('INVALID_REQUEST', 'Nothing can be put into the root; choose a folder below it');
  }
  requireUnmanaged(folder);
  const size = folder.children?.length ?? 0;
  if (index !== undefined && index > size) {
    throw new DomainError(
      'INVALID_REQUEST',
      `Folder ${folderId} has ${size} items, so ${index} is past its end`,
    );
  }
  return folder;
}

/**
 * Checks that nodes can move into a folder.
 * @throws DomainError INVALID_REQUEST when one of them is that folder or has it inside.
 */
export function requireNoCycle(
  tree: BookmarkTree,
  nodes: readonly BookmarkNode[],
  folder: BookmarkNode,
): void {
  for (const node of nodes) {
    if (node.id === folder.id || tree.isInside(folder, node)) {
      throw new DomainError('INVALID_REQUEST', `Folder ${node.id} cannot be moved into itself`);
    }
  }
}
