import { DomainError } from '../../protocol/errors.ts';
import { requireNoCycle, requirePlace } from './bookmarkPlaces.ts';
import {
  type BookmarkNode,
  descendants,
  isFolder,
  readBookmarkTree,
  requireOwnNode,
} from './bookmarkTree.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { inOrder } from './inOrder.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';
import { refusable } from './refusal.ts';
import { unique } from './unique.ts';
import { requireUrl } from './urls.ts';

/** The `bookmarks.…` methods that run without a human (protocol §3). */
export function bookmarksHandlers(chrome: Chrome): Handlers<DomainMethodName<'bookmarks'>> {
  const api = () => requireNamespace(chrome, 'bookmarks');

  /** Creates a node; without a folder Chrome chooses "Other bookmarks". */
  const create = async (node: { title: string; url?: string }, folder?: string, index?: number) => {
    if (folder !== undefined) requirePlace(await readBookmarkTree(chrome), folder, index);
    const created = await refusable(() =>
      api().create({
        ...node,
        ...(folder === undefined ? {} : { parentId: folder }),
        ...(index === undefined ? {} : { index }),
      }),
    );
    return { id: created.id };
  };

  return {
    'bookmarks.list': async ({ folder, recursive = false, limit }) => {
      const tree = await readBookmarkTree(chrome);
      const start = folder === undefined ? tree.root : tree.requireFolder(folder);
      if (recursive) return { nodes: descendants(start).map(listed), hasMore: false, ...UNTRUSTED };
      const { items, hasMore } = page(start.children ?? [], limit);
      return { nodes: items.map(listed), hasMore, ...UNTRUSTED };
    },

    'bookmarks.search': async ({ query, limit }) => {
      const { items, hasMore } = page(await api().search(query), limit);
      const tree = await readBookmarkTree(chrome);
      // Chrome's hits come without children, which only the tree can count.
      const nodes = items.map((hit) => ({
        ...listed(tree.find(hit.id) ?? hit),
        path: tree.pathOf(hit.id),
      }));
      return { nodes, hasMore, ...UNTRUSTED };
    },

    'bookmarks.add': async ({ url, title = url, folder, index }) => {
      api();
      requireUrl(url);
      return create({ title, url }, folder, index);
    },

    'bookmarks.mkdir': async ({ title, folder, index }) => {
      api();
      return create({ title }, folder, index);
    },

    'bookmarks.move': async ({ ids: givenIds, folder, index }) => {
      const ids = unique(givenIds);
      const tree = await readBookmarkTree(chrome);
      const nodes = ids.map((id) => tree.require(id));
      for (const node of nodes) requireOwnNode(tree, node);
      requireNoCycle(tree, nodes, requirePlace(tree, folder, index));

      // Chrome reads an index as a gap between the items as they stand before the move: within one folder, a node that
      // moves down ends at index − 1. So the next gap is right behind where the last node really landed.
      let gap = index;
      await inOrder('bookmark', ids, async (id) => {
        const moved = await api().move(id, {
          parentId: folder,
          ...(gap === undefined ? {} : { index: gap }),
        });
        if (gap !== undefined) gap = (moved.index ?? gap) + 1;
      });
      return { ids };
    },

    'bookmarks.edit': async ({ id, title, url }) => {
      const tree = await readBookmarkTree(chrome);
      const node = tree.require(id);
      requireOwnNode(tree, node);
      if (title === undefined && url === undefined) {
        throw new DomainError('INVALID_REQUEST', 'Give a new title or a new URL');
      }
      if (url !== undefined && isFolder(node)) {
        throw new DomainError('INVALID_REQUEST', `${id} is a folder, which has no URL`);
      }
      if (url !== undefined) requireUrl(url);
      await refusable(() =>
        api().update(id, {
          ...(title === undefined ? {} : { title }),
          ...(url === undefined ? {} : { url }),
        }),
      );
      return { id };
    },
  };
}

/** A node as the lists show it. */
function listed(node: BookmarkNode) {
  const { id, title, url, parentId, index = 0, dateAdded, children = [] } = node;
  return {
    id,
    type: isFolder(node) ? ('folder' as const) : ('bookmark' as const),
    title,
    ...(url === undefined ? {} : { url }),
    ...(parentId === undefined ? {} : { parentId }),
    index,
    ...(dateAdded === undefined ? {} : { addedAt: Math.round(dateAdded) }),
    ...(isFolder(node) ? { childCount: children.length } : {}),
  };
}
