import {
  HOLD_FRESH_MS,
  type HoldMessage,
  type LinkOffer,
  type PageMessage,
  type WorkerMessage,
  workerLifeLock,
} from '../shared/link.ts';
import { type Cancel, type Clock, within } from './clock.ts';

/** The page's port to one life of the worker. */
export interface LinkPort {
  readonly post: (message: PageMessage) => void;
  readonly listen: (listener: (message: WorkerMessage) => void) => void;
}

export interface WorkerChannelDeps {
  readonly clock: Clock;
  /** Wakes the worker; rejects when it cannot be woken. */
  readonly postHold: (hold: HoldMessage) => Promise<void>;
  readonly onOffer: (listener: (offer: LinkOffer, port: LinkPort) => void) => void;
  /** Queues for a Web Lock and calls back, once, when it is free. */
  readonly whenFree: (lock: string, callback: () => void) => void;
}

/** What the worker says of calls and events; confirmations of holds stay inside the channel. */
export type WorkerReport = Exclude<WorkerMessage, { readonly type: 'held' }>;

export interface WorkerChannelEvents {
  /** What the page believes right now; the first message of every new link. */
  readonly belief: () => PageMessage;
  readonly received: (report: WorkerReport) => void;
  /** The worker that everything was posted to so far is dead. */
  readonly died: () => void;
}

interface Link {
  readonly life: string;
  readonly port: LinkPort;
}

interface Waiting {
  readonly message: PageMessage;
  readonly posted: () => void;
}

/** Milliseconds a link may be waited for. */
export const LINK_TIMEOUT_MS = 10_000;

/** Milliseconds after which an unanswered hold is posted again: the worker may have died with it. */
const HOLD_RETRY_MS = 2_000;

/**
 * The page's end of the channel to the worker; see docs/architecture.md, "The link". It posts only to a worker known to
 * be awake, wakes it when there is something to post, and keeps it awake while it is busy.
 */
export class WorkerChannel {
  readonly #deps: WorkerChannelDeps;
  readonly #events: WorkerChannelEvents;
  #link: Link | undefined;
  /** Until when the worker is taken to be awake, in milliseconds since the epoch. */
  #freshUntil = 0;
  #waiting: Waiting[] = [];
  #beliefDue = false;
  #busy = false;
  #lastHoldId = 0;
  /** When each hold that has not been confirmed was posted. */
  readonly #holds = new Map<number, number>();
  #cancelRetry: Cancel | undefined;
  #cancelChain: Cancel | undefined;
  #methods: readonly string[] | undefined;
  #tellMethods: (methods: readonly string[]) => void = () => undefined;
  readonly #firstMethods: Promise<readonly string[]>;

  /** Listens at once, and asks for a first link. */
  constructor(deps: WorkerChannelDeps, events: WorkerChannelEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#firstMethods = new Promise((resolve) => {
      this.#tellMethods = resolve;
    });
    deps.onOffer((offer, port) => this.#offered(offer, port));
    this.#wake();
  }

  /**
   * The methods the worker carries out.
   * @throws Error when no worker offers a link within {@link LINK_TIMEOUT_MS}; asking again waits again.
   */
  methods(): Promise<readonly string[]> {
    if (this.#methods !== undefined) return Promise.resolve(this.#methods);
    return within(this.#deps.clock, LINK_TIMEOUT_MS, 'The start of the service worker', this.#firstMethods);
  }

  /**
   * Posts a message to a worker that is awake, waking it first if need be; messages keep their order.
   * @param posted called, perhaps at once, when the message has been posted.
   * @returns what takes the message back as long as it waits.
   */
  post(message: PageMessage, posted: () => void = () => undefined): Cancel {
    const entry = { message, posted };
    this.#waiting.push(entry);
    this.#flush();
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  /** Tells the worker what the page believes; it supersedes what was said before. */
  reconcile(): void {
    this.#beliefDue = true;
    this.#flush();
  }

  /** While busy, the worker is kept awake; a worker that dies busy is replaced at once. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
    if (busy) this.#chain();
  }

  #isFresh(): boolean {
    return this.#deps.clock.now() < this.#freshUntil;
  }

  /** Whether anything would be left undone if the worker slept on. */
  #isWanted(): boolean {
    return (
      this.#methods === undefined ||
      this.#waiting.length > 0 ||
      this.#beliefDue ||
      (this.#busy && !this.#isFresh())
    );
  }

  #flush(): void {
    if (this.#link === undefined || !this.#isFresh()) {
      if (this.#isWanted()) this.#wake();
      return;
    }
    if (this.#beliefDue) {
      this.#beliefDue = false;
      this.#link.port.post(this.#events.belief());
    }
    const due = this.#waiting;
    this.#waiting = [];
    for (const { message, posted } of due) {
      this.#link.port.post(message);
      posted();
    }
  }

  /** Posts a hold, unless one is on its way; again and again until the worker answers or is not wanted any more. */
  #wake(): void {
    if (this.#cancelRetry !== undefined) return;
    const holdId = ++this.#lastHoldId;
    this.#holds.set(holdId, this.#deps.clock.now());
    this.#cancelRetry = this.#deps.clock.after(HOLD_RETRY_MS, () => {
      this.#cancelRetry = undefined;
      if (this.#isWanted()) this.#wake();
    });
    this.#deps.postHold({ type: 'hold', holdId }).catch((error) => {
      console.warn('The service worker could not be woken', error);
    });
  }

  #offered(offer: LinkOffer, port: LinkPort): void {
    if (this.#link !== undefined) this.#lost(this.#link);
    const link = { life: offer.life, port };
    this.#link = link;
    this.#methods = offer.methods;
    this.#tellMethods(offer.methods);
    port.listen((message) => this.#received(link, message));
    this.#deps.whenFree(workerLifeLock(offer.life), () => this.#lost(link));
    this.#beliefDue = true;
    // A worker that makes an offer has just started, and Chrome lets it live for 30 s at least.
    this.#confirm(this.#deps.clock.now());
  }

  #received(link: Link, message: WorkerMessage): void {
    // What a dead life said of itself is out of date; what it said of calls and events is true all the same.
    const isAlive = link === this.#link;
    switch (message.type) {
      case 'held': {
        const postedAt = this.#holds.get(message.holdId);
        if (isAlive && postedAt !== undefined) this.#confirm(postedAt);
        break;
      }
      case 'keepAwake':
        if (isAlive) this.#events.received(message);
        break;
      default:
        this.#events.received(message);
    }
  }

  /** The worker was awake at this time, in milliseconds since the epoch. */
  #confirm(at: number): void {
    this.#freshUntil = Math.max(this.#freshUntil, at + HOLD_FRESH_MS);
    this.#holds.clear();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#flush();
    if (this.#busy) this.#chain();
  }

  #lost(link: Link): void {
    if (link !== this.#link) return;
    this.#link = undefined;
    this.#freshUntil = 0;
    // A hold on its way may have died with the worker.
    this.#holds.clear();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#events.died();
    if (this.#isWanted()) this.#wake();
  }

  /** Arms the next hold for the moment at which the last one stops counting. */
  #chain(): void {
    if (this.#cancelChain !== undefined) return;
    const wait = Math.max(this.#freshUntil - this.#deps.clock.now(), 0);
    this.#cancelChain = this.#deps.clock.after(wait, () => {
      this.#cancelChain = undefined;
      if (!this.#busy) return;
      if (this.#isFresh()) this.#chain();
      else this.#wake();
    });
  }
}
