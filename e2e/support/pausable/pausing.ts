import { ATTEMPT, PAUSE_IN_NEXT_LIFE, PAUSED_AT, type PausePoint, type Pausing } from './names.ts';

/**
 * Of the test build only, which loads it ahead of the worker: every function of Chrome that the approval flow awaits can
 * be made to stop for good, before Chrome is asked or before its answer comes back. So a test stops the worker at each
 * `await` of the very code that is shipped, which knows nothing of this.
 */

const ACTS = ['bookmarks.remove', 'bookmarks.removeTree'];
const NAMES = [
  ...ACTS,
  'bookmarks.getTree',
  'management.get',
  'runtime.getContexts',
  'storage.session.get',
  'storage.session.getBytesInUse',
  'storage.session.remove',
  'storage.session.set',
  'tabs.get',
  'windows.create',
  'windows.get',
  'windows.remove',
  'windows.update',
];

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

let point: PausePoint | null = null;
let calls: Omit<PausePoint, 'when'>[] = [];

const { local } = chrome.storage;

async function takeNextPoint(): Promise<void> {
  const stored = await local.get<Record<string, PausePoint>>(PAUSE_IN_NEXT_LIFE);
  point = stored[PAUSE_IN_NEXT_LIFE] ?? null;
  await local.remove(PAUSE_IN_NEXT_LIFE);
}

const started = takeNextPoint();

async function pause(name: string, nth: number, when: PausePoint['when']): Promise<void> {
  if (point?.name !== name || point.nth !== nth || point.when !== when) return;
  await local.set({ [PAUSED_AT]: { name, nth, when } });
  await new Promise(() => undefined);
}

type Namespace = Record<string, unknown>;

function makePausable(name: string): void {
  const path = name.split('.');
  const method = path.pop() ?? '';
  const owner = path.reduce<Namespace>((at, key) => at[key] as Namespace, { ...chrome });
  const real = owner[method] as AnyFunction;
  const pausable: AnyFunction = async (...args) => {
    const nth = calls.filter((call) => call.name === name).length + 1;
    calls.push({ name, nth });
    await started;
    await pause(name, nth, 'before');
    if (ACTS.includes(name)) await local.set({ [`${ATTEMPT}${crypto.randomUUID()}`]: args[0] });
    try {
      return await real.apply(owner, args);
    } finally {
      await pause(name, nth, 'after');
    }
  };
  owner[method] = pausable;
}

for (const name of NAMES) makePausable(name);

const pausing: Pausing = {
  arm(next) {
    point = next;
    calls = [];
  },
  calls: () => calls,
};
Object.assign(globalThis, { pausing });
