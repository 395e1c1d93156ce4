import { Tab, type TabReport } from './tab.ts';

/** The tabs of the browser that a debugger can attach to. */
export class TargetTable {
  readonly #tabs = new Map<number, Tab>();

  /** In the order of their IDs, which is the order they were opened in. */
  list(): readonly Tab[] {
    return [...this.#tabs.values()].sort((left, right) => left.tabId - right.tabId);
  }

  get(tabId: number): Tab | undefined {
    return this.#tabs.get(tabId);
  }

  /** The tab whose page, or outer, target has an ID. */
  byTargetId(targetId: string): Tab | undefined {
    for (const tab of this.#tabs.values()) {
      if (tab.targetId === targetId || tab.outerTargetId === targetId) return tab;
    }
    return undefined;
  }

  /** Takes up a report of a tab. */
  put(report: TabReport): { readonly tab: Tab; readonly change: 'new' | 'changed' | 'none' } {
    const known = this.#tabs.get(report.tabId);
    if (known !== undefined) return { tab: known, change: known.update(report) ? 'changed' : 'none' };
    const tab = new Tab(report);
    this.#tabs.set(report.tabId, tab);
    return { tab, change: 'new' };
  }

  /** @returns the tab, when it was known. */
  remove(tabId: number): Tab | undefined {
    const tab = this.#tabs.get(tabId);
    this.#tabs.delete(tabId);
    return tab;
  }
}
