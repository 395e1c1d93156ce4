import { expect, test } from 'vitest';
import { World } from './world.fixture.ts';

async function waiting(kind?: 'extensions.uninstall') {
  const world = new World();
  const call = world.request(kind);
  await world.settle();
  return { world, call };
}

test('a request that passed its checks is deferred and shown in a window', async () => {
  const { world, call } = await waiting();
  expect(world.statuses).toEqual([`${call} pending`]);
  expect(world.deferred).toEqual([call]);
  expect(world.windows.size).toBe(1);
});

test('an approved deletion runs once and is answered', async () => {
  const { world, call } = await waiting();
  const approval = world.queue.approve(world.idOf(call), world.own);
  await world.settle();
  expect(await approval).toBe('executing');
  expect(world.acts).toEqual([call]);
  expect(world.fateOf(call)).toBe('ok');
  expect(world.state.owed).toEqual([]);
});
