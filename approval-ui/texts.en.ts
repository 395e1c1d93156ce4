const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

const bookmarksAndFolders = (bookmarks: number, folders: number): string =>
  [
    ...(bookmarks > 0 ? [count(bookmarks, 'bookmark', 'bookmarks')] : []),
    ...(folders > 0 ? [count(folders, 'folder', 'folders')] : []),
  ].join(' and ');

/** The approval window in English. */
export const english = {
  windowTitle: 'Approval',
  sentences: (...all: string[]) => all.join(' '),
  nothingWaiting: 'Nothing is waiting for you.',
  position: (index: number, total: number) => `${index} of ${total}`,
  previous: 'Previous request',
  next: 'Next request',
  timeLeft: 'Time left',
  askedBy: 'Asked by',
  noRequester: 'No name given',
  unverified: 'self-reported, not verified',
  ofExtension: 'an extension in this browser',
  received: 'Received',
  whatGoes: 'What will go',
  whatWasAsked: 'What was asked for',
  reject: 'Reject',
  dismiss: 'Dismiss',
  armingHelp: 'Available once this window has been in front for one second.',
  closing: (waiting: number) =>
    waiting === 1
      ? 'Closing this window rejects this request.'
      : `Closing this window rejects all ${waiting.toLocaleString('en')} waiting requests.`,
  paused: 'Paused. To approve this, first resume in the popup of the toolbar.',
  refused: 'This request can no longer be approved.',
  notSent: 'The decision did not get through. Please try again.',
  showAll: 'Show full text',
  showLess: 'Show less',
  blankTitle: '(no title)',
  bookmarks: {
    ask: (n: number) => `Delete ${count(n, 'item', 'items')} from your bookmarks?`,
    executing: (n: number) => `Deleting ${count(n, 'item', 'items')}…`,
    done: (n: number) => `Deleted ${count(n, 'item', 'items')} from your bookmarks`,
    asked: (n: number) => `Asked to delete ${count(n, 'item', 'items')} from your bookmarks`,
    total: (bookmarks: number, folders: number) =>
      `Deleted in all: ${bookmarksAndFolders(bookmarks, folders)}.`,
    approve: (n: number) => `Delete ${count(n, 'item', 'items')}`,
    summary: (bookmarks: number, folders: number) => `${bookmarksAndFolders(bookmarks, folders)}.`,
    summaryInside: (bookmarks: number, folders: number) =>
      `Inside, and deleted too: ${bookmarksAndFolders(bookmarks, folders)}.`,
    inside: (bookmarks: number, folders: number) => `${bookmarksAndFolders(bookmarks, folders)} inside`,
    emptyFolder: 'Empty folder',
    bookmark: 'Bookmark',
    folder: 'Folder',
    notShown: (n: number) => `${n.toLocaleString('en')} more, not shown here`,
    consequence: 'They go from this browser and from every device it syncs with. There is no undo.',
    lure: 'Titles and addresses come from web pages and can claim anything.',
    nothingDone: 'Nothing was deleted.',
  },
  extension: {
    ask: 'Uninstall this extension?',
    executing: 'Uninstalling this extension…',
    done: 'Uninstalled this extension',
    asked: 'Asked to uninstall this extension',
    finishInChrome: 'Now answer the dialog of Chrome. Keep this window open until you have.',
    approve: 'Uninstall',
    version: 'Version',
    state: 'State',
    enabled: 'Enabled',
    disabled: 'Disabled',
    missing: 'Not installed any more',
    installed: 'Installed',
    installTypes: {
      normal: 'from the web store',
      development: 'as an unpacked folder',
      sideload: 'by another program',
      admin: 'by an administrator',
      other: 'in another way',
    },
    id: 'ID',
    copyId: 'Copy extension ID',
    consequence: 'The extension goes with all data it keeps. Chrome asks once more before it does so.',
    lure: 'Name and description are the words of its author and can claim anything.',
    nothingDone: 'Nothing was uninstalled.',
  },
  ended: {
    expired: 'Time ran out.',
    cancelled: 'The request was withdrawn.',
    voided: 'The connection to the daemon was lost.',
    conflict: 'These changed after you were asked.',
    notFound: 'It was not there any more.',
    userRejected: 'You cancelled in the dialog of Chrome.',
    failed: 'It failed.',
    unknownExtent: 'Check what is left before you ask again.',
  },
};
