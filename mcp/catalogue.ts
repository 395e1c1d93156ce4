import type { MethodName } from '../protocol/methods/index.ts';

/** What `--tools` chooses by; the words are those of the command line's groups. */
export const DOMAINS = [
  'browsers',
  'tabs',
  'groups',
  'reading-list',
  'bookmarks',
  'history',
  'recent',
  'downloads',
  'cookies',
  'browsing-data',
  'extensions',
  'scripts',
] as const;

export type Domain = (typeof DOMAINS)[number];

interface Entry {
  readonly name: string;
  /** For people, where a client shows its tools. */
  readonly title: string;
  readonly domain: Domain;
}

/** A tool for one method. */
export interface SingleEntry extends Entry {
  readonly method: MethodName;
}

/** A tool for several methods, one of which its `action` argument chooses. */
export interface GroupEntry extends Entry {
  readonly actions: Readonly<Record<string, MethodName>>;
}

export type CatalogueEntry = SingleEntry | GroupEntry;

/** Which public method is reached by which tool. All else about a tool is derived from the contract. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  { name: 'tabs_list', title: 'List tabs', domain: 'tabs', method: 'tabs.list' },
  { name: 'tabs_open', title: 'Open a tab', domain: 'tabs', method: 'tabs.open' },
  { name: 'tabs_close', title: 'Close tabs', domain: 'tabs', method: 'tabs.close' },
  { name: 'tabs_activate', title: 'Switch to a tab', domain: 'tabs', method: 'tabs.activate' },
  { name: 'windows_list', title: 'List windows', domain: 'tabs', method: 'windows.list' },
  {
    name: 'tabs_manage',
    title: 'Manage tabs and windows',
    domain: 'tabs',
    actions: {
      move: 'tabs.move',
      pin: 'tabs.pin',
      unpin: 'tabs.unpin',
      mute: 'tabs.mute',
      unmute: 'tabs.unmute',
      reload: 'tabs.reload',
      duplicate: 'tabs.duplicate',
      'windows-open': 'windows.open',
      'windows-close': 'windows.close',
      'windows-focus': 'windows.focus',
      'windows-state': 'windows.state',
    },
  },
  {
    name: 'tab_groups',
    title: 'Tab groups',
    domain: 'groups',
    actions: {
      list: 'tabGroups.list',
      create: 'tabGroups.create',
      add: 'tabGroups.add',
      edit: 'tabGroups.edit',
      ungroup: 'tabGroups.ungroup',
    },
  },
  {
    name: 'reading_list',
    title: 'Reading list',
    domain: 'reading-list',
    actions: {
      list: 'readingList.list',
      add: 'readingList.add',
      'mark-read': 'readingList.markRead',
      rm: 'readingList.remove',
    },
  },
  {
    name: 'bookmarks',
    title: 'Bookmarks',
    domain: 'bookmarks',
    actions: {
      list: 'bookmarks.list',
      search: 'bookmarks.search',
      add: 'bookmarks.add',
      mkdir: 'bookmarks.mkdir',
      move: 'bookmarks.move',
      edit: 'bookmarks.edit',
      remove: 'bookmarks.remove',
    },
  },
  {
    name: 'history',
    title: 'Browsing history',
    domain: 'history',
    actions: {
      search: 'history.search',
      visits: 'history.visits',
      rm: 'history.remove',
      clear: 'history.clear',
    },
  },
  {
    name: 'browsing_data',
    title: 'Browsing data',
    domain: 'browsing-data',
    actions: { clear: 'browsingData.clear' },
  },
  {
    name: 'recently_closed',
    title: 'Recently closed tabs and windows',
    domain: 'recent',
    actions: { list: 'recent.list', restore: 'recent.restore' },
  },
  {
    name: 'downloads',
    title: 'Downloads',
    domain: 'downloads',
    actions: {
      list: 'downloads.list',
      start: 'downloads.start',
      pause: 'downloads.pause',
      resume: 'downloads.resume',
      show: 'downloads.show',
      cancel: 'downloads.cancel',
      erase: 'downloads.erase',
      'delete-file': 'downloads.deleteFile',
    },
  },
  {
    name: 'cookies',
    title: 'Cookies',
    domain: 'cookies',
    actions: {
      list: 'cookies.list',
      get: 'cookies.get',
      set: 'cookies.set',
      rm: 'cookies.remove',
      clear: 'cookies.clear',
    },
  },
  {
    name: 'extensions',
    title: 'Extensions',
    domain: 'extensions',
    actions: {
      list: 'extensions.list',
      enable: 'extensions.enable',
      disable: 'extensions.disable',
      uninstall: 'extensions.uninstall',
    },
  },
  { name: 'scripts_list', title: 'List user scripts', domain: 'scripts', method: 'scripts.list' },
  {
    name: 'scripts_metadata_get',
    title: 'Read script metadata',
    domain: 'scripts',
    method: 'scripts.metadata.get',
  },
  {
    name: 'scripts_source_get',
    title: 'Read script source',
    domain: 'scripts',
    method: 'scripts.source.get',
  },
  {
    name: 'scripts_source_grep',
    title: 'Search script source',
    domain: 'scripts',
    method: 'scripts.source.grep',
  },
  {
    name: 'scripts_install_request',
    title: 'Install a user script',
    domain: 'scripts',
    method: 'scripts.install.request',
  },
  {
    name: 'scripts_toggle_request',
    title: 'Enable or disable a user script',
    domain: 'scripts',
    method: 'scripts.toggle.request',
  },
  {
    name: 'scripts_delete_request',
    title: 'Delete a user script',
    domain: 'scripts',
    method: 'scripts.delete.request',
  },
  {
    name: 'scripts_edit_request',
    title: 'Edit a user script',
    domain: 'scripts',
    method: 'scripts.edit.request',
  },
];
