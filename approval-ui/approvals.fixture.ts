import type { ApprovalView, BookmarkRemoval } from '../shared/approvals.ts';

/** Items of the queue for tests. */
export const bookmarksItem = (
  over: Partial<ApprovalView<'bookmarks.remove'>> = {},
): ApprovalView<'bookmarks.remove'> => ({
  id: 'bookmarks',
  kind: 'bookmarks.remove',
  detail: { items: [] },
  requester: null,
  receivedAt: 0,
  expiresAt: 298_000,
  status: 'pending',
  outcome: null,
  ...over,
});

export const extensionItem = (
  over: Partial<ApprovalView<'extensions.uninstall'>> = {},
): ApprovalView<'extensions.uninstall'> => ({
  id: 'extension',
  kind: 'extensions.uninstall',
  detail: {
    id: 'a'.repeat(32),
    name: 'Victim',
    version: '1.0',
    description: '',
    installType: 'normal',
    enabled: true,
  },
  requester: null,
  receivedAt: 0,
  expiresAt: 298_000,
  status: 'pending',
  outcome: null,
  ...over,
});

export const folder = (
  id: string,
  contents: BookmarkRemoval['contents'] = [],
  path: readonly string[] = ['Bar'],
): BookmarkRemoval => ({ id, type: 'folder', title: id, path, parentId: path.join('/'), contents });

export const bookmark = (id: string, path: readonly string[] = ['Bar']): BookmarkRemoval => ({
  id,
  type: 'bookmark',
  title: id,
  url: 'https://example.com/',
  path,
  parentId: path.join('/'),
  contents: [],
});
