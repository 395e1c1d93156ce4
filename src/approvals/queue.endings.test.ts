import { describe, expect, test } from 'vitest';
import { DECISION_MS, done, waitingFor } from './scenes.fixture.ts';
import { World } from './world.fixture.ts';

describe('a request that waits', () => {
  test('expires at its deadline', async () => {
    const { world, call } = await waitingFor();
    world.now += DECISION_MS - 1;
    world.queue.wake();
    await world.settle();
    expect(world.fateOf(call)).toBe(undefined);
    world.now += 1;
    world.queue.wake();
    await world.settle();
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
    expect(world.statuses).toEqual([`${call} expired`]);
  });

  test('cannot be approved after its deadline, though no alarm rang', async () => {
    const { world, call, id } = await waitingFor();
    world.now += DECISION_MS;
    expect(await done(world, world.queue.approve(id, world.own))).toBe('refused');
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
  });

  test('is cancelled without an answer, and stays in sight', async () => {
    const { world, call } = await waitingFor();
    world.cancel(call);
    await world.settle();
    expect(world.statuses).toEqual([`${call} cancelled`]);
    expect(world.heard).toEqual([]);
    expect(world.windows.size).toBe(1);
  });

  test('is answered OPERATION_EXPIRED when the cancel comes after its deadline', async () => {
    const { world, call } = await waitingFor();
    world.now += DECISION_MS;
    world.queue.cancel(call);
    await world.settle();
    expect(world.statuses).toEqual([`${call} expired`]);
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
  });

  test('is voided without an answer when its connection closes', async () => {
    const { world, call } = await waitingFor();
    world.reconnect(null);
    await world.settle();
    expect(world.statuses).toEqual([`${call} voided`]);
    expect([world.heard, world.lost]).toEqual([[], []]);
  });

  test('outlives the worker, and is said again to be deferred', async () => {
    const { world, call } = await waitingFor();
    world.restartWorker();
    await world.settle();
    expect(world.statuses).toEqual([`${call} pending`]);
    expect(world.deferred).toEqual([call, call]);
    expect(world.windows.size).toBe(1);
  });

  test('and whose window the worker died over is shown by the next', async () => {
    const world = new World();
    world.canOpenWindow = false;
    world.request();
    await world.settle();
    world.canOpenWindow = true;
    world.restartWorker();
    await world.settle();
    expect(world.windows.size).toBe(1);
  });

  test('and was withdrawn while no worker listened ends when the page links up again', async () => {
    const { world, call } = await waitingFor();
    world.openCalls.delete(call);
    world.restartWorker();
    await world.settle();
    expect(world.statuses).toEqual([`${call} cancelled`]);
  });
});

describe('an answer', () => {
  test('is kept until the page has it', async () => {
    const { world, call, id } = await waitingFor();
    const rejection = world.queue.reject(id, world.own);
    while (world.state.owed.length === 0) await world.tick();
    world.restartWorker();
    expect(world.heard).toEqual([]);
    await world.settle();
    expect(world.fateOf(call)).toBe('USER_REJECTED');
    expect(world.state.owed).toEqual([]);
    expect(rejection).toBeInstanceOf(Promise);
  });

  test('to a connection that has closed is dropped', async () => {
    const { world, id } = await waitingFor();
    world.queue.reject(id, world.own);
    while (world.state.owed.length === 0) await world.tick();
    world.connection = 'another';
    world.openCalls.clear();
    world.restartWorker();
    await world.settle();
    expect([world.heard, world.state.owed]).toEqual([[], []]);
  });

  test('to a call no worker knows any more is that it is lost', async () => {
    const world = new World();
    const checks = new Promise<never>(() => undefined);
    const call = world.request('bookmarks.remove', () => checks);
    world.restartWorker();
    await world.settle();
    expect(world.lost).toEqual([call]);
  });
});
