/** Constants of the wire contract (protocol §1, §2; wire.md "Constants"). */

/** Version of the schema both peers must speak; announced in `$session.capabilities`. */
export const SCHEMA_VERSION = '1.0.0';

/** Where a daemon listens unless it is told otherwise, as `host:port`. */
export const DEFAULT_ADDRESS = '127.0.0.1:8643';

/** Milliseconds a peer may take to prove itself after the connection opened. */
export const AUTH_TIMEOUT_MS = 5_000;

/** Milliseconds a human has to decide; also the daemon's limit for any call. */
export const WRITE_DECISION_TTL_MS = 300_000;

/** Milliseconds a pairing code stays valid. */
export const PAIRING_CODE_TTL_MS = 120_000;

/** Milliseconds between two pings, and the longest wait for the answer to one. */
export const PING_INTERVAL_MS = 30_000;

/** The largest text frame either side may send, in UTF-8 bytes; a frame of exactly this size is allowed. */
export const MAX_FRAME_BYTES = 4_194_304;

/** The largest whole script source ScriptCat returns, in UTF-8 bytes. */
export const MAX_SOURCE_BYTES = 2_097_152;

/** Items a list method returns when `limit` is left out. */
export const DEFAULT_LIST_LIMIT = 100;

/** The largest `limit` a list method takes. */
export const MAX_LIST_LIMIT = 1_000;

/** How many recently closed sessions Chrome keeps, which bounds `recent.list`. */
export const MAX_RECENT_LIMIT = 25;

/** How many IDs one `bookmarks.remove` takes. */
export const MAX_BOOKMARK_REMOVALS = 500;

/** Bytes of a request or response body that `debugger.body` returns at most. */
export const MAX_BODY_BYTES = 1_048_576;
