import type { Disposer } from './clock.ts';

/** Tells every subscriber of something that happened. */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onListenerError: (thrown: unknown) => void;

  /** @param onListenerError takes what a listener throws, which keeps it from the other listeners and the emitter. */
  constructor(onListenerError: (thrown: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Calls `listener` for each event until it is disposed of. */
  subscribe(listener: (event: Event) => void): Disposer {
    // A wrapper of its own, so that one function may subscribe twice.
    const entry = (event: Event) => listener(event);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  /** Tells the present subscribers, in the order they came. */
  emit(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (thrown) {
        this.#onListenerError(thrown);
      }
    }
  }
}
