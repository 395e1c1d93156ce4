import { type DebuggerDeps, report } from './deps.ts';
import { isAttachable, targetIds } from './targets.ts';

type TabReport =
  | { readonly name: 'debugger.tabCreated' | 'debugger.tabUpdated'; readonly tab: chrome.tabs.Tab }
  | { readonly name: 'debugger.tabRemoved'; readonly tabId: number };

/**
 * Tells the daemon of tabs that come, change and go (protocol §3.3). Only Chrome's list of targets knows a tab's target,
 * and it has to be asked; so reports wait in one queue, lest a tab's end overtake its beginning.
 */
export class TabReports {
  readonly #deps: Pick<DebuggerDeps, 'chrome' | 'notify'>;
  #queue: TabReport[] = [];
  #sending = false;

  constructor(deps: Pick<DebuggerDeps, 'chrome' | 'notify'>) {
    this.#deps = deps;
  }

  created(tab: chrome.tabs.Tab): void {
    if (isReportable(tab)) this.#add({ name: 'debugger.tabCreated', tab });
  }

  /** Only a change of URL, title or load status is worth a report. */
  updated(change: chrome.tabs.OnUpdatedInfo, tab: chrome.tabs.Tab): void {
    const isWorthIt = change.url !== undefined || change.title !== undefined || change.status !== undefined;
    if (isWorthIt && isReportable(tab)) this.#add({ name: 'debugger.tabUpdated', tab });
  }

  removed(tabId: number): void {
    this.#add({ name: 'debugger.tabRemoved', tabId });
  }

  #add(next: TabReport): void {
    this.#queue.push(next);
    if (!this.#sending) this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      const ids = batch.some(({ name }) => name !== 'debugger.tabRemoved') ? await this.#targetIds() : NO_IDS;
      for (const next of batch) this.#tell(next, ids);
    }
    this.#sending = false;
  }

  #tell(next: TabReport, ids: ReadonlyMap<number, string>): void {
    if (next.name === 'debugger.tabRemoved') {
      report(this.#deps.notify, next.name, { tabId: next.tabId });
      return;
    }
    const { id: tabId = -1, title = '' } = next.tab;
    const targetId = ids.get(tabId);
    if (targetId === undefined) return;
    report(this.#deps.notify, next.name, { tabId, targetId, title, url: urlOf(next.tab) });
  }

  /** A list that cannot be had costs these reports; the tab's next change brings another. */
  async #targetIds(): Promise<ReadonlyMap<number, string>> {
    return targetIds(this.#deps.chrome).catch(() => NO_IDS);
  }
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

/** A discarded tab has no page to attach to; it is reported when it is woken. */
const isReportable = (tab: chrome.tabs.Tab): boolean => !tab.discarded && isAttachable(urlOf(tab));

/** A tab that has not loaded anything yet has no URL, only the one it is loading. */
const urlOf = ({ url = '', pendingUrl = '' }: chrome.tabs.Tab): string => (url === '' ? pendingUrl : url);
