const PAUSED_KEY = 'paused';

export interface PauseDeps {
  readonly storage: {
    get(key: string): Promise<Record<string, unknown>>;
    set(values: Record<string, unknown>): Promise<void>;
  };
  /** Told once storage has said it, and again at every change. Must not throw. */
  readonly onChange: (isPaused: boolean) => void;
}

/**
 * The person's switch that stops every call. It outlives the worker and the browser. In doubt it is on: before storage
 * has answered nothing runs, and what cannot be read counts as paused until it can.
 */
export class Pause {
  readonly #deps: PauseDeps;
  #known: Promise<boolean> | undefined;

  constructor(deps: PauseDeps) {
    this.#deps = deps;
  }

  /** Whether calls are stopped. */
  isOn(): Promise<boolean> {
    this.#known ??= this.#load();
    return this.#known;
  }

  /**
   * Stops calls, or lets them run again. Stopping takes effect before it is stored, letting run only after.
   * @throws Error when Chrome does not store it; then calls are stopped in any case.
   */
  async set(isPaused: boolean): Promise<void> {
    this.#known = Promise.resolve(true);
    await this.#deps.storage.set({ [PAUSED_KEY]: isPaused });
    this.#known = Promise.resolve(isPaused);
    this.#deps.onChange(isPaused);
  }

  async #load(): Promise<boolean> {
    try {
      const stored = await this.#deps.storage.get(PAUSED_KEY);
      const isPaused = stored[PAUSED_KEY] === true;
      this.#deps.onChange(isPaused);
      return isPaused;
    } catch {
      console.error('Whether this browser is paused could not be read');
      this.#known = undefined;
      return true;
    }
  }
}
