/** The nth call of a function in one life of the worker. */
export interface PausePoint {
  readonly name: string;
  readonly nth: number;
  readonly when: 'before' | 'after';
}

/** What a test tells and asks, as `globalThis.pausing`. */
export interface Pausing {
  /** Starts counting anew, and stops at this point, if at any. */
  readonly arm: (point: PausePoint | null) => void;
  /** Every call since `arm`. */
  readonly calls: () => readonly Omit<PausePoint, 'when'>[];
}

/** Keys of chrome.storage.local. */
export const PAUSE_IN_NEXT_LIFE = 'pausing.next';
export const PAUSED_AT = 'pausing.reached';
/** Followed by something random: one entry for each attempt to delete a bookmark. */
export const ATTEMPT = 'pausing.attempt.';
