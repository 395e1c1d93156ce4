import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAwaited } from './record.ts';
import { STRANGER, World } from './world.fixture.ts';

const SEQUENCES = 10_000;
const MAX_STEPS = 24;

/** One thing that may happen at any moment, even while the queue waits for storage; `at` chooses its object. */
type Step = (world: World, at: number, approved: Set<string>) => void;

const pick = <Item>(items: Iterable<Item>, at: number): Item | undefined => {
  const all = [...items];
  return all[at % all.length];
};
const recordAt = (world: World, at: number) => pick(world.state.records, at);
const idAt = (world: World, at: number) => recordAt(world, at)?.id ?? 'none';
const pageAt = (world: World, at: number) => pick([...world.windows.values(), STRANGER], at) ?? STRANGER;
const neverMind = () => undefined;

const request: Step = (world) => {
  world.request('bookmarks.remove');
};

const approve: Step = (world, at, approved) => {
  const record = recordAt(world, at);
  const page = pageAt(world, at);
  if (record === undefined) return;
  if (page !== STRANGER) approved.add(record.callId);
  world.queue.approve(record.id, page).catch(neverMind);
};

const die: Step = (world, at) => {
  // Which of the things under way still happen: any pattern of six.
  world.restartWorker((index) => ((at >> (index % 6)) & 1) === 1);
};

const STEPS: readonly Step[] = [
  request,
  request,
  (world) => {
    world.request('extensions.uninstall');
  },
  approve,
  approve,
  approve,
  approve,
  die,
  die,
  (world, at) => {
    world.queue.reject(idAt(world, at), pageAt(world, at)).catch(neverMind);
  },
  (world, at) => {
    world.queue.dismiss(idAt(world, at), pageAt(world, at)).catch(neverMind);
  },
  (world, at) => {
    const outcome = { ok: false, code: 'USER_REJECTED', message: 'Cancelled in the dialog' } as const;
    world.queue.finishInWindow(idAt(world, at), pageAt(world, at), outcome).catch(neverMind);
  },
  (world) => world.queue.extensionUninstalled('victim'),
  (world, at) => {
    const callId = pick(world.openCalls.keys(), at);
    if (callId !== undefined) world.cancel(callId);
  },
  (world, at) => {
    world.now += at * 3_000;
    world.queue.wake();
  },
  (world, at) => world.reconnect(at % 3 === 0 ? null : world.newConnection()),
  (world, at) => {
    const windowId = pick(world.windows.keys(), at);
    if (windowId !== undefined) world.closeWindow(windowId);
  },
  (world, at) => {
    const windowId = pick(world.windows.keys(), at);
    if (windowId !== undefined) world.moveTab(windowId);
  },
  (world, at) => {
    world.queue.greet(pageAt(world, at)).catch(neverMind);
  },
  (world) => world.queue.show(),
  (world, at) => {
    world.canOpenWindow = at % 3 !== 0;
  },
];

/** So many of the things the worker waits for happen after a step; the most means all of them. */
const MAX_TICKS = 12;

const sequences = fc.array(
  fc.record({ step: fc.nat(STEPS.length - 1), at: fc.nat(99), ticks: fc.nat(MAX_TICKS) }),
  { maxLength: MAX_STEPS, size: 'max' },
);

/** What must never be, whatever happened; empty when all is well. */
function wrongs(world: World, approved: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const [callId, kind] of world.kinds) {
    const answers = world.heard.filter((heard) => heard.callId === callId);
    const acts = world.acts.filter((act) => act === callId).length;
    const fate = world.fateOf(callId);
    if (new Set(answers.map(({ answer }) => JSON.stringify(answer))).size > 1) found.push('two outcomes');
    if (acts > 1) found.push('done twice');
    if (acts > 0 && !approved.has(callId)) found.push('done unasked');
    if (acts > 0 && fate === 'USER_REJECTED') found.push('done though rejected');
    if (acts > 0 && world.messageOf(callId) === 'Stopped after nothing') found.push('done, said not to be');
    if (world.lost.includes(callId) && (acts > 0 || world.deferred.includes(callId))) found.push('forgotten');
    if (acts === 0 && fate === 'ok' && kind === 'bookmarks.remove') found.push('not done, said to be');
  }
  const awaited = world.state.records.filter(isAwaited);
  const open = [...world.openCalls.keys()].sort().join();
  if (
    open !==
    awaited
      .map(({ callId }) => callId)
      .sort()
      .join()
  )
    found.push('a call left without an end');
  if (awaited.some(({ connection }) => connection !== world.connection)) found.push('waits for nobody');
  return found;
}

test('wherever the worker dies, a request has one outcome, and no act is done unasked or twice', {
  timeout: 60_000,
}, async () => {
  let deaths = 0;
  let acts = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const world = new World();
      const approved = new Set<string>();
      for (const { step, at, ticks } of sequence) {
        STEPS[step]?.(world, at, approved);
        if (ticks === MAX_TICKS) await world.settle();
        else for (let tick = 0; tick < ticks; tick++) await world.tick(at);
      }
      await world.settle();
      world.restartWorker();
      await world.settle();
      expect(wrongs(world, approved)).toEqual([]);
      deaths += world.deaths;
      acts += world.acts.length;
    }),
    { numRuns: SEQUENCES },
  );
  console.info(`${SEQUENCES} sequences with ${deaths} deaths of the worker and ${acts} acts`);
});
