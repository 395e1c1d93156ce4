import { expect } from 'playwright/test';
import { ApprovalScene, test as base } from '../support/approvalScene.ts';
import type { Display } from '../support/display.ts';
import { FixtureExtension } from '../support/fixtureExtension.ts';
import { PAUSABLE_BUILD } from '../support/pausable/build.ts';
import type { PausePoint } from '../support/pausable/names.ts';
import { arm, comeToRest, disarm, isPaused, pointsPassed, stopWhenPaused } from '../support/stops.ts';

/** An uninstall with Chrome's own dialog, the worker stopped at each of its calls of Chrome on the way. */
const test = base.extend<{ pausable: ApprovalScene }>({
  pausable: async ({ display }, use) => {
    const scene = await ApprovalScene.create({ display, build: PAUSABLE_BUILD });
    await use(scene);
    await scene.dispose();
  },
});

/** How the human answers Chrome's dialog, and what that comes to. */
const ANSWERS = { confirm: 'Return', cancel: 'Escape' } as const;
type Answer = keyof typeof ANSWERS;

const ignore = () => undefined;

/** Goes through an uninstall to its end. @returns whether the worker was stopped, and the points it passed. */
async function travel(
  scene: ApprovalScene,
  display: Display,
  answer: Answer,
  point: PausePoint | null,
): Promise<{ isStopped: boolean; passed: PausePoint[] }> {
  const fixture = await FixtureExtension.create('Victim');
  const id = await scene.chrome.load(fixture.folder);
  await arm(scene, point);
  const call = await scene.request('extensions.uninstall', { id });
  let isStopped = false;
  await expect(async () => {
    if (await stopWhenPaused(scene)) isStopped = true;
    const status = await scene.status(call);
    const [page] = scene.windows();
    if (status === 'pending' && page === undefined) await scene.view().catch(ignore);
    if (status === 'pending') {
      await page?.getByRole('button', { name: 'Uninstall' }).click({ timeout: 2_000 }).catch(ignore);
    }
    if (status === 'executing') await display.press(ANSWERS[answer]);
    expect(await isPaused(scene)).toBe(false);
    expect([status, call.answers.length]).not.toEqual(['executing', 0]);
    expect(call.answers.length).toBeGreaterThan(0);
  }).toPass({ timeout: 40_000, intervals: [250] });
  await comeToRest(scene, async () => {
    if (await stopWhenPaused(scene)) isStopped = true;
  });
  const passed = await pointsPassed(scene);
  await disarm(scene);
  await scene.settle();

  const isInstalled = await scene.control.evaluate(
    (victim) =>
      chrome.management.get(victim).then(
        () => true,
        () => false,
      ),
    id,
  );
  const { records, owed } = await scene.stored();
  expect([call.answers.length, owed]).toEqual([1, []]);
  expect(call.pendingCount).toBeLessThanOrEqual(1);
  expect(records.filter(({ status }) => status === 'pending' || status === 'executing')).toEqual([]);
  const [{ result, error } = {}] = call.answers;
  const [allowed, installed] = answer === 'confirm' ? ['none', false] : ['USER_REJECTED', true];
  if (error === undefined) expect([result?.id, answer, isInstalled]).toEqual([id, 'confirm', false]);
  else if (error.data?.code === allowed) expect(isInstalled).toBe(installed);
  else {
    // Lost before it was queued, or by the window before Chrome was asked: then nothing may have happened.
    expect(error.message).toMatch(/restarted during the call|before it began the uninstall/);
    expect(isInstalled).toBe(true);
  }
  await scene.clear();
  await scene.chrome.unload(id).catch(ignore);
  await fixture.dispose();
  return { isStopped, passed };
}

for (const answer of ['confirm', 'cancel'] as const) {
  test(`${answer}: the worker stopped at every await`, async ({ pausable, display }) => {
    test.setTimeout(400_000);
    const { passed: points } = await travel(pausable, display, answer, null);
    expect(points.length).toBeGreaterThanOrEqual(20);
    let stopped = 0;
    for (const point of points) {
      await test.step(`${point.when} ${point.name} ${point.nth}`, async () => {
        if ((await travel(pausable, display, answer, point)).isStopped) stopped += 1;
      });
    }
    console.log(`uninstall, ${answer}: stopped at ${stopped} of ${points.length} points`);
    expect(stopped).toBeGreaterThan(points.length * 0.8);
  });
}
