import {
  type Answer,
  HOLD_MS,
  type LinkOffer,
  PAGE_LOCK,
  type PageMessage,
  type WorkerMessage,
  workerLifeLock,
} from '../../shared/link.ts';

/** A call the page hands over. */
export type PageCall = Extract<PageMessage, { readonly type: 'call' }>;
/** What the page believes to be going on. */
export type PageBelief = Extract<PageMessage, { readonly type: 'reconcile' }>;

/**
 * What the worker does with the page's messages, in the order they were sent. Nothing is awaited; what a handler throws
 * or rejects with is its own to catch.
 */
export interface PageLinkHandlers {
  /** Owes exactly one `answer`, perhaps after one `defer`. */
  readonly call: (call: PageCall) => void;
  /** Nobody waits for this call any more; an answer to it would be ignored. */
  readonly cancel: (callId: string) => void;
  /**
   * First message of each new link, and sent whenever a connection closes. The worker owes one `answer`, `defer` or
   * `lost` for each of `openCalls`, and voids what belongs to any connection but `connection`.
   */
  readonly reconcile: (belief: PageBelief) => void;
  /** The page has this deferred call's answer, so it need not be kept. */
  readonly delivered: (callId: string) => void;
}

/** The worker's end of the link to the offscreen document. */
export interface PageLink {
  /** Takes up the work. Call once, synchronously while the worker starts, else the message that woke it is lost. */
  readonly serve: (handlers: PageLinkHandlers) => void;
  /** Ends a call. An answer the page did not wait for is ignored there. */
  readonly answer: (callId: string, answer: Answer) => void;
  /** Says that a call waits for a human (protocol §5). */
  readonly defer: (callId: string) => void;
  /** After a reconcile: says that nothing is known of a call. */
  readonly lost: (callId: string) => void;
  /** Sends the daemon a business notification (protocol §3.3); `paramsJson` is its params as JSON text. */
  readonly notify: (method: string, paramsJson: string) => void;
  /** Has the page keep this life of the worker awake though no call runs, or not any more. */
  readonly keepAwake: (wanted: boolean) => void;
}

/** The offscreen document, as the worker sees it. */
export interface PageClient {
  /** Of this load of the document; another load has another. */
  readonly id: string;
  readonly post: (offer: LinkOffer, port: MessagePort) => void;
}

/** A hold the offscreen document asked for. */
export interface Hold {
  readonly holdId: number;
  readonly client: PageClient;
  /** Keeps the worker for so many milliseconds; must be called before the event's listener returns. */
  readonly keepAlive: (milliseconds: number) => void;
}

export interface PageLinkDeps {
  /** Random; of this run of the worker. */
  readonly life: string;
  /** The methods to declare to the daemon. */
  readonly methods: readonly string[];
  /** Takes a Web Lock and keeps it until the worker dies; resolves once it is held. */
  readonly keepLock: (name: string) => Promise<void>;
  /** Queues for a Web Lock and resolves once it was free. */
  readonly whenFree: (name: string) => Promise<void>;
  readonly findPage: () => Promise<PageClient | undefined>;
  /** Creates the offscreen document when there is none. */
  readonly ensurePage: () => Promise<void>;
  /** Reports the holds of the offscreen document, and of nobody else. */
  readonly onHold: (listener: (hold: Hold) => void) => void;
  readonly createChannel: () => Pick<MessageChannel, 'port1' | 'port2'>;
}

/** How much text waits for a link at most, in UTF-16 units; a debugger event that wakes the worker comes before it. */
const MAX_WAITING_LENGTH = 16_777_216;

const lengthOf = (message: WorkerMessage): number => {
  switch (message.type) {
    case 'answer':
      return message.answer.ok ? message.answer.json.length : message.answer.message.length;
    case 'notify':
      return message.params.length;
    case 'deferred':
    case 'lost':
    case 'keepAwake':
    case 'held':
      return 0;
  }
};

/**
 * Creates the worker's end of the link; see docs/architecture.md, "The link". What is sent before this life has a link
 * waits for it, in order.
 */
export function createPageLink(deps: PageLinkDeps): PageLink {
  let link: { readonly clientId: string; readonly port: MessagePort } | undefined;
  let waiting: WorkerMessage[] = [];
  let waitingLength = 0;
  let isKeptAwake = false;

  const send = (message: WorkerMessage) => {
    if (link !== undefined) {
      link.port.postMessage(message);
      return;
    }
    waitingLength += lengthOf(message);
    if (waitingLength <= MAX_WAITING_LENGTH) waiting.push(message);
    else console.warn(`No page to send ${message.type} to; dropped`);
  };

  const connect = (client: PageClient, handlers: PageLinkHandlers) => {
    if (link?.clientId === client.id) return;
    link?.port.close();
    const { port1, port2 } = deps.createChannel();
    let isWatched = false;
    port1.onmessage = (event: MessageEvent<PageMessage>) => {
      receive(event.data, handlers);
      // Only a page that has spoken holds its lock for certain.
      if (!isWatched)
        deps
          .whenFree(PAGE_LOCK)
          .then(() => pageGone(client.id))
          .catch(reportFailure);
      isWatched = true;
    };
    client.post({ type: 'link', life: deps.life, methods: deps.methods }, port2);
    link = { clientId: client.id, port: port1 };
    if (isKeptAwake) send({ type: 'keepAwake', wanted: true });
    for (const message of waiting) port1.postMessage(message);
    waiting = [];
    waitingLength = 0;
  };

  /** Chrome, a crash or a developer closed the page: what is sent waits for the next one, which connects by itself. */
  const pageGone = async (clientId: string) => {
    if (link?.clientId === clientId) link = undefined;
    await deps.ensurePage();
  };

  return {
    serve(handlers) {
      // The page takes a life whose lock is free for dead, so the lock comes before the offer.
      const locked = deps.keepLock(workerLifeLock(deps.life));

      deps.onHold(({ holdId, client, keepAlive }) => {
        keepAlive(HOLD_MS);
        locked.then(() => {
          connect(client, handlers);
          send({ type: 'held', holdId });
        }, reportFailure);
      });

      const offer = async () => {
        const client = await deps.findPage();
        if (client !== undefined) connect(client, handlers);
        return client !== undefined;
      };
      locked
        .then(async () => {
          if (await offer()) return;
          await deps.ensurePage();
          await offer();
        })
        .catch(reportFailure);
    },
    answer: (callId, answer) => send({ type: 'answer', callId, answer }),
    defer: (callId) => send({ type: 'deferred', callId }),
    lost: (callId) => send({ type: 'lost', callId }),
    notify: (method, params) => send({ type: 'notify', method, params }),
    keepAwake(wanted) {
      isKeptAwake = wanted;
      // A page that connects later is told then.
      if (link !== undefined) send({ type: 'keepAwake', wanted });
    },
  };
}

function receive(message: PageMessage, handlers: PageLinkHandlers): void {
  switch (message.type) {
    case 'call':
      handlers.call(message);
      break;
    case 'cancel':
      handlers.cancel(message.callId);
      break;
    case 'reconcile':
      handlers.reconcile(message);
      break;
    case 'delivered':
      handlers.delivered(message.callId);
      break;
  }
}

const reportFailure = (error: unknown) => console.error('The link to the offscreen document failed', error);
