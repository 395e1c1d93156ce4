import type { Attachment } from './attachment.ts';
import type { DebuggerDeps } from './deps.ts';
import { type SavedState, type SavedTab, saveState } from './savedState.ts';

/** A last use is saved rounded up to this, so that a busy tab is not a write for each command. */
const USE_GRAIN_MS = 30_000;

const roundedUp = (time: number): number => Math.ceil(time / USE_GRAIN_MS) * USE_GRAIN_MS;

/** Where a tab stands between two detached times. A tab that is not known is detached. */
export type TabState =
  | {
      readonly kind: 'attaching';
      /** Settles once Chrome has attached and the tab is found drivable, or one of the two failed. */
      readonly opened: Promise<void>;
      /** What every command that waits for this attach gets. */
      readonly attempt: Promise<Attachment>;
      /** Set when Chrome reports a detach before the attach is complete. */
      endedBy?: string;
    }
  | { readonly kind: 'attached'; readonly attachment: Attachment }
  /** Chrome let a command know that the session is over, and still has to say why. */
  | { readonly kind: 'lost'; readonly attachment: Attachment; readonly over: Promise<void>; settle(): void }
  /** This extension detaches it. */
  | { readonly kind: 'releasing'; readonly over: Promise<unknown>; readonly dialogOpen: boolean };

/** All that the relay knows of tabs, and its copy in storage. */
export class RelayState {
  /** The daemon's connection that everything here belongs to; undefined until this life of the worker knows. */
  connection: string | null | undefined;
  /** Endpoint-owned tabs, attached or not. */
  readonly owned = new Set<number>();
  readonly #tabs = new Map<number, TabState>();
  readonly #deps: Pick<DebuggerDeps, 'chrome' | 'keepAwake' | 'now'>;
  readonly #savedUses = new WeakMap<Attachment, number>();
  #awake = false;
  #scheduledSave: Promise<void> | undefined;

  constructor(deps: Pick<DebuggerDeps, 'chrome' | 'keepAwake' | 'now'>) {
    this.#deps = deps;
  }

  get(tabId: number): TabState | undefined {
    return this.#tabs.get(tabId);
  }

  set(tabId: number, tab: TabState): void {
    this.#tabs.set(tabId, tab);
    this.#holdWorker();
  }

  /** The tab is detached. */
  delete(tabId: number): void {
    this.#tabs.delete(tabId);
    this.#holdWorker();
  }

  /** Every tab that is not detached. */
  tabIds(): number[] {
    return [...this.#tabs.keys()];
  }

  /** The session of a tab that can be driven now. */
  attachedTo(tabId: number): Attachment | undefined {
    const tab = this.#tabs.get(tabId);
    return tab?.kind === 'attached' ? tab.attachment : undefined;
  }

  /** Every session that can be driven now. */
  attachments(): Attachment[] {
    return [...this.#tabs.values()].flatMap((tab) => (tab.kind === 'attached' ? [tab.attachment] : []));
  }

  /** Notes that a tab is driven. */
  touch(attachment: Attachment): void {
    attachment.lastUsedAt = this.#deps.now();
    if (attachment.lastUsedAt > (this.#savedUses.get(attachment) ?? 0)) this.saveSoon();
  }

  /** Writes the state as it is at the end of this turn; resolves once it is written. */
  save(): Promise<void> {
    this.#scheduledSave ??= Promise.resolve().then(() => {
      this.#scheduledSave = undefined;
      return saveState(this.#deps.chrome, this.#snapshot());
    });
    return this.#scheduledSave;
  }

  /** Writes the state without waiting for it. */
  saveSoon(): void {
    this.save().catch(() => console.error('The state of the debugger could not be saved'));
  }

  #snapshot(): SavedState {
    return {
      connection: this.connection ?? null,
      tabs: [...this.#tabs].map(([tabId, tab]) => this.#savedTab(tabId, tab)),
      owned: [...this.owned],
    };
  }

  #savedTab(tabId: number, tab: TabState): SavedTab {
    const fresh = { tabId, recording: false, dialogOpen: false, lastUsedAt: this.#deps.now() };
    switch (tab.kind) {
      // Saved before Chrome is asked: a worker that dies in between must not leave a debugger nobody knows of.
      case 'attaching':
        return { ...fresh, status: 'attached' };
      case 'attached':
      case 'lost': {
        const { recording, dialogOpen, lastUsedAt } = tab.attachment;
        this.#savedUses.set(tab.attachment, roundedUp(lastUsedAt));
        return { tabId, status: 'attached', recording, dialogOpen, lastUsedAt: roundedUp(lastUsedAt) };
      }
      case 'releasing':
        return { ...fresh, status: 'releasing', dialogOpen: tab.dialogOpen };
    }
  }

  #holdWorker(): void {
    const wanted = this.attachments().some(({ origin }) => origin === 'earlier-life');
    if (wanted === this.#awake) return;
    this.#awake = wanted;
    this.#deps.keepAwake(wanted);
  }
}
