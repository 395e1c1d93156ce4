import { fakeChrome } from './call.ts';

interface FakeTab {
  id: number;
  index: number;
  windowId: number;
  url: string;
  pendingUrl?: string;
  title: string;
  active: boolean;
  pinned: boolean;
  muted: boolean;
  groupId: number;
}

interface FakeWindow {
  id: number;
  type: 'normal' | 'popup';
  focused: boolean;
  state: string;
}

interface FakeGroup {
  id: number;
  windowId: number;
  title?: string;
  color: string;
  collapsed: boolean;
}

/** Windows, tabs and groups in memory, which behave as Chrome 156 was seen to. */
export class FakeBrowser {
  readonly windows: FakeWindow[] = [];
  readonly tabs: FakeTab[] = [];
  readonly groups: FakeGroup[] = [];
  /** Every call that changes something, in order. */
  readonly writes: unknown[][] = [];
  /** Windows and tabs whose changes fail though they exist. */
  readonly broken = new Set<number>();
  #nextId = 100;

  openWindow(urls: string[], type: FakeWindow['type'] = 'normal'): { id: number; tabIds: number[] } {
    for (const window of this.windows) window.focused = false;
    const window = { id: this.#nextId++, type, focused: true, state: 'normal' };
    this.windows.push(window);
    return { id: window.id, tabIds: urls.map((url, index) => this.#openTab(window.id, url, index === 0).id) };
  }

  /** The IDs of a window's tabs, in order. */
  strip(windowId: number): number[] {
    return this.#tabsOf(windowId).map((tab) => tab.id);
  }

  tab(id: number): FakeTab {
    return found(this.tabs, id, 'tab');
  }

  window(id: number): FakeWindow {
    return found(this.windows, id, 'window');
  }

  readonly chrome = fakeChrome({
    tabs: {
      get: async (id: number) => ({ ...this.tab(id) }),
      query: async ({ windowId }: { windowId?: number }) =>
        this.windows.flatMap(({ id }) => (windowId === undefined || windowId === id ? this.#tabsOf(id) : [])),
      create: async ({ url, windowId, active }: { url: string; windowId?: number; active: boolean }) => {
        this.#write('tabs.create', { url, windowId, active });
        if (url.startsWith('javascript:')) throw new Error('JavaScript URLs are not allowed');
        return this.#openTab(windowId ?? this.openWindow([]).id, url, active);
      },
      remove: async (ids: number[]) => {
        this.#write('tabs.remove', ids);
        for (const id of ids) this.tabs.splice(this.tabs.indexOf(this.#usable(id)), 1);
      },
      update: async (id: number, changes: object) => {
        this.#write('tabs.update', id, changes);
        return Object.assign(this.#usable(id), changes);
      },
      move: async (id: number, to: { windowId: number; index: number }) => {
        this.#write('tabs.move', id, to);
        return this.#move(this.#usable(id), to);
      },
      reload: async (id: number, options: object) => {
        this.#write('tabs.reload', id, options);
        this.#usable(id);
      },
      duplicate: async (id: number) => {
        this.#write('tabs.duplicate', id);
        return this.#openTab(this.#usable(id).windowId, this.tab(id).url, true);
      },
      group: async (options: {
        tabIds: number[];
        groupId?: number;
        createProperties?: { windowId: number };
      }) => {
        this.#write('tabs.group', options);
        for (const id of options.tabIds) {
          if (this.window(this.tab(id).windowId).type === 'popup') {
            throw new Error('Grouping is not supported by tabs in this window.');
          }
        }
        const windowId = options.createProperties?.windowId ?? 0;
        const groupId = options.groupId ?? this.#openGroup(windowId).id;
        for (const id of options.tabIds) this.tab(id).groupId = groupId;
        return groupId;
      },
      ungroup: async (ids: number[]) => {
        this.#write('tabs.ungroup', ids);
        for (const id of ids) this.tab(id).groupId = -1;
      },
    },
    windows: {
      get: async (id: number) => ({ ...this.window(id), tabs: this.#tabsOf(id) }),
      getAll: async () => this.windows.map((window) => ({ ...window, tabs: this.#tabsOf(window.id) })),
      getLastFocused: async ({ windowTypes }: { windowTypes: string[] }) => {
        const last = this.windows.findLast(({ type }) => windowTypes.includes(type));
        if (last === undefined) throw new Error('No last-focused window');
        return { ...last, tabs: this.#tabsOf(last.id) };
      },
      create: async (options: { url?: string[]; state?: string }) => {
        this.#write('windows.create', options);
        if (options.url?.some((url) => url.startsWith('javascript:'))) throw new Error('Not allowed');
        const { id } = this.openWindow(options.url ?? ['chrome://newtab/']);
        return this.window(id);
      },
      update: async (id: number, changes: object) => {
        this.#write('windows.update', id, changes);
        return Object.assign(found(this.windows, id, 'window'), changes);
      },
      remove: async (id: number) => {
        this.#write('windows.remove', id);
        if (this.broken.has(id)) throw new Error('Broken');
        this.windows.splice(this.windows.indexOf(this.window(id)), 1);
      },
    },
    tabGroups: {
      get: async (id: number) => found(this.groups, id, 'group'),
      query: async ({ windowId }: { windowId?: number }) =>
        this.groups.filter((group) => windowId === undefined || group.windowId === windowId),
      update: async (id: number, changes: object) => {
        this.#write('tabGroups.update', id, changes);
        return Object.assign(found(this.groups, id, 'group'), changes);
      },
    },
  });

  #write(...write: unknown[]): void {
    this.writes.push(write);
  }

  #usable(id: number): FakeTab {
    if (this.broken.has(id)) throw new Error('Tabs cannot be edited right now');
    return this.tab(id);
  }

  #tabsOf(windowId: number): FakeTab[] {
    const tabs = this.tabs.filter((tab) => tab.windowId === windowId);
    return tabs.map((tab, index) => Object.assign(tab, { index }));
  }

  #openTab(windowId: number, url: string, active: boolean): FakeTab {
    if (active) for (const tab of this.#tabsOf(windowId)) tab.active = false;
    const index = this.#tabsOf(windowId).length;
    const state = { active, pinned: false, muted: false, groupId: -1 };
    const tab = { id: this.#nextId++, index, windowId, url, title: `Title of ${url}`, ...state };
    this.tabs.push(tab);
    return tab;
  }

  #openGroup(windowId: number): FakeGroup {
    const group = { id: this.#nextId++, windowId, color: 'grey', collapsed: false };
    this.groups.push(group);
    return group;
  }

  /** Chrome counts the index without the tab itself, and takes one past the end for the end. */
  #move(tab: FakeTab, to: { windowId: number; index: number }): FakeTab {
    if (this.window(to.windowId).type !== 'normal') {
      throw new Error('Tabs can only be moved to and from normal windows.');
    }
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    const others = this.#tabsOf(to.windowId);
    const behind = to.index === -1 ? undefined : others[to.index];
    this.tabs.splice(behind === undefined ? this.tabs.length : this.tabs.indexOf(behind), 0, tab);
    tab.windowId = to.windowId;
    return tab;
  }
}

function found<Item extends { id: number }>(items: readonly Item[], id: number, noun: string): Item {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`No ${noun} with id: ${id}.`);
  return item;
}
