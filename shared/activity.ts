import type { ErrorCode } from '../protocol/errors.ts';
import type { BrowserMethodName } from '../protocol/methods/index.ts';

/** What a call was about, as text that others wrote. */
export interface ActivityTarget {
  readonly title?: string;
  /** A URL, or a bare domain. */
  readonly url?: string;
}

/**
 * How a call ended: `done`, its error code, or without an answer: `paused` by the person, `withdrawn` by the requester, or
 * `disconnected` with the daemon.
 */
export type ActivityOutcome = 'done' | 'paused' | 'withdrawn' | 'disconnected' | ErrorCode;

/** One call, or the like ones of one minute. Never holds a cookie's value, a body, parameters of CDP, or a file. */
export interface ActivityEntry {
  /** Grows with time, over all lives of the worker. */
  readonly id: number;
  /** When the call came, or the last of the like ones; milliseconds since the epoch. */
  readonly at: number;
  /** The requester's own, unverified label; null when it gave none. */
  readonly caller: string | null;
  readonly method: BrowserMethodName;
  readonly targets: readonly ActivityTarget[];
  /** How many further targets are not named. */
  readonly moreTargets: number;
  readonly outcome: ActivityOutcome;
  /** How many like calls. */
  readonly count: number;
  /** Milliseconds, of all of them together; a human's time to decide included. */
  readonly durationMs: number;
}

/** The activity as the popup shows it. */
export interface ActivityView {
  readonly isOn: boolean;
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
}
