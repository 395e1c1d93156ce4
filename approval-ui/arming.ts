/** How long an item must be in view, without a break, before it can be approved. */
export const ARM_MS = 1_000;

/** What the page knows about the person's attention. */
export interface Attention {
  /** The item in view; null when there is none that can be approved. */
  readonly item: string | null;
  readonly isVisible: boolean;
  readonly hasFocus: boolean;
  /** Where the window is and how large. Moving it under the pointer must not turn a click on one button into one on another. */
  readonly place: string;
}

/**
 * `unattended`: the clock stands still; `arming`: it runs since a moment on the clock given; `armed`: the item may be
 * approved; `spent`: it was.
 */
export type Arming =
  | { readonly phase: 'unattended' }
  | { readonly phase: 'arming'; readonly since: number }
  | { readonly phase: 'armed' }
  | { readonly phase: 'spent' };

/** Whether a key presses the button that has the focus. */
export const isPressingKey = (key: string): boolean => key === 'Enter' || key === ' ';

type Press = 'none' | 'early' | 'armed';

/**
 * Decides which clicks on the approving button are a person's decision about the item in view. Chrome protects a fresh
 * window from nothing: it takes trusted clicks and a held Enter key before its first paint, and the click that raises
 * a covered window also presses the button under it.
 */
export class ApprovalGuard {
  readonly #now: () => number;
  #attention: Attention | null = null;
  /** Since when the attention has been unbroken. */
  #since: number | null = null;
  #press: Press = 'none';
  #isSpent = false;

  /** @param now milliseconds on a clock that never jumps */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes in the attention as it is now. Any break of it starts the clock anew, as does another item. */
  observe(attention: Attention): Arming {
    const last = this.#attention;
    this.#attention = attention;
    if (last?.item !== attention.item) this.#isSpent = false;
    const isAttended = attention.item !== null && attention.isVisible && attention.hasFocus;
    const isUnbroken = last?.item === attention.item && last.place === attention.place;
    if (isAttended && isUnbroken && this.#since !== null) return this.state;
    this.#since = isAttended ? this.#now() : null;
    // What was pressed before the break was pressed on something else.
    this.#press = 'none';
    return this.state;
  }

  get state(): Arming {
    if (this.#isSpent) return { phase: 'spent' };
    if (this.#since === null) return { phase: 'unattended' };
    return this.#now() - this.#since >= ARM_MS ? { phase: 'armed' } : { phase: 'arming', since: this.#since };
  }

  /** Forgets what was approved and starts the clock anew: the decision did not get through. */
  reset(): void {
    this.#isSpent = false;
    this.#press = 'none';
    this.#since = this.#since === null ? null : this.#now();
  }

  /** The pointer went down on the button. */
  pointerDown({ isTrusted }: Pick<Event, 'isTrusted'>): void {
    this.#press = isTrusted ? this.#pressNow() : 'none';
  }

  /** Assistive technology may press without a pointer; after a pointer this tells nothing new. */
  mouseDown({ isTrusted }: Pick<Event, 'isTrusted'>): void {
    if (isTrusted && this.#press === 'none') this.#press = this.#pressNow();
  }

  /**
   * A key went down on the button.
   * @returns whether its default action must be prevented: a key that is held would press again and again
   */
  keyDown({ isTrusted, repeat, key }: Pick<KeyboardEvent, 'isTrusted' | 'repeat' | 'key'>): boolean {
    if (!isPressingKey(key)) return false;
    if (repeat) return true;
    this.#press = isTrusted ? this.#pressNow() : 'none';
    return false;
  }

  /**
   * The button was clicked.
   * @returns the item this approves, at most once; null when the click is no decision
   */
  click({ isTrusted }: Pick<Event, 'isTrusted'>): string | null {
    const press = this.#press;
    this.#press = 'none';
    if (!isTrusted || press !== 'armed' || this.state.phase !== 'armed') return null;
    this.#isSpent = true;
    return this.#attention?.item ?? null;
  }

  #pressNow(): Press {
    return this.state.phase === 'armed' ? 'armed' : 'early';
  }
}
