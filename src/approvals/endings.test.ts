import { expect, test } from 'vitest';
import { DECISION_MS, done, executing, waitingFor } from './scenes.fixture.ts';
import type { World } from './world.fixture.ts';

const outcomes = ({ endings }: World) => endings.map(({ record, outcome }) => [record.kind, outcome]);

test('an approved request ends when its act does, and is told once', async () => {
  const { world, id } = await waitingFor();
  expect(outcomes(world)).toEqual([]);
  await done(world, world.queue.approve(id, world.own));
  world.queue.wake();
  await done(world, world.queue.dismiss(id, world.own));
  expect(outcomes(world)).toEqual([['bookmarks.remove', 'done']]);
});

test('a rejected request ends rejected', async () => {
  const { world, id } = await waitingFor();
  await done(world, world.queue.reject(id, world.own));
  expect(outcomes(world)).toEqual([['bookmarks.remove', 'USER_REJECTED']]);
});

test('a request nobody decided on ends at its deadline', async () => {
  const { world } = await waitingFor();
  world.now += DECISION_MS;
  world.queue.wake();
  await world.settle();
  expect(outcomes(world)).toEqual([['bookmarks.remove', 'OPERATION_EXPIRED']]);
});

test('a withdrawn request and one whose connection closed end as that', async () => {
  const withdrawn = await waitingFor();
  withdrawn.world.cancel(withdrawn.call);
  await withdrawn.world.settle();
  expect(outcomes(withdrawn.world)).toEqual([['bookmarks.remove', 'withdrawn']]);
  const voided = await waitingFor();
  voided.world.reconnect(null);
  await voided.world.settle();
  expect(outcomes(voided.world)).toEqual([['bookmarks.remove', 'disconnected']]);
});

test('a cancelled dialog of Chrome ends as the window reports it', async () => {
  const { world, id } = await executing('extensions.uninstall');
  const outcome = { ok: false, code: 'USER_REJECTED', message: 'Cancelled' } as const;
  await done(world, world.queue.finishInWindow(id, world.own, outcome));
  expect(outcomes(world)).toEqual([['extensions.uninstall', 'USER_REJECTED']]);
});

test('an act that a dying worker interrupted ends failed in its next life', async () => {
  const { world } = await executing('bookmarks.remove');
  world.restartWorker();
  await world.settle();
  expect(outcomes(world)).toEqual([['bookmarks.remove', 'INTERNAL_ERROR']]);
});
