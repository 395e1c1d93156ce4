import { derivePairingKeys, type PairingKeys } from '../protocol/handshake.ts';
import { PAIRING_CODE_TTL_MS } from '../protocol/limits.ts';
import { createPairingCode } from '../protocol/pairingCode.ts';
import type { Clock } from './clock.ts';

/** Wrong proofs after which a code is void. */
const MAX_WRONG_PROOFS = 3;

/** Pairing attempts of all peers together within {@link ATTEMPT_WINDOW_MS}. */
const MAX_ATTEMPTS = 5;
const ATTEMPT_WINDOW_MS = 60_000;

type Window =
  | { readonly kind: 'closed'; readonly reason: 'pairing_expired' | 'pairing_attempts_exhausted' }
  | {
      readonly kind: 'open';
      readonly keys: Promise<PairingKeys>;
      /** Milliseconds since the epoch. */
      readonly expiresAt: number;
      readonly wrongProofs: number;
    };

/** How a pairing attempt ended. */
export type Enrolment =
  | { readonly kind: 'proven'; readonly keys: PairingKeys }
  | { readonly kind: 'rate_limited' }
  | {
      readonly kind: 'refused';
      readonly reason: 'hmac_mismatch' | 'pairing_expired' | 'pairing_attempts_exhausted';
    };

/**
 * The one pairing window (protocol §2.1): a code that lasts two minutes, bears three wrong proofs, and is used up by the
 * first right one, whichever kind of peer brings it.
 */
export class EnrolmentWindow {
  readonly #clock: Clock;
  #window: Window = { kind: 'closed', reason: 'pairing_expired' };
  #attempts: number[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens the window with a fresh code, which voids an earlier one. @returns the canonical code. */
  open(): string {
    const code = createPairingCode();
    const expiresAt = this.#clock.now() + PAIRING_CODE_TTL_MS;
    this.#window = { kind: 'open', keys: derivePairingKeys(code), expiresAt, wrongProofs: 0 };
    return code;
  }

  /**
   * Checks one peer's proof. A right one uses the window up before this returns.
   * @param verify whether the proof was made with the keys of the code.
   */
  attempt(verify: (keys: PairingKeys) => Promise<boolean>): Promise<Enrolment> {
    // One at a time: guesses made at once must not each find the window open.
    const attempt = this.#queue.then(() => this.#attempt(verify));
    this.#queue = attempt.catch(() => undefined);
    return attempt;
  }

  async #attempt(verify: (keys: PairingKeys) => Promise<boolean>): Promise<Enrolment> {
    if (!this.#takeAttempt()) return { kind: 'rate_limited' };
    const window = this.#current();
    if (window.kind === 'closed') return { kind: 'refused', reason: window.reason };
    const keys = await window.keys;
    const proven = await verify(keys);
    // A newer code has voided the one this proof is for.
    if (this.#current() !== window) return { kind: 'refused', reason: 'pairing_expired' };
    if (!proven) {
      this.#countWrongProof(window);
      return { kind: 'refused', reason: 'hmac_mismatch' };
    }
    this.#window = { kind: 'closed', reason: 'pairing_expired' };
    return { kind: 'proven', keys };
  }

  #takeAttempt(): boolean {
    const now = this.#clock.now();
    this.#attempts = this.#attempts.filter((at) => now - at < ATTEMPT_WINDOW_MS);
    if (this.#attempts.length >= MAX_ATTEMPTS) return false;
    this.#attempts.push(now);
    return true;
  }

  #current(): Window {
    if (this.#window.kind === 'open' && this.#clock.now() >= this.#window.expiresAt) {
      this.#window = { kind: 'closed', reason: 'pairing_expired' };
    }
    return this.#window;
  }

  #countWrongProof(window: Window & { kind: 'open' }): void {
    const wrongProofs = window.wrongProofs + 1;
    this.#window =
      wrongProofs < MAX_WRONG_PROOFS
        ? { ...window, wrongProofs }
        : { kind: 'closed', reason: 'pairing_attempts_exhausted' };
  }
}
