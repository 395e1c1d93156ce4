import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatedMethodName } from '../../protocol/methods/index.ts';
import { pendingCount } from './record.ts';
import { Reference } from './reference.fixture.ts';
import { STRANGER, World } from './world.fixture.ts';

const SEQUENCES = 10_000;
const MAX_STEPS = 24;

/** One thing that happens to the queue and to the reference alike; `at` chooses the request it happens to. */
type Step = (world: World, reference: Reference, at: number) => void;

/** A step on one of the requests. */
const on =
  (step: (world: World, reference: Reference, request: Reference['requests'][number]) => void): Step =>
  (world, reference, at) => {
    const request = reference.requests[at % Math.max(1, reference.requests.length)];
    if (request !== undefined) step(world, reference, request);
  };

const CANCELLED = { ok: false, code: 'USER_REJECTED', message: 'Cancelled in the dialog' } as const;

const request =
  (kind: GatedMethodName): Step =>
  (world, reference) => {
    const callId = world.request(kind);
    reference.request(callId, kind, world.connection);
  };

const approval = on((world, reference, request) => {
  world.queue.approve(world.idOf(request.callId), world.own);
  reference.approve(request);
});

const STEPS: readonly Step[] = [
  request('bookmarks.remove'),
  request('bookmarks.remove'),
  request('extensions.uninstall'),
  approval,
  approval,
  on((world, _, { callId }) => world.queue.approve(world.idOf(callId), STRANGER)),
  on((world, reference, request) => {
    world.queue.reject(world.idOf(request.callId), world.own);
    reference.reject(request);
  }),
  on((world, reference, request) => {
    world.queue.dismiss(world.idOf(request.callId), world.own);
    reference.dismiss(request);
  }),
  on((world, reference, request) => {
    world.queue.finishInWindow(world.idOf(request.callId), world.own, CANCELLED);
    reference.finishInWindow(request, CANCELLED.code);
  }),
  on((world, reference, request) => {
    world.cancel(request.callId);
    reference.cancel(request);
  }),
  (world, reference) => {
    world.queue.extensionUninstalled('victim');
    reference.uninstalled();
  },
  (world, reference, at) => {
    world.now += at * 4_000;
    world.queue.wake();
    reference.pass(at * 4_000);
  },
  (world, reference, at) => {
    const connection = at % 3 === 0 ? null : `connection-${at}`;
    world.reconnect(connection);
    reference.reconnect(connection);
  },
  (world, reference) => {
    world.restartWorker();
    reference.restartWorker();
  },
  (world, reference) => {
    world.closeWindow(world.own.windowId);
    reference.closeWindow();
  },
  (world, reference) => {
    if (reference.window !== 0) world.reload();
    reference.reload();
  },
  (world, reference) => {
    world.queue.show();
    reference.show();
  },
  (world, reference) => {
    world.canAct = !world.canAct;
    reference.canAct = world.canAct;
    if (!world.canAct) return;
    world.releaseActs();
    reference.releaseActs();
  },
  (world, reference, at) => {
    world.canOpenWindow = at % 4 !== 0;
    reference.canOpenWindow = world.canOpenWindow;
  },
];

const sequences = fc.array(fc.record({ step: fc.nat(STEPS.length - 1), at: fc.nat(99) }), {
  maxLength: MAX_STEPS,
  size: 'max',
});

const shown = (world: World): string =>
  JSON.stringify({
    statuses: world.statuses,
    open: [...world.openCalls.keys()],
    acts: world.acts.toSorted(),
    windows: world.windows.size,
    pending: pendingCount(world.published),
  });

const expected = ({ statuses, openCalls, acts, window, requests }: Reference): string =>
  JSON.stringify({
    statuses,
    open: openCalls,
    acts: acts.toSorted(),
    windows: window === 0 ? 0 : 1,
    pending: requests.filter(({ status }) => status === 'pending').length,
  });

test('step by step, the queue does what the reference does', { timeout: 60_000 }, async () => {
  const ends = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const world = new World();
      const reference = new Reference();
      for (const { step, at } of sequence) {
        STEPS[step]?.(world, reference, at);
        await world.settle();
        // One comparison of texts, since there are very many.
        expect(shown(world)).toBe(expected(reference));
      }
      for (const callId of world.kinds.keys()) {
        expect(world.fateOf(callId)).toBe(reference.fates.get(callId));
        const end = reference.fates.get(callId) ?? 'no answer';
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    }),
    { numRuns: SEQUENCES },
  );
  console.info(`${SEQUENCES} sequences; requests by how they ended:`, Object.fromEntries(ends));
});
