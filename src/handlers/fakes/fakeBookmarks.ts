import type { BookmarkNode } from '../bookmarkTree.ts';
import { fakeChrome } from './call.ts';

interface Entry {
  readonly id: string;
  title: string;
  url?: string | undefined;
  parentId?: string;
  unmodifiable?: 'managed';
  /** IDs in order; only folders have them. */
  readonly children?: string[];
}

/** Bookmarks in memory, which behave as Chrome 156 was seen to. */
export class FakeBookmarks {
  readonly bar: string;
  readonly other: string;
  /** Every call that changes something, in order. */
  readonly writes: unknown[][] = [];
  /** Nodes whose changes fail though they exist. */
  readonly broken = new Set<string>();
  readonly #entries = new Map<string, Entry>();
  readonly #root: string;
  #nextId = 100;

  constructor() {
    this.#root = this.plant(undefined, '');
    this.bar = this.plant(this.#root, 'Bar');
    this.other = this.plant(this.#root, 'Other');
  }

  /** Puts a node at the end of a folder; a folder when it has no URL. */
  plant(parentId: string | undefined, title: string, url?: string): string {
    const id = String(this.#nextId++);
    const entry = { id, title, ...(url === undefined ? { children: [] } : { url }) };
    this.#entries.set(id, parentId === undefined ? entry : { ...entry, parentId });
    if (parentId !== undefined) this.#childrenOf(parentId).push(id);
    return id;
  }

  /** Makes a node one that policy has set. */
  manage(id: string): void {
    this.#entry(id).unmodifiable = 'managed';
  }

  /** The IDs in a folder, in order. */
  inside(folder: string): string[] {
    return [...this.#childrenOf(folder)];
  }

  get root(): string {
    return this.#root;
  }

  tree(id = this.#root): BookmarkNode {
    const { children } = this.#entry(id);
    const node = this.#bare(id);
    return children === undefined ? node : { ...node, children: children.map((child) => this.tree(child)) };
  }

  readonly chrome = fakeChrome({
    bookmarks: {
      getTree: async () => [this.tree()],
      search: async (query: string) =>
        [...this.#entries.values()]
          .filter(({ title, url = '' }) => `${title} ${url}`.includes(query))
          .map(({ id }) => this.#bare(id)),
      create: async (node: { title: string; url?: string; parentId?: string; index?: number }) => {
        this.writes.push(['create', node]);
        const parentId = node.parentId ?? this.other;
        if ((node.index ?? 0) > this.#childrenOf(parentId).length) throw new Error('Index out of bounds.');
        const id = this.plant(parentId, node.title, node.url);
        this.#place(id, parentId, node.index);
        return this.#bare(id);
      },
      move: async (id: string, to: { parentId: string; index?: number }) => {
        this.writes.push(['move', id, to]);
        if (this.broken.has(id)) throw new Error('Broken');
        if ((to.index ?? 0) > this.#childrenOf(to.parentId).length) throw new Error('Index out of bounds.');
        this.#place(id, to.parentId, to.index);
        return this.#bare(id);
      },
      update: async (id: string, changes: object) => {
        this.writes.push(['update', id, changes]);
        if (this.broken.has(id)) throw new Error('Invalid URL.');
        Object.assign(this.#entry(id), changes);
        return this.#bare(id);
      },
      remove: async (id: string) => {
        this.writes.push(['remove', id]);
        if (this.broken.has(id)) throw new Error('Broken');
        if (this.#entry(id).children?.length)
          throw new Error("Can't remove non-empty folder (use recursive to force).");
        this.#takeOut(id);
      },
      removeTree: async (id: string) => {
        this.writes.push(['removeTree', id]);
        if (this.broken.has(id)) throw new Error('Broken');
        this.#takeOut(id);
      },
    },
  });

  #takeOut(id: string): void {
    const { parentId, children = [] } = this.#entry(id);
    for (const child of [...children]) this.#takeOut(child);
    const siblings = this.#childrenOf(parentId ?? '');
    siblings.splice(siblings.indexOf(id), 1);
    this.#entries.delete(id);
  }

  /** Chrome reads an index as a gap in the folder as it stands before the node is taken out. */
  #place(id: string, parentId: string, gap = this.#childrenOf(parentId).length): void {
    const target = this.#childrenOf(parentId);
    const behind = target.slice(gap).find((sibling) => sibling !== id);
    const entry = this.#entry(id);
    const source = this.#childrenOf(entry.parentId ?? parentId);
    source.splice(source.indexOf(id), 1);
    target.splice(behind === undefined ? target.length : target.indexOf(behind), 0, id);
    entry.parentId = parentId;
  }

  /** A node as Chrome gives it when its contents were not asked for. */
  #bare(id: string): BookmarkNode {
    const { children, ...entry } = this.#entry(id);
    const { parentId } = entry;
    const index = parentId === undefined ? {} : { index: this.#childrenOf(parentId).indexOf(id) };
    return { ...entry, ...index, dateAdded: 1_700_000_000_000, syncing: false } as BookmarkNode;
  }

  #childrenOf(id: string): string[] {
    const { children } = this.#entry(id);
    if (children === undefined) throw new Error("Parameter 'parentId' does not specify a folder.");
    return children;
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error("Can't find bookmark for id.");
    return entry;
  }
}
