import type { MethodName } from '../protocol/methods/index.ts';

/** What a method's summary and types leave open, for docs/methods.md. */
export const METHOD_NOTES: Partial<Readonly<Record<MethodName, string>>> = {
  'tabs.list': '`groupId` is -1 for a tab in no group.',
  'tabs.open':
    'Without `windowId` it opens in the window that had the focus last. Only absolute URLs are taken.',
  'tabs.move':
    '`index` counts the tabs that stay; the moved ones stand side by side from there, in the order given. Without `windowId` each stays in its window.',
  'windows.open': 'Without `urls` it opens one blank tab.',
  'tabGroups.create': 'All tabs must be in one window, where the group is made.',
  'tabGroups.edit': 'At least one change has to be given.',
  'tabGroups.ungroup': 'A group whose last tab leaves is gone. A tab in no group is no error.',
  'readingList.add': 'Only http and https URLs are taken. `CONFLICT`: it is in the list already.',
  'readingList.markRead': 'A URL that could never be in the list is one that is not: `NOT_FOUND`.',
  'readingList.remove': 'A URL that could never be in the list is one that is not: `NOT_FOUND`.',
  'bookmarks.list':
    'With `recursive` the nodes come depth first, linked by `parentId`, without the folder itself, and `limit` does not apply.',
  'bookmarks.search': '`path` holds the titles of the folders around a hit, outermost first.',
  'bookmarks.add': 'Without `folder` Chrome chooses "Other bookmarks"; without `index` it is the last there.',
  'bookmarks.mkdir':
    'Without `folder` Chrome chooses "Other bookmarks"; without `index` it is the last there.',
  'bookmarks.move':
    '`index` is a gap between the items of the folder as they stand before the move; without it they go to the end. The root and the built-in folders cannot be moved.',
  'bookmarks.edit':
    'At least one change has to be given. The root and the built-in folders cannot be changed.',
  'bookmarks.remove':
    'An ID inside another listed folder goes with that folder. `CONFLICT`: something changed since the human saw it.',
  'history.search': 'Without `startTime` it searches all history.',
  'history.visits': 'A URL that was never visited has no visits; that is no error.',
  'history.remove': 'URLs that were never visited are no error.',
  'history.clear':
    'A range without a start begins at 0, one without an end ends now; `all` tells whether no range was given.',
  'browsingData.clear':
    '`since` is 0, all time, when it is left out. `origins` are bare, such as `https://example.com`, and do not go with downloads, formData or history, which Chrome cannot clear by origin.',
  'recent.list':
    'For a window, title and URL are those of its first tab, and `tabCount` says how many it had. Chrome knows the time to the second only.',
  'recent.restore': 'Without `sessionId` it restores the latest. It gives `tabId` or `windowId`.',
  'downloads.list': '`totalBytes` is -1 when unknown; `exists` tells whether the file is still on disk.',
  'downloads.start':
    '`filename` is relative to the download folder and may have subfolders; a name that could leave it is refused.',
  'cookies.list':
    '`url` and `domain` exclude each other. `expires` is absent for a session cookie, `partitionTopLevelSite` for one outside partitions.',
  'cookies.get': 'A cookie outside partitions comes before a partitioned one of the same name.',
  'cookies.remove': 'It deletes the one cookie that cookies.get gives.',
  'cookies.clear': 'Exactly one of `domain` and `all` has to be given.',
  'extensions.disable': 'Neither this extension itself nor one that policy or Chrome keeps.',
  'extensions.uninstall': 'Neither this extension itself nor one that policy or Chrome keeps.',
};
