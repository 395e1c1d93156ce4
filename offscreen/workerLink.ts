import type { Answer, CallContext, PageMessage } from '../shared/link.ts';
import type { Cancel, Clock } from './clock.ts';
import {
  LINK_TIMEOUT_MS,
  WorkerChannel,
  type WorkerChannelDeps,
  type WorkerReport,
} from './workerChannel.ts';

/** A call for the worker. */
export interface WorkerCall {
  readonly method: string;
  readonly input: unknown;
  readonly context: Omit<CallContext, 'connection'>;
}

/** What becomes of a call; nothing is reported before the call was taken, nor after it was cancelled. */
export interface WorkerCallEvents {
  /** At most once: the call waits for a human. */
  readonly deferred: () => void;
  /** Once, last of all. */
  readonly answered: (answer: Answer) => void;
}

/** The use of the worker by one connection, to the daemon or from another extension. */
export interface WorkerConnection {
  /** Hands a call over, exactly once. @returns its ID. */
  readonly call: (call: WorkerCall, events: WorkerCallEvents) => string;
  /** Withdraws a call; nothing more is heard of it. One that was answered already is no error. */
  readonly cancel: (callId: string) => void;
  /** The connection is over; all its calls are withdrawn. */
  readonly close: () => void;
}

/** Where a call stands. */
type CallState =
  /** For a worker that is awake. */
  | { readonly name: 'waiting'; readonly withdraw: Cancel; readonly stopTimer: Cancel }
  /** With the worker of now. */
  | { readonly name: 'running' }
  /** Its worker died; the next one is asked what it knows. */
  | { readonly name: 'unknown'; readonly stopTimer: Cancel }
  /** Waits for a human, however many workers that takes. */
  | { readonly name: 'deferred' };

interface Call {
  readonly id: string;
  readonly connection: OpenConnection;
  readonly events: WorkerCallEvents;
  state: CallState;
}

interface OpenConnection {
  readonly id: string;
  readonly notify: (method: string, params: string) => void;
}

const NOT_STARTED: Answer = {
  ok: false,
  code: 'INTERNAL_ERROR',
  message: 'The browser extension did not wake up, so the call was not carried out; try again',
};

const OUTCOME_UNKNOWN: Answer = {
  ok: false,
  code: 'INTERNAL_ERROR',
  message:
    'The browser extension was restarted during the call, which may or may not have happened; look before you try again',
};

/**
 * The page's dealings with the worker: calls and their outcomes over all the lives of the worker. A call is posted
 * once and never again; when the worker dies with it, the next one is asked what became of it.
 */
export class WorkerLink {
  readonly #clock: Clock;
  readonly #channel: WorkerChannel;
  readonly #calls = new Map<string, Call>();
  /** The calls that need a worker awake: all but those that wait for one or for a human. */
  readonly #active = new Set<Call>();
  #connection: OpenConnection | undefined;
  readonly #callers = new Set<OpenConnection>();
  /** Whether the worker of now asked to be kept awake. */
  #isKeptAwake = false;
  #lastCall = 0;

  constructor(deps: WorkerChannelDeps) {
    this.#clock = deps.clock;
    this.#channel = new WorkerChannel(deps, {
      belief: () => this.#belief(),
      received: (message) => this.#received(message),
      died: () => this.#died(),
    });
  }

  /** The methods to declare to the daemon. @throws Error when no worker starts in time. */
  methods(): Promise<readonly string[]> {
    return this.#channel.methods();
  }

  /**
   * Takes up a connection to the daemon; the one before must be closed.
   * @param connection random, one for each connection.
   * @param notify takes a notification for the daemon, its params as JSON text.
   */
  open(connection: string, notify: OpenConnection['notify']): WorkerConnection {
    const open = { id: connection, notify };
    this.#connection = open;
    return this.#uses(open);
  }

  /**
   * Takes up the connection of another extension; there may be any number of them beside the daemon's.
   * @param connection random, one for each connection.
   */
  openCaller(connection: string): WorkerConnection {
    const open = { id: connection, notify: () => undefined };
    this.#callers.add(open);
    return this.#uses(open);
  }

  #uses(open: OpenConnection): WorkerConnection {
    return {
      call: (call, events) => this.#call(open, call, events),
      cancel: (callId) => this.#cancel(callId),
      close: () => this.#close(open),
    };
  }

  #call(
    connection: OpenConnection,
    { method, input, context }: WorkerCall,
    events: WorkerCallEvents,
  ): string {
    const id = `${connection.id}/${++this.#lastCall}`;
    const call: Call = { id, connection, events, state: { name: 'running' } };
    this.#calls.set(id, call);
    let isPosted = false;
    const withdraw = this.#channel.post(
      { type: 'call', callId: id, method, input, context: { ...context, connection: connection.id } },
      () => {
        isPosted = true;
        this.#enter(call, { name: 'running' });
      },
    );
    if (!isPosted) {
      const stopTimer = this.#clock.after(LINK_TIMEOUT_MS, () => {
        this.#answer(call, NOT_STARTED);
      });
      this.#enter(call, { name: 'waiting', withdraw, stopTimer });
    }
    return id;
  }

  #cancel(callId: string): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    const wasWaiting = call.state.name === 'waiting';
    this.#drop(call);
    if (!wasWaiting) this.#channel.post({ type: 'cancel', callId });
  }

  #close(connection: OpenConnection): void {
    const isDaemon = connection === this.#connection;
    if (isDaemon) this.#connection = undefined;
    if (!isDaemon && !this.#callers.delete(connection)) return;
    for (const call of this.#calls.values()) if (call.connection === connection) this.#drop(call);
    this.#channel.reconcile();
  }

  #belief(): PageMessage {
    const open = [...this.#calls.values()].filter(
      ({ state }) => state.name === 'unknown' || state.name === 'deferred',
    );
    return {
      type: 'reconcile',
      connection: this.#connection?.id ?? null,
      callers: Array.from(this.#callers, ({ id }) => id),
      openCalls: open.map(({ id }) => id),
    };
  }

  #received(report: WorkerReport): void {
    switch (report.type) {
      case 'answer':
        this.#answered(report.callId, report.answer);
        break;
      case 'deferred':
        this.#deferred(report.callId);
        break;
      case 'lost':
        this.#lost(report.callId);
        break;
      case 'notify':
        this.#connection?.notify(report.method, report.params);
        break;
      case 'keepAwake':
        this.#isKeptAwake = report.wanted;
        this.#tellBusy();
        break;
    }
  }

  #answered(callId: string, answer: Answer): void {
    const call = this.#calls.get(callId);
    const isOrdinary = call?.state.name === 'running';
    if (call !== undefined) this.#answer(call, answer);
    // An answer that outlived its worker, or its requester, is kept by the worker until it hears of its delivery.
    if (!isOrdinary) this.#channel.post({ type: 'delivered', callId });
  }

  #deferred(callId: string): void {
    const call = this.#calls.get(callId);
    if (call === undefined) {
      // Withdrawn before the worker had queued it, so that the withdrawal may have missed it.
      this.#channel.post({ type: 'cancel', callId });
      return;
    }
    if (call.state.name === 'deferred') return;
    this.#enter(call, { name: 'deferred' });
    call.events.deferred();
  }

  #lost(callId: string): void {
    const call = this.#calls.get(callId);
    if (call !== undefined) this.#answer(call, OUTCOME_UNKNOWN);
  }

  #died(): void {
    this.#isKeptAwake = false;
    for (const call of this.#calls.values()) {
      if (call.state.name !== 'running') continue;
      const stopTimer = this.#clock.after(LINK_TIMEOUT_MS, () => {
        this.#cancel(call.id);
        call.events.answered(OUTCOME_UNKNOWN);
      });
      this.#enter(call, { name: 'unknown', stopTimer });
    }
    this.#tellBusy();
  }

  #answer(call: Call, answer: Answer): void {
    this.#drop(call);
    call.events.answered(answer);
  }

  #drop(call: Call): void {
    leave(call.state);
    this.#calls.delete(call.id);
    this.#active.delete(call);
    this.#tellBusy();
  }

  #tellBusy(): void {
    this.#channel.setBusy(this.#isKeptAwake || this.#active.size > 0);
  }

  #enter(call: Call, state: CallState): void {
    leave(call.state);
    call.state = state;
    if (state.name === 'running' || state.name === 'unknown') this.#active.add(call);
    else this.#active.delete(call);
    this.#tellBusy();
  }
}

/** Undoes what a state had set going. */
function leave(state: CallState): void {
  switch (state.name) {
    case 'waiting':
      state.withdraw();
      state.stopTimer();
      break;
    case 'unknown':
      state.stopTimer();
      break;
    case 'running':
    case 'deferred':
      break;
  }
}
