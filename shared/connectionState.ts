/** Where the connection to the daemon stands; owned by the offscreen document, shown by the popup. */
export type ConnectionState = InstanceIdentity & ConnectionStatus;

/** Who this browser instance is towards its daemon. */
export interface InstanceIdentity {
  /** 32 lowercase hexadecimal digits, made at the first run and kept for the life of the install. */
  readonly instanceId: string;
  readonly name: string;
  /** The daemon's `host:port`. */
  readonly address: string;
}

export type ConnectionStatus =
  | { readonly status: 'unpaired' }
  | { readonly status: 'pairing' }
  | { readonly status: 'pair-failed'; readonly reason: 'code-rejected' | 'name-taken' }
  | { readonly status: 'pair-unreachable' }
  | {
      readonly status: 'connected';
      readonly daemonVersion: string;
      readonly product: string;
      readonly productVersion: string;
      /** Milliseconds since the epoch. */
      readonly connectedAt: number;
    }
  | {
      readonly status: 'reconnecting';
      /** Consecutive failures so far. */
      readonly attempt: number;
      /** When the next try begins, in milliseconds since the epoch; null while one is under way. */
      readonly retryAt: number | null;
    }
  | { readonly status: 'rejected' };
