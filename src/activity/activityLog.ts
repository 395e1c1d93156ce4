import type { BrowserMethodName } from '../../protocol/methods/index.ts';
import type { ActivityEntry, ActivityOutcome, ActivityView } from '../../shared/activity.ts';
import { isCounted } from './methods.ts';
import type { ActivityStore } from './store.ts';
import { NO_TARGETS, type Targets } from './targets.ts';

/** How long entries gather before they are stored, in milliseconds. */
export const GATHER_MS = 1_000;

const MINUTE_MS = 60_000;
const CALLER_LENGTH = 100;
const SETTING_KEY = 'activityOff';

export interface ActivityDeps {
  readonly store: ActivityStore;
  /** Keeps the switch. */
  readonly settings: {
    get(key: string): Promise<Record<string, unknown>>;
    set(values: Record<string, unknown>): Promise<void>;
  };
  /** What a call is about; it must ask Chrome before it returns. */
  readonly targetsOf: (
    method: BrowserMethodName,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Targets>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly startTimer: (milliseconds: number, act: () => void) => void;
  /** Told when what {@link ActivityLog.view} gives has changed. */
  readonly changed: () => void;
}

/** Follows one call that is being carried out. */
export interface CallNote {
  /** The input is valid, and the call is about to run. */
  readonly runs: (input: Readonly<Record<string, unknown>>) => void;
  /** It ended. To be called at most once; a call that waits for a human is ended by the queue. */
  readonly ended: (outcome: ActivityOutcome) => void;
}

/** A call that has ended. */
export interface EndedCall {
  readonly caller: string | null;
  readonly method: BrowserMethodName;
  readonly startedAt: number;
  readonly outcome: ActivityOutcome;
  readonly targets: Targets;
}

type Entry = { -readonly [Key in keyof ActivityEntry]: ActivityEntry[Key] };

/** The like calls of one minute. */
interface Count {
  readonly entry: Entry;
  readonly minute: number;
}

/**
 * The record of what was done in this browser. Nothing of it is waited for by a call: entries gather in memory and are
 * stored a moment later, so a worker that dies takes the last second with it.
 */
export class ActivityLog {
  readonly #deps: ActivityDeps;
  readonly #counts = new Map<string, Count>();
  readonly #unsaved = new Set<Entry>();
  #isOn: Promise<boolean> | undefined;
  #isGathering = false;
  #lastId = 0;

  constructor(deps: ActivityDeps) {
    this.#deps = deps;
  }

  /** Begins to follow a call. */
  begin(method: BrowserMethodName, caller: string | null): CallNote {
    const startedAt = this.#deps.now();
    let targets = Promise.resolve(NO_TARGETS);
    let tabId: unknown;
    return {
      runs: (input) => {
        if (isCounted(method)) tabId = input.tabId;
        else targets = this.#deps.targetsOf(method, input).catch(() => NO_TARGETS);
      },
      ended: (outcome) => {
        const call = { caller, method, startedAt, outcome, targets: NO_TARGETS };
        if (isCounted(method) || outcome === 'paused') this.#count(call, tabId);
        else void targets.then((found) => this.add({ ...call, targets: found }));
      },
    };
  }

  /** Records a call by itself. */
  add(call: EndedCall): void {
    this.#keep(this.#entryOf(call));
  }

  /** All that is recorded. */
  async view(): Promise<ActivityView> {
    await this.#save();
    return { isOn: await this.#whetherOn(), entries: await this.#deps.store.all() };
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    this.#counts.clear();
    this.#unsaved.clear();
    await this.#deps.store.clear();
    this.#deps.changed();
  }

  /** Switches recording on or off; what was recorded stays. */
  async setOn(isOn: boolean): Promise<void> {
    await this.#save();
    await this.#deps.settings.set({ [SETTING_KEY]: !isOn });
    this.#isOn = Promise.resolve(isOn);
    this.#deps.changed();
  }

  #entryOf({ caller, method, startedAt, outcome, targets }: EndedCall): Entry {
    return {
      id: this.#nextId(startedAt),
      at: startedAt,
      caller: caller?.slice(0, CALLER_LENGTH) ?? null,
      method,
      ...targets,
      outcome,
      count: 1,
      durationMs: this.#deps.now() - startedAt,
    };
  }

  #count(call: EndedCall, tabId: unknown): void {
    const minute = Math.floor(call.startedAt / MINUTE_MS);
    const key = `${call.method} ${call.outcome} ${String(tabId)} ${call.caller}`;
    const known = this.#counts.get(key);
    if (known?.minute === minute) {
      known.entry.count += 1;
      known.entry.at = call.startedAt;
      known.entry.durationMs += this.#deps.now() - call.startedAt;
      this.#keep(known.entry);
      return;
    }
    const entry = this.#entryOf(call);
    this.#counts.set(key, { entry, minute });
    this.#keep(entry);
    if (typeof tabId !== 'number') return;
    this.#deps.targetsOf(call.method, { tabId }).then(
      (targets) => this.#keep(Object.assign(entry, targets)),
      () => undefined,
    );
  }

  /** Unique and growing over all lives of the worker, as long as the clock does not go back. */
  #nextId(at: number): number {
    this.#lastId = Math.max(this.#lastId + 1, at * 1_000);
    return this.#lastId;
  }

  #keep(entry: Entry): void {
    this.#unsaved.add(entry);
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#deps.startTimer(GATHER_MS, () => {
      this.#isGathering = false;
      this.#save().catch(() => console.error('The activity could not be stored'));
    });
  }

  async #save(): Promise<void> {
    this.#forgetOldCounts();
    const isOn = await this.#whetherOn();
    const entries = [...this.#unsaved].map((entry) => ({ ...entry }));
    this.#unsaved.clear();
    if (!isOn || entries.length === 0) return;
    await this.#deps.store.put(entries);
    this.#deps.changed();
  }

  #forgetOldCounts(): void {
    const minute = Math.floor(this.#deps.now() / MINUTE_MS);
    for (const [key, count] of this.#counts) if (count.minute < minute) this.#counts.delete(key);
  }

  #whetherOn(): Promise<boolean> {
    this.#isOn ??= this.#deps.settings.get(SETTING_KEY).then((stored) => stored[SETTING_KEY] !== true);
    return this.#isOn;
  }
}
