import { type Failure, failureOf } from '../../protocol/errors.ts';
import { WRITE_DECISION_TTL_MS } from '../../protocol/limits.ts';
import type { ApprovalOutcome, ApprovalsView } from '../../shared/approvals.ts';
import type { CallContext } from '../../shared/link.ts';
import type { ApproveOutcome } from '../../shared/messages.ts';
import type { PageLink } from '../link/pageLink.ts';
import type { ApprovalWindow } from './approvalWindow.ts';
import { type Ending, endings } from './endings.ts';
import type { Effect, QueueEvent, Transition } from './events.ts';
import type { Acts } from './kinds/index.ts';
import {
  type ApprovalRecord,
  type DocumentIdentity,
  EXECUTED_BY,
  type Prepared,
  type QueueState,
  viewOf,
} from './record.ts';
import type { QueueStore } from './store.ts';
import { transition } from './transition.ts';

/** How long before the daemon's own limit a request expires, so that the window can say so (protocol §5). */
export const EXPIRY_MARGIN_MS = 2_000;

/** How long the browser must outlive its approval window for the closing to be a human's word. */
export const SHUTDOWN_GRACE_MS = 500;

/** How long an approval waits for the page's first word on which connection is up. */
export const FIRST_WORD_MS = 3_000;

/** The call a request is made by. */
export interface GatedCall {
  readonly callId: string;
  readonly context: CallContext;
}

export interface ApprovalQueueDeps {
  readonly store: QueueStore;
  readonly acts: Acts;
  readonly window: ApprovalWindow;
  readonly link: Pick<PageLink, 'answer' | 'defer' | 'lost'>;
  /** Shows a state that is persisted: deadline, badge, open pages. Must not throw. */
  readonly publish: (state: QueueState) => void;
  /** A request has come to its end, which is persisted. Must not throw. */
  readonly ended: (ending: Ending) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly createId: () => string;
}

/** A call whose checks are running; nothing of it is persisted yet. */
interface Preparation {
  readonly connection: string;
  isWithdrawn: boolean;
}

/**
 * The approval queue (protocol §5). Storage is the truth: each event loads the state, changes it and persists it before
 * anything follows from it, one event after the other, so whatever moment the worker dies, the next life goes on from
 * what was persisted.
 */
export class ApprovalQueue {
  readonly #deps: ApprovalQueueDeps;
  readonly #preparations = new Map<string, Preparation>();
  #isRestored = false;
  #isReconciled = false;
  #tellReconciled: () => void = () => undefined;
  /** Settles with the page's first word in this life of the worker; until then nobody knows whose requests still count. */
  readonly #firstWord = new Promise<void>((resolve) => {
    this.#tellReconciled = resolve;
  });
  #events: Promise<unknown> = Promise.resolve();
  #windowWork: Promise<unknown> = Promise.resolve();

  constructor(deps: ApprovalQueueDeps) {
    this.#deps = deps;
  }

  /** Takes up what earlier lives left, lets expire what is due, and publishes. Call it when the worker starts or wakes. */
  wake(): void {
    this.#step(() => ({ type: 'looked' }))
      .then(({ state }) => this.#deps.publish(state))
      .catch(report);
  }

  /**
   * Checks a call and queues it; the requester is told that it waits, unless it withdrew meanwhile.
   * @throws whatever `prepare` throws, and DomainError INVALID_REQUEST when the request is too large to keep. Then, and
   *   only then, the call is still to be answered.
   */
  async submit({ callId, context }: GatedCall, prepare: () => Promise<Prepared>): Promise<void> {
    const preparation: Preparation = { connection: context.connection, isWithdrawn: false };
    this.#preparations.set(callId, preparation);
    try {
      const record = this.#recordOf(callId, context, await prepare());
      await this.#step(() => (preparation.isWithdrawn ? { type: 'looked' } : { type: 'requested', record }));
    } catch (error) {
      if (!preparation.isWithdrawn) throw error;
    } finally {
      this.#preparations.delete(callId);
    }
  }

  /** The requester withdrew a call. */
  cancel(callId: string): void {
    const preparation = this.#preparations.get(callId);
    if (preparation !== undefined) preparation.isWithdrawn = true;
    this.#note({ type: 'cancelled', callId });
  }

  /** The page says which connections are up and which calls it owes an answer for; see shared/link.ts. */
  reconcile(connections: readonly string[], openCalls: readonly string[]): void {
    for (const preparation of this.#preparations.values()) {
      if (!connections.includes(preparation.connection)) preparation.isWithdrawn = true;
    }
    const isFirst = !this.#isReconciled;
    this.#isReconciled = true;
    this.#note({ type: 'reconciled', connections, openCalls, isFirst });
    this.#tellReconciled();
  }

  /** The page has the answer to a call. */
  delivered(callId: string): void {
    this.#note({ type: 'delivered', callId });
  }

  /** The queue as the pages see it. */
  async view(): Promise<ApprovalsView> {
    return viewOf((await this.#step(() => ({ type: 'looked' }))).state);
  }

  /** An approval page showed up and asks for the queue. */
  async greet(from: DocumentIdentity): Promise<ApprovalsView> {
    return viewOf((await this.#step(() => ({ type: 'greeted', from }))).state);
  }

  /** Opens the window or raises it, if there is anything to show. */
  show(): void {
    this.#windowWork = this.#windowWork.then(() => this.#showWindow()).catch(report);
  }

  /**
   * A human approves, if the document is the one the worker opened.
   * @throws Error when the page does not say in time which connection is up: what closed meanwhile must not be approved.
   */
  async approve(id: string, from: DocumentIdentity): Promise<ApproveOutcome> {
    await this.#heardFirstWord();
    const { effects } = await this.#step(() => ({ type: 'approved', id, from }));
    if (effects.some((effect) => effect.type === 'execute' && effect.record.id === id)) return 'executing';
    return effects.some((effect) => effect.type === 'handToWindow' && effect.id === id)
      ? 'execute-in-window'
      : 'refused';
  }

  async reject(id: string, from: DocumentIdentity): Promise<void> {
    await this.#step(() => ({ type: 'rejected', id, from }));
  }

  async dismiss(id: string, from: DocumentIdentity): Promise<void> {
    await this.#step(() => ({ type: 'dismissed', id, from }));
  }

  /** The window has carried out what it was handed, or failed to. */
  async finishInWindow(id: string, from: DocumentIdentity, outcome: ApprovalOutcome): Promise<void> {
    await this.#step(() => ({ type: 'finishedInWindow', id, from, outcome }));
  }

  extensionUninstalled(extensionId: string): void {
    this.#note({ type: 'uninstalled', extensionId });
  }

  /** A window, ours or another, was closed. */
  windowRemoved(windowId: number): void {
    // A window that is just being opened must be known as ours before its end is judged.
    this.#windowWork = this.#windowWork.then(() => this.#judgeRemoval(windowId)).catch(report);
  }

  #recordOf(callId: string, context: CallContext, prepared: Prepared): ApprovalRecord {
    const { requestId, connection, clientId, extensionId, receivedAt } = context;
    return {
      ...prepared,
      id: this.#deps.createId(),
      callId,
      requestId,
      connection,
      requester: clientId,
      ...(extensionId === undefined ? {} : { extensionId }),
      receivedAt,
      expiresAt: receivedAt + WRITE_DECISION_TTL_MS - EXPIRY_MARGIN_MS,
      status: 'pending',
      outcome: null,
      detached: false,
      executingWindowId: null,
    };
  }

  async #heardFirstWord(): Promise<void> {
    if (this.#isReconciled) return;
    const isHeard = await Promise.race([
      this.#firstWord.then(() => true),
      this.#deps.wait(FIRST_WORD_MS).then(() => false),
    ]);
    if (!isHeard) throw new Error('The offscreen document does not say whether the requester still waits');
  }

  #note(event: QueueEvent): void {
    this.#step(() => event).catch(report);
  }

  /** Applies an event in its turn. @throws Error when storage fails; then nothing has changed. */
  #step(eventNow: () => QueueEvent): Promise<Transition> {
    const step = this.#events.then(async () => {
      if (!this.#isRestored) await this.#restore();
      return this.#change(eventNow());
    });
    this.#events = step.catch(() => undefined);
    return step;
  }

  async #restore(): Promise<void> {
    const { store, acts } = this.#deps;
    const { records } = await store.load();
    const interrupted = new Map<string, Failure>();
    for (const record of records) {
      if (record.status !== 'executing' || EXECUTED_BY[record.kind] !== 'worker') continue;
      interrupted.set(record.id, acts.interrupted(record, await store.loadProgress(record.id)));
    }
    await this.#change({ type: 'restored', interrupted });
    this.#isRestored = true;
    for (const id of interrupted.keys()) store.dropProgress(id).catch(report);
  }

  async #change(event: QueueEvent): Promise<Transition> {
    const { store, now, publish, ended } = this.#deps;
    const before = await store.load();
    const after = transition(before, event, now());
    if (after.state !== before) {
      await (event.type === 'requested' ? store.admit(before, after.state) : store.save(after.state));
    }
    for (const effect of after.effects) this.#carryOut(effect);
    if (after.state !== before) publish(after.state);
    for (const ending of endings(before, event, after)) ended(ending);
    return after;
  }

  #carryOut(effect: Effect): void {
    const { link, window } = this.#deps;
    switch (effect.type) {
      case 'answer':
        link.answer(effect.callId, effect.answer);
        break;
      case 'defer':
        link.defer(effect.callId);
        break;
      case 'lost':
        link.lost(effect.callId);
        break;
      case 'execute':
        this.#execute(effect.record).catch(report);
        break;
      case 'handToWindow':
        break; // The window learns it as the reply to its command.
      case 'showWindow':
        this.show();
        break;
      case 'closeWindow':
        window.close(effect.windowId);
        break;
      case 'rejectAbandoned':
        this.#rejectUnlessBrowserEnds(effect.ids).catch(report);
        break;
    }
  }

  async #execute(record: ApprovalRecord): Promise<void> {
    const { store, acts } = this.#deps;
    const outcome = await acts
      .execute(record, (done) => store.saveProgress(record.id, done))
      .then(
        (result): ApprovalOutcome => ({ ok: true, result }),
        (error): ApprovalOutcome => ({ ok: false, ...failureOf(error) }),
      );
    await this.#step(() => ({ type: 'finished', id: record.id, outcome }));
    await store.dropProgress(record.id);
  }

  async #rejectUnlessBrowserEnds(ids: readonly string[]): Promise<void> {
    await this.#deps.wait(SHUTDOWN_GRACE_MS);
    await this.#step(() => ({ type: 'abandoned', ids }));
  }

  async #judgeRemoval(windowId: number): Promise<void> {
    const { window } = (await this.#step(() => ({ type: 'looked' }))).state;
    if (window?.windowId === windowId && (await this.#deps.window.closeMoved(window))) {
      await this.#step(() => ({ type: 'windowLost', windowId }));
      await this.#showWindow();
    } else {
      await this.#step(() => ({ type: 'windowRemoved', windowId }));
    }
  }

  async #showWindow(): Promise<void> {
    const { window } = this.#deps;
    const { state } = await this.#step(() => ({ type: 'looked' }));
    if (state.records.length === 0) return;
    if (state.window !== null) {
      if (await window.raise(state.window)) return;
      const { windowId } = state.window;
      await this.#step(() => ({ type: 'windowLost', windowId }));
      window.close(windowId);
    }
    const opened = await window.open();
    if (opened !== null) await this.#step(() => ({ type: 'windowOpened', window: opened }));
  }
}

const report = (error: unknown) => console.error('The approval queue could not take a step', error);
