import type { Failure } from '../protocol/errors.ts';

/**
 * The messages between the offscreen document ("page"), which owns the WebSocket, and the service worker. They travel
 * on a MessagePort, the fastest channel Chrome offers, which neither wakes the worker nor outlives it; see
 * docs/architecture.md, "The link".
 */

/** Where a call came from. */
export interface CallContext {
  /** The daemon's JSON-RPC request ID; unique on one connection only. */
  readonly requestId: string;
  /** The requester's self-reported label. */
  readonly clientId: string | null;
  /** Random, one for each connection attempt to the daemon, and for each port of another extension. */
  readonly connection: string;
  /** Another extension that asks over its own port, by Chrome's word; absent for the daemon's calls. */
  readonly extensionId?: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** How a call ended: the result as JSON text, made once by the worker, or a failure. */
export type Answer = { readonly ok: true; readonly json: string } | ({ readonly ok: false } & Failure);

/** Over the port, page to worker. */
export type PageMessage =
  | {
      readonly type: 'call';
      /** Unique over all documents and connections. */
      readonly callId: string;
      readonly method: string;
      readonly input: unknown;
      readonly context: CallContext;
    }
  | { readonly type: 'cancel'; readonly callId: string }
  /**
   * What the page believes, sent first over each new port and whenever a connection closes. The worker voids what
   * belongs to any other connection, and answers for each open call what has become of it.
   */
  | {
      readonly type: 'reconcile';
      /** The connection to the daemon that is up, if one is. */
      readonly connection: string | null;
      /** The connections of other extensions that are up. */
      readonly callers: readonly string[];
      /**
       * Calls handed to an earlier worker, or deferred, whose answer the page still owes. At the first reconcile of its
       * life the worker cancels the waiting requests of these connections that are not among them.
       */
      readonly openCalls: readonly string[];
    }
  /** The page has passed this deferred answer on (or has nobody to pass it to), so it need not be kept. */
  | { readonly type: 'delivered'; readonly callId: string };

/** Over the port, worker to page. */
export type WorkerMessage =
  | { readonly type: 'answer'; readonly callId: string; readonly answer: Answer }
  /** The call waits for a human; its answer comes later, perhaps from another life of the worker. */
  | { readonly type: 'deferred'; readonly callId: string }
  /** After a reconcile: no worker knows this call any more. */
  | { readonly type: 'lost'; readonly callId: string }
  /** A business notification for the daemon; `params` is JSON text. */
  | { readonly type: 'notify'; readonly method: string; readonly params: string }
  /** Whether this life of the worker has to be kept awake though no call runs. False until it is said. */
  | { readonly type: 'keepAwake'; readonly wanted: boolean }
  | { readonly type: 'held'; readonly holdId: number };

/**
 * By `ServiceWorker.postMessage`, page to worker: wakes the worker, keeps it for {@link HOLD_MS}, and asks it for a
 * port unless the page already has one of this life. Answered by `held` over the port.
 */
export interface HoldMessage {
  readonly type: 'hold';
  readonly holdId: number;
}

/** By `Client.postMessage`, worker to page, with a MessagePort: a new life of the worker offers its link. */
export interface LinkOffer {
  readonly type: 'link';
  /** Random; names the Web Lock that this worker holds until it dies. */
  readonly life: string;
  /** The methods this extension declares to the daemon. */
  readonly methods: readonly string[];
}

/** The Web Lock a worker holds for its life; the page queues for it and so learns of the worker's death at once. */
export const workerLifeLock = (life: string): string => `sctl-worker-life:${life}`;

/** The Web Lock the page holds while it exists; the worker queues for it and so learns that the page is gone. */
export const PAGE_LOCK = 'sctl-page';

/**
 * How long one hold keeps the worker. Chrome kills a worker whose event stays open for about five minutes, with all
 * other holds, so a long hold is a chain of short ones.
 */
export const HOLD_MS = 25_000;

/** How long after a hold the page takes the worker to be awake; well under {@link HOLD_MS}. */
export const HOLD_FRESH_MS = 15_000;

/** Path of the page's document. */
export const OFFSCREEN_PATH = 'offscreen.html';

/** Takes a Web Lock and keeps it until this context dies. Resolves once it is held. */
export function keepLock(locks: LockManager, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const neverSettles = new Promise<void>(() => undefined);
    locks
      .request(name, () => {
        resolve();
        return neverSettles;
      })
      .catch(reject);
  });
}
