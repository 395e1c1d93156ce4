import { expect } from 'playwright/test';
import { ApprovalScene, test as base } from '../support/approvalScene.ts';
import { PAUSABLE_BUILD } from '../support/pausable/build.ts';
import { APPROVE, CANCEL, CLOSE, EXPIRE, type Journey, REJECT, record, stopAt } from '../support/stops.ts';

/** Each journey, with the worker stopped at each of its calls of Chrome: before Chrome is asked, and before it answers. */
const test = base.extend<{ pausable: ApprovalScene }>({
  pausable: async ({}, use) => {
    const scene = await ApprovalScene.create({ build: PAUSABLE_BUILD });
    await use(scene);
    await scene.dispose();
  },
});

/** At this many points at least: a journey that records fewer has not been recorded. */
const FEWEST: readonly [Journey, number][] = [
  [APPROVE, 40],
  [REJECT, 20],
  [CLOSE, 20],
  [CANCEL, 20],
  [EXPIRE, 16],
];

for (const [journey, fewest] of FEWEST) {
  test(`${journey.name}: the worker stopped at every await`, async ({ pausable }) => {
    test.setTimeout(400_000);
    const points = await record(pausable, journey);
    expect(points.length).toBeGreaterThanOrEqual(fewest);
    let stopped = 0;
    for (const point of points) {
      await test.step(`${point.when} ${point.name} ${point.nth}`, async () => {
        if ((await stopAt(pausable, journey, point)) === 'stopped') stopped += 1;
      });
    }
    console.log(`${journey.name}: stopped at ${stopped} of ${points.length} points`);
    expect(stopped).toBeGreaterThan(points.length * 0.8);
  });
}

test('the worker stopped again while it takes up what the first one left', async ({ pausable }) => {
  test.setTimeout(400_000);
  const left = ['storage.session.get', 'storage.session.set', 'storage.session.remove'];
  for (const name of left) {
    for (const nth of [1, 2, 3]) {
      for (const when of ['before', 'after'] as const) {
        await test.step(`${when} ${name} ${nth} of the second life`, async () => {
          const first = { name: 'bookmarks.remove', nth: 2, when: 'after' } as const;
          await stopAt(pausable, APPROVE, first, { name, nth, when });
        });
      }
    }
  }
});
