import { Attachment, type Command, CommandError, detachedError } from './attachment.ts';
import { saysNotAttached } from './chromeTexts.ts';
import { type DebuggerDeps, report } from './deps.ts';
import { openSession } from './openSession.ts';
import type { RelayState } from './relayState.ts';
import { within } from './within.ts';

/** How long Chrome may take to say why a session ended, once a command has found it over. */
const LOST_GRACE_MS = 500;

/** How long a dialog's dismissal may hold up a detach. */
const DISMISS_MS = 1_000;

/** How a tab is released. */
export interface Release {
  /** Told to the daemon as the reason of a `debugger.detached`; nobody is told when it is left out. */
  readonly reason?: string;
  /** Detaches before anything else is done, because the tab must not be driven for a moment longer. */
  readonly atOnce?: boolean;
}

type TabWhere<Kind> = Extract<ReturnType<RelayState['get']>, { readonly kind: Kind }>;

/** Attaches and detaches; the only code that changes where a tab stands. */
export class Attachments {
  readonly #deps: DebuggerDeps;
  readonly #state: RelayState;
  /** Called when a tab can be driven. */
  readonly #onAttached: () => void;

  constructor(deps: DebuggerDeps, state: RelayState, onAttached: () => void) {
    this.#deps = deps;
    this.#state = state;
    this.#onAttached = onAttached;
  }

  /**
   * The session of a tab, attaching when there is none. Callers at the same time share one attach.
   * @param connection whom the session is for; once it has closed nothing is attached any more.
   * @throws DomainError NOT_FOUND, PAGE_NOT_AUTOMATABLE, or DEBUGGER_DETACHED when a detach overtakes the attach.
   */
  async ensure(tabId: number, connection: string): Promise<Attachment> {
    for (;;) {
      if (this.#state.connection !== connection) throw detachedError(tabId, 'the connection has closed');
      const tab = this.#state.get(tabId);
      switch (tab?.kind) {
        case undefined:
          return this.#attach(tabId);
        case 'attaching':
          return tab.attempt;
        case 'attached':
          return tab.attachment;
        case 'lost':
        case 'releasing':
          await tab.over;
      }
    }
  }

  /** The session of a tab, once an attach under way is done; never attaches. */
  async existing(tabId: number): Promise<Attachment | undefined> {
    const tab = this.#state.get(tabId);
    if (tab?.kind === 'attaching') await tab.attempt.catch(() => undefined);
    return this.#state.attachedTo(tabId);
  }

  /**
   * Detaches a tab, after an attach under way, and forgets its marks. A dialog known to be open is dismissed first,
   * since no later session could (protocol §3.2). Commands that run end with DEBUGGER_DETACHED at once.
   * @returns whether the tab was attached.
   */
  async release(tabId: number, how: Release = {}): Promise<boolean> {
    const tab = this.#state.get(tabId);
    switch (tab?.kind) {
      case undefined:
        return false;
      case 'lost':
      case 'releasing':
        await tab.over;
        return false;
      case 'attaching':
      case 'attached':
        return this.#release(tabId, tab, how);
    }
  }

  /** Chrome has ended a session by itself, or reports the end of one that is being released. */
  chromeDetached(tabId: number, reason: string): void {
    const tab = this.#state.get(tabId);
    switch (tab?.kind) {
      case undefined:
      case 'releasing':
        return;
      case 'attaching':
        tab.endedBy = reason;
        return;
      case 'attached':
        this.#end(tabId, reason);
        tab.attachment.abort(detachedError(tabId, reason));
        return;
      case 'lost':
        this.#end(tabId, reason);
        tab.settle();
    }
  }

  /**
   * Runs a command.
   * @throws CommandError with Chrome's text; DomainError DEBUGGER_DETACHED when the session is or goes over.
   */
  async run(attachment: Attachment, command: Command): Promise<Record<string, unknown>> {
    try {
      return await attachment.run(command);
    } catch (error) {
      if (!(error instanceof CommandError) || !saysNotAttached(error.message)) throw error;
      this.suspect(attachment);
      throw detachedError(attachment.tabId, 'Chrome ended the session');
    }
  }

  /** Something shows that a session is over; unless Chrome soon says why, it counts as `target_closed`. */
  suspect(attachment: Attachment): void {
    const { tabId } = attachment;
    if (this.#state.attachedTo(tabId) !== attachment) return;
    let settle = () => {};
    const over = new Promise<void>((resolve) => {
      const stop = this.#deps.startTimer(LOST_GRACE_MS, () => this.chromeDetached(tabId, 'target_closed'));
      settle = () => {
        stop();
        resolve();
      };
    });
    this.#state.set(tabId, { kind: 'lost', attachment, over, settle });
    attachment.abort(detachedError(tabId, 'Chrome ended the session'));
  }

  #attach(tabId: number): Promise<Attachment> {
    const opened = openSession(this.#deps, tabId, () => this.#state.save());
    const attempt = opened.then(
      () => this.#attached(tabId, opened),
      (error) => this.#notAttached(tabId, opened, error),
    );
    this.#state.set(tabId, { kind: 'attaching', opened, attempt });
    return attempt;
  }

  async #attached(tabId: number, opened: Promise<void>): Promise<Attachment> {
    const tab = this.#attaching(tabId, opened);
    if (tab === undefined) throw detachedError(tabId, 'it was detached while it was being attached');
    if (tab.endedBy !== undefined) {
      // The report may have been an earlier session's; then this one must not stay behind unknown.
      await this.#detach(tabId);
      return this.#notAttached(tabId, opened, detachedError(tabId, tab.endedBy));
    }
    const attachment = new Attachment(this.#deps.chrome.debugger, tabId, 'this-life', {
      recording: false,
      dialogOpen: false,
      lastUsedAt: this.#deps.now(),
    });
    this.#state.set(tabId, { kind: 'attached', attachment });
    this.#onAttached();
    return attachment;
  }

  #notAttached(tabId: number, opened: Promise<void>, error: unknown): never {
    const tab = this.#attaching(tabId, opened);
    if (tab?.endedBy !== undefined) this.#end(tabId, tab.endedBy);
    else if (tab !== undefined) this.#forget(tabId);
    throw error;
  }

  /** This very attach, unless something has overtaken it. */
  #attaching(tabId: number, opened: Promise<void>): TabWhere<'attaching'> | undefined {
    const tab = this.#state.get(tabId);
    return tab?.kind === 'attaching' && tab.opened === opened ? tab : undefined;
  }

  #release(
    tabId: number,
    tab: TabWhere<'attaching'> | TabWhere<'attached'>,
    { reason, atOnce = false }: Release,
  ): Promise<boolean> {
    const dialogOpen = tab.kind === 'attached' && tab.attachment.dialogOpen;
    this.#state.owned.delete(tabId);
    const saved = this.#state
      .save()
      .catch(() => console.error('The state of the debugger could not be saved'));

    const run = async () => {
      const wasAttached = tab.kind === 'attached' || (await succeeds(tab.opened));
      if (wasAttached) {
        if (!atOnce) await saved;
        if (dialogOpen && !atOnce) await this.#dismissDialog(tabId);
        await this.#detach(tabId);
      }
      this.#forget(tabId);
      if (wasAttached && reason !== undefined) this.#report(tabId, reason);
      return wasAttached;
    };
    const over = run();
    this.#state.set(tabId, { kind: 'releasing', over, dialogOpen });
    if (tab.kind === 'attached') tab.attachment.abort(detachedError(tabId, reason ?? 'it was detached'));
    return over;
  }

  /** A session that ended without this extension's doing. */
  #end(tabId: number, reason: string): void {
    this.#state.owned.delete(tabId);
    this.#forget(tabId);
    this.#report(tabId, reason);
  }

  #forget(tabId: number): void {
    this.#state.delete(tabId);
    this.#state.saveSoon();
  }

  #report(tabId: number, reason: string): void {
    report(this.#deps.notify, 'debugger.detached', { tabId, reason });
  }

  async #dismissDialog(tabId: number): Promise<void> {
    const { chrome, startTimer } = this.#deps;
    try {
      const params = { accept: false };
      const dismissal = chrome.debugger.sendCommand({ tabId }, 'Page.handleJavaScriptDialog', params);
      await within(startTimer, DISMISS_MS, dismissal);
    } catch {
      console.warn(`The dialog of tab ${tabId} could not be dismissed`);
    }
  }

  async #detach(tabId: number): Promise<void> {
    await this.#deps.chrome.debugger.detach({ tabId }).catch(() => undefined);
  }
}

const succeeds = (attempt: Promise<void>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );
