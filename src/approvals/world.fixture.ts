import type { ErrorCode } from '../../protocol/errors.ts';
import type { GatedMethodName } from '../../protocol/methods/index.ts';
import type { Answer } from '../../shared/link.ts';
import type { ApprovalWindow } from './approvalWindow.ts';
import type { Ending } from './endings.ts';
import type { Acts } from './kinds/index.ts';
import { ApprovalQueue } from './queue.ts';
import { type DocumentIdentity, EMPTY_QUEUE, type Prepared, type QueueState } from './record.ts';
import { createQueueStore } from './store.ts';

/** What each kind of request would show. */
export const PREPARED: { readonly [Kind in GatedMethodName]: Prepared<Kind> } = {
  'bookmarks.remove': {
    kind: 'bookmarks.remove',
    detail: {
      items: [
        {
          id: '10',
          type: 'bookmark',
          title: 'A',
          url: 'https://a.test/',
          parentId: '1',
          path: [],
          contents: [],
        },
      ],
    },
  },
  'extensions.uninstall': {
    kind: 'extensions.uninstall',
    detail: {
      id: 'victim',
      name: 'Victim',
      version: '1',
      description: '',
      installType: 'normal',
      enabled: true,
    },
  },
};

/** An approval page that the worker did not open. */
export const STRANGER: DocumentIdentity = { windowId: 900, tabId: 901, documentId: 'stranger' };

const NOWHERE: DocumentIdentity = { windowId: -1, tabId: -1, documentId: 'none' };

/** Something the worker waits for. It may happen though the worker has died, which then never learns of it. */
interface Waiting {
  readonly happen: () => void;
  readonly tell: () => void;
}

/** As many turns of the microtask queue as the longest chain between two things the queue waits for. */
const TURNS = 12;

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await undefined;
}

/**
 * A browser, an offscreen document and a human round the queue, all in memory. Whatever the queue waits for happens
 * when the test says so, and the worker can be killed at any such moment.
 */
export class World {
  /** Milliseconds since the epoch. */
  now = 1_000_000;
  canOpenWindow = true;
  /** Whether the page says nothing to a worker that starts. */
  isPageSilent = false;
  /** Whether a human closes each window the moment it opens. */
  closesAtOnce = false;
  /** Whether the worker's acts come to their end. */
  canAct = true;
  actFailure: Error | null = null;
  storageFailure: Error | null = null;
  bytesInUse = 0;
  connection: string | null = 'connection-0';
  /** What the page owes an answer for, with the connection each call came by. */
  readonly openCalls = new Map<string, string>();

  readonly heard: { readonly callId: string; readonly answer: Answer }[] = [];
  readonly deferred: string[] = [];
  readonly lost: string[] = [];
  /** The call of each act the worker carried out, in order. */
  readonly acts: string[] = [];
  /** Open windows of ours, with the document each shows. */
  readonly windows = new Map<number, DocumentIdentity>();
  /** The kind of each call made so far. */
  readonly kinds = new Map<string, GatedMethodName>();
  raised = 0;
  deaths = 0;
  published: QueueState = EMPTY_QUEUE;
  /** The requests that ended, as they were reported. */
  readonly endings: Ending[] = [];
  queue: ApprovalQueue;

  readonly #stored = new Map<string, string>();
  #life = 0;
  #lastId = 0;
  #waiting: Waiting[] = [];
  #heldActs: Waiting[] = [];
  #hasMovedTab = false;
  /** Calls whose checks the worker of now is at; it leaves them out of what the page says. */
  #running = new Set<string>();
  readonly #timers: Waiting[] = [];

  constructor() {
    this.queue = this.#startWorker();
    this.reconcile();
  }

  /** The queue as it is stored. */
  get state(): QueueState {
    const stored = this.#stored.get('approvals');
    return stored === undefined ? EMPTY_QUEUE : JSON.parse(stored);
  }

  get statuses(): readonly string[] {
    return this.state.records.map(({ callId, status }) => `${callId} ${status}`);
  }

  /** The document in the window the queue knows as its own. */
  get own(): DocumentIdentity {
    return this.windows.get(this.state.window?.windowId ?? -1) ?? NOWHERE;
  }

  /** How the call ended for the page: `ok`, an error code, or undefined while it has not. */
  fateOf(callId: string): 'ok' | ErrorCode | undefined {
    const answer = this.heard.findLast((heard) => heard.callId === callId)?.answer;
    return answer?.ok ? 'ok' : answer?.code;
  }

  /** The result of a call, or its failure. */
  resultOf(callId: string): unknown {
    const answer = this.heard.findLast((heard) => heard.callId === callId)?.answer;
    return answer?.ok ? JSON.parse(answer.json) : answer;
  }

  /** What was said about a call that failed. */
  messageOf(callId: string): string | undefined {
    const answer = this.heard.findLast((heard) => heard.callId === callId)?.answer;
    return answer?.ok ? undefined : answer?.message;
  }

  /** The approval a call is waiting as. */
  idOf(callId: string): string {
    return this.state.records.find((record) => record.callId === callId)?.id ?? 'none';
  }

  /** The page hands over a call. @returns its ID. */
  request(
    kind: GatedMethodName = 'bookmarks.remove',
    prepare: () => Promise<Prepared> = async () => PREPARED[kind],
  ): string {
    const callId = `call-${++this.#lastId}`;
    this.connection ??= `connection-of-${callId}`;
    const { connection } = this;
    const life = this.#life;
    const context = { requestId: `request-${callId}`, clientId: 'test', connection, receivedAt: this.now };
    this.kinds.set(callId, kind);
    this.openCalls.set(callId, connection);
    const running = this.#running;
    running.add(callId);
    this.queue
      .submit({ callId, context }, prepare)
      .catch(({ code, message }) => {
        if (life === this.#life) this.#hear(callId, { ok: false, code, message });
      })
      .finally(() => running.delete(callId));
    return callId;
  }

  cancel(callId: string): void {
    this.openCalls.delete(callId);
    this.queue.cancel(callId);
  }

  /** A connection that never was before, as each is. */
  newConnection(): string {
    return `connection-${++this.#lastId}`;
  }

  /** The connection closes; another may be up. */
  reconnect(connection: string | null): void {
    this.connection = connection;
    for (const [callId, origin] of this.openCalls) {
      if (origin !== connection) this.openCalls.delete(callId);
    }
    this.reconcile();
  }

  reconcile(): void {
    if (this.isPageSilent) return;
    const open = [...this.openCalls.keys()].filter((callId) => !this.#running.has(callId));
    this.queue.reconcile(this.connection === null ? [] : [this.connection], open);
  }

  /** A human closes a window. */
  closeWindow(windowId: number): void {
    if (this.windows.delete(windowId)) this.queue.windowRemoved(windowId);
  }

  /** Somebody moves the tab of our window into another window, and so closes ours. */
  moveTab(windowId: number): void {
    if (!this.windows.delete(windowId)) return;
    this.#hasMovedTab = true;
    this.queue.windowRemoved(windowId);
  }

  /** The page in our window is loaded anew. */
  async reload(): Promise<void> {
    const { own } = this;
    const documentId = `document-${++this.#lastId}`;
    this.windows.set(own.windowId, { ...own, documentId });
    await this.queue.greet({ ...own, documentId });
  }

  /**
   * The worker dies, another starts, and the page links up with that.
   * @param stillHappens which of the things the dead worker waited for happen all the same.
   */
  restartWorker(stillHappens: (index: number) => boolean = () => false): void {
    const unfinished = [...this.#waiting, ...this.#heldActs];
    this.#waiting = [];
    this.#heldActs = [];
    this.#timers.length = 0;
    this.#life++;
    this.#running = new Set();
    this.deaths++;
    for (const [index, { happen }] of unfinished.entries()) {
      if (stillHappens(index)) happen();
    }
    this.queue = this.#startWorker();
    this.queue.wake();
    this.reconcile();
  }

  /** Lets acts that were held come to their end. */
  releaseActs(): void {
    this.#waiting.push(...this.#heldActs);
    this.#heldActs = [];
  }

  /** Lets one of the things happen that the worker waits for; now and then a timer is among them. */
  async tick(choice = 0): Promise<void> {
    if (choice % 4 === 3) this.#waiting.push(...this.#timers.splice(0));
    const [waiting] = this.#waiting.splice(choice % Math.max(1, this.#waiting.length), 1);
    waiting?.happen();
    waiting?.tell();
    await turns();
  }

  /** Lets everything happen that the worker waits for, but no time pass. */
  async settleNow(): Promise<void> {
    await turns();
    while (this.#waiting.length > 0) await this.tick();
  }

  /** Lets everything happen that the worker waits for, its timers as well. */
  async settle(): Promise<void> {
    await this.settleNow();
    while (this.#timers.length > 0) {
      this.#waiting.push(...this.#timers.splice(0));
      await this.settleNow();
    }
  }

  #startWorker(): ApprovalQueue {
    const life = this.#life;
    return new ApprovalQueue({
      store: createQueueStore(this.#session(life)),
      acts: this.#acts(life),
      window: this.#window(life),
      link: {
        // What is on its way may be lost with the worker.
        answer: (callId, answer) => void this.#wait(life, () => this.#hear(callId, answer)),
        defer: (callId) => void this.#wait(life, () => this.deferred.push(callId)),
        lost: (callId) =>
          void this.#wait(life, () => {
            this.lost.push(callId);
            this.openCalls.delete(callId);
          }),
      },
      publish: (state) => {
        if (life === this.#life) this.published = state;
      },
      ended: (ending) => {
        if (life === this.#life) this.endings.push(ending);
      },
      now: () => this.now,
      wait: () => this.#wait(life, () => undefined, this.#timers),
      createId: () => `approval-${++this.#lastId}`,
    });
  }

  #hear(callId: string, answer: Answer): void {
    this.heard.push({ callId, answer });
    this.openCalls.delete(callId);
    const { queue } = this;
    this.#wait(this.#life, () => undefined).then(() => queue.delivered(callId));
  }

  #session(life: number): Parameters<typeof createQueueStore>[0] {
    const read = (keys: unknown) => {
      const stored = this.#stored.get(String(keys));
      return stored === undefined ? {} : { [String(keys)]: JSON.parse(stored) };
    };
    const write = (items: object) => {
      if (this.storageFailure !== null) throw this.storageFailure;
      for (const [key, value] of Object.entries(items)) this.#stored.set(key, JSON.stringify(value));
    };
    return {
      get: (keys: unknown) => this.#wait(life, () => read(keys)),
      set: (items: object) => this.#wait(life, () => write(items)),
      remove: (key: unknown) => this.#wait(life, () => void this.#stored.delete(String(key))),
      getBytesInUse: () => this.#wait(life, () => this.bytesInUse),
    } as Parameters<typeof createQueueStore>[0];
  }

  #acts(life: number): Acts {
    return {
      execute: async ({ callId }, saveProgress) => {
        await saveProgress(0);
        return this.#wait(
          life,
          () => {
            if (this.actFailure !== null) throw this.actFailure;
            this.acts.push(callId);
            return { ids: ['10'], bookmarks: 1, folders: 0 };
          },
          this.canAct ? this.#waiting : this.#heldActs,
        );
      },
      interrupted: (_, done) => ({ code: 'INTERNAL_ERROR', message: `Stopped after ${done ?? 'nothing'}` }),
    };
  }

  #window(life: number): ApprovalWindow {
    return {
      open: () =>
        this.#wait(life, () => {
          if (!this.canOpenWindow) return null;
          const windowId = ++this.#lastId;
          const tabId = ++this.#lastId;
          const document = { windowId, tabId, documentId: `document-${windowId}` };
          this.windows.set(windowId, document);
          this.#wait(life, () => undefined).then(() => this.queue.greet(document));
          if (this.closesAtOnce) this.closeWindow(windowId);
          return { windowId, tabId, documentId: null };
        }),
      raise: ({ windowId }) =>
        this.#wait(life, () => {
          if (!this.windows.has(windowId)) return false;
          this.raised++;
          return true;
        }),
      closeMoved: () =>
        this.#wait(life, () => {
          const hasMovedTab = this.#hasMovedTab;
          this.#hasMovedTab = false;
          return hasMovedTab;
        }),
      close: (windowId) => {
        if (this.windows.delete(windowId)) {
          this.#wait(life, () => undefined).then(() => this.queue.windowRemoved(windowId));
        }
      },
    };
  }

  #wait<Value>(life: number, act: () => Value, list = this.#waiting): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (life !== this.#life) return;
      let tell: () => void = () => undefined;
      const happen = () => {
        try {
          const value = act();
          tell = () => resolve(value);
        } catch (error) {
          tell = () => reject(error);
        }
      };
      list.push({ happen, tell: () => tell() });
    });
  }
}
