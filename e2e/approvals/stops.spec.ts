import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'playwright/test';
import { ApprovalScene, approveButton, test as base } from '../support/approvalScene.ts';
import { PAUSABLE_BUILD } from '../support/pausable/build.ts';
import type { PausePoint } from '../support/pausable/names.ts';
import { APPROVE, REJECT, stopAt } from '../support/stops.ts';

/** Some of the worst moments; `npm run e2e:approvals` goes through every one. */
const MOMENTS: readonly PausePoint[] = [
  { name: 'bookmarks.getTree', nth: 1, when: 'after' }, // checked, not yet stored
  { name: 'storage.session.set', nth: 1, when: 'after' }, // stored, not yet announced
  { name: 'windows.create', nth: 1, when: 'after' }, // a window that nobody has noted
  { name: 'bookmarks.getTree', nth: 2, when: 'before' }, // approved, nothing done yet
  { name: 'bookmarks.remove', nth: 2, when: 'before' }, // one of three done
  { name: 'bookmarks.remove', nth: 2, when: 'after' }, // two of three done, one of them not noted
  { name: 'bookmarks.remove', nth: 3, when: 'after' }, // all done, not noted
];

const test = base.extend<object, { pausable: ApprovalScene }>({
  pausable: [
    async ({}, use) => {
      const scene = await ApprovalScene.create({ build: PAUSABLE_BUILD });
      await use(scene);
      await scene.dispose();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });

for (const point of MOMENTS) {
  test(`the worker stopped ${point.when} ${point.name} ${point.nth}: one outcome, nothing done twice`, async ({
    pausable,
  }) => {
    expect(await stopAt(pausable, APPROVE, point)).toBe('stopped');
  });
}

test('the worker stopped while a rejection is being stored', async ({ pausable }) => {
  const set = { name: 'storage.session.set', when: 'before' } as const;
  for (const nth of [3, 4]) await stopAt(pausable, REJECT, { ...set, nth });
});

test('a worker that dies with a deletion is woken to say so, though nobody looks', async ({
  pausable: scene,
}) => {
  const ids = await scene.plant(2);
  const { call, page } = await scene.ask(ids);
  await scene.chrome.worker.evaluate(() => {
    const { remove } = chrome.bookmarks;
    chrome.bookmarks.remove = async (id) => {
      await remove(id);
      await new Promise(() => undefined);
    };
  });
  await approveButton(page, 2).click();
  await expect.poll(() => scene.left(ids)).toEqual(ids.slice(1));
  await scene.chrome.stopWorker();
  // The alarm is set to wake it within half a minute; it rings at once here.
  const wait = await scene.control.evaluate(async () => {
    const [alarm] = await chrome.alarms.getAll();
    if (alarm !== undefined) await chrome.alarms.create(alarm.name, { when: Date.now() });
    return (alarm?.scheduledTime ?? Number.POSITIVE_INFINITY) - Date.now();
  });
  expect(wait).toBeLessThanOrEqual(30_000);
  const { error } = await call.answer();
  expect(error?.message).toContain(`0 of 2 items were deleted, item ${ids[0]} may have been`);
  await scene.clear();
});

test('the shipped build holds nothing of the test build', async () => {
  const folder = resolve('dist/extension');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  expect(texts.filter((text) => /pausing|pausable/i.test(text))).toEqual([]);
});
