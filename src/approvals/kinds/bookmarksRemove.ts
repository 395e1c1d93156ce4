import { DomainError, type Failure } from '../../../protocol/errors.ts';
import type { BookmarkEntry, BookmarkRemoval } from '../../../shared/approvals.ts';
import {
  type BookmarkNode,
  type BookmarkTree,
  descendants,
  readBookmarkTree,
  requireOwnNode,
} from '../../handlers/bookmarkTree.ts';
import type { Chrome } from '../../handlers/define.ts';
import { stoppedMidway } from '../../handlers/inOrder.ts';
import { requireNamespace } from '../../handlers/namespaces.ts';
import { unique } from '../../handlers/unique.ts';
import type { SaveProgress, WorkerApprovalKind } from './kind.ts';

type Entry = BookmarkEntry & { readonly parentId: string };

/** Deletes bookmarks and folders with their contents (protocol §3, bookmarks.remove). */
export function bookmarksRemove(chrome: Chrome): WorkerApprovalKind<'bookmarks.remove'> {
  return {
    async prepare({ ids }) {
      const tree = await readBookmarkTree(chrome);
      const nodes = unique(ids).map((id) => tree.require(id));
      for (const node of nodes) requireOwnNode(tree, node);
      const outermost = nodes.filter((node) => !nodes.some((other) => tree.isInside(node, other)));
      return { items: outermost.map((node) => removalOf(tree, node)) };
    },

    async execute({ items }, saveProgress) {
      await requireUnchanged(chrome, items);
      await removeAll(chrome, items, saveProgress);
      const entries = items.flatMap((item) => [item, ...item.contents]);
      const folders = entries.filter(({ type }) => type === 'folder').length;
      return { ids: items.map(({ id }) => id), bookmarks: entries.length - folders, folders };
    },

    interrupted: ({ items }, done) => interruption(items, done),
  };
}

function removalOf(tree: BookmarkTree, node: BookmarkNode): BookmarkRemoval {
  return { ...entryOf(node), path: tree.pathOf(node.id), contents: descendants(node).map(entryOf) };
}

function entryOf({ id, title, url, parentId = '' }: BookmarkNode): Entry {
  return url === undefined
    ? { id, type: 'folder', title, parentId }
    : { id, type: 'bookmark', title, url, parentId };
}

/** Checks that each item, with all it holds, still is what the window showed; the order of siblings may differ. */
async function requireUnchanged(chrome: Chrome, items: readonly BookmarkRemoval[]): Promise<void> {
  const tree = await readBookmarkTree(chrome);
  const isSame = (item: BookmarkRemoval) => {
    const node = tree.find(item.id);
    if (node === undefined) return false;
    return fingerprint([item, ...item.contents]) === fingerprint([node, ...descendants(node)].map(entryOf));
  };
  if (!items.every(isSame)) {
    throw new DomainError(
      'CONFLICT',
      'The bookmarks changed after they were shown for approval; nothing was deleted, so ask again',
    );
  }
}

const fingerprint = (entries: readonly Entry[]): string =>
  JSON.stringify(
    entries
      .map(({ id, type, parentId, title, url }) => JSON.stringify([id, type, parentId, title, url]))
      .sort(),
  );

async function removeAll(
  chrome: Chrome,
  items: readonly BookmarkRemoval[],
  saveProgress: SaveProgress,
): Promise<void> {
  const bookmarks = requireNamespace(chrome, 'bookmarks');
  const ids = items.map(({ id }) => id);
  for (const [done, { id, type }] of items.entries()) {
    try {
      await saveProgress(done);
      await (type === 'folder' ? bookmarks.removeTree(id) : bookmarks.remove(id));
    } catch {
      throw stoppedMidway('bookmark', ids.slice(0, done), ids.slice(done));
    }
  }
}

function interruption(items: readonly BookmarkRemoval[], done: number | undefined): Failure {
  const code = 'INTERNAL_ERROR';
  const stopped = 'The browser stopped the extension during this deletion';
  const current = done === undefined ? undefined : items[done];
  if (done === undefined || current === undefined) {
    return { code, message: `${stopped}: nothing was deleted. Ask again if it should be.` };
  }
  const total = items.length;
  return {
    code,
    message:
      `${stopped}: ${done} of ${total} items were deleted, item ${current.id} may have been, the rest were not. ` +
      'See what is left before asking again.',
  };
}
