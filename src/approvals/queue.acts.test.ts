import { describe, expect, test } from 'vitest';
import { DomainError } from '../../protocol/errors.ts';
import { DECISION_MS, done, executing, waitingFor } from './scenes.fixture.ts';
import { STRANGER } from './world.fixture.ts';

const UNINSTALLED = { id: 'victim', name: 'Victim', contentTrust: 'untrusted-page-content' } as const;
const CANCELLED = { ok: false, code: 'USER_REJECTED', message: 'Cancelled in the dialog' } as const;

describe('an act', () => {
  test('that fails with a DomainError is answered with it', async () => {
    const { world, call, id } = await waitingFor();
    world.actFailure = new DomainError('CONFLICT', 'The bookmarks changed');
    await done(world, world.queue.approve(id, world.own));
    expect(world.fateOf(call)).toBe('CONFLICT');
    expect(world.statuses).toEqual([`${call} failed`]);
  });

  test('that fails in an unforeseen way is answered INTERNAL_ERROR without its text', async () => {
    const { world, call, id } = await waitingFor();
    world.actFailure = new Error('secret');
    await done(world, world.queue.approve(id, world.own));
    expect(world.fateOf(call)).toBe('INTERNAL_ERROR');
    expect(world.messageOf(call)).not.toContain('secret');
  });

  test('whose requester cancels goes on, and its outcome is only shown', async () => {
    const { world, call } = await executing('bookmarks.remove');
    world.cancel(call);
    world.releaseActs();
    await world.settle();
    expect(world.statuses).toEqual([`${call} done`]);
    expect(world.heard).toEqual([]);
  });

  test('that outlasts its deadline is answered OPERATION_EXPIRED once, and its outcome is only shown', async () => {
    const { world, call } = await executing('bookmarks.remove');
    world.now += DECISION_MS;
    world.queue.wake();
    await world.settle();
    expect(world.statuses).toEqual([`${call} executing`]);
    world.releaseActs();
    await world.settle();
    expect(world.heard.map(({ answer }) => !answer.ok && answer.code)).toEqual(['OPERATION_EXPIRED']);
    expect(world.statuses).toEqual([`${call} done`]);
  });

  test('of the worker that dies with it is not started again, and answered with how far it got', async () => {
    const { world, call } = await executing('bookmarks.remove');
    world.restartWorker();
    world.canAct = true;
    await world.settle();
    expect(world.acts).toEqual([]);
    expect(world.fateOf(call)).toBe('INTERNAL_ERROR');
    expect(world.messageOf(call)).toBe('Stopped after 0');
    expect(world.statuses).toEqual([`${call} failed`]);
  });
});

describe('an uninstall', () => {
  test('is handed to the window, once, and survives the worker', async () => {
    const { world, call, id, reply } = await executing('extensions.uninstall');
    expect(reply).toBe('execute-in-window');
    expect(await done(world, world.queue.approve(id, world.own))).toBe('refused');
    world.restartWorker();
    await world.settle();
    expect(world.statuses).toEqual([`${call} executing`]);
    expect(world.acts).toEqual([]);
  });

  test('ends as its window reports', async () => {
    const { world, call, id } = await executing('extensions.uninstall');
    await done(world, world.queue.finishInWindow(id, world.own, CANCELLED));
    expect(world.resultOf(call)).toEqual(CANCELLED);
    expect(world.statuses).toEqual([`${call} failed`]);
  });

  test('that its window reports done is answered with what was approved', async () => {
    const { world, call, id } = await executing('extensions.uninstall');
    const other = { ...UNINSTALLED, id: 'other' };
    await done(world, world.queue.finishInWindow(id, world.own, { ok: true, result: other }));
    expect(world.resultOf(call)).toEqual(UNINSTALLED);
    expect(world.statuses).toEqual([`${call} done`]);
  });

  test('is not ended by another page, nor before it was approved', async () => {
    const { world, call, id } = await waitingFor('extensions.uninstall');
    await done(world, world.queue.finishInWindow(id, world.own, CANCELLED));
    await done(world, world.queue.approve(id, world.own));
    await done(world, world.queue.finishInWindow(id, STRANGER, CANCELLED));
    expect(world.statuses).toEqual([`${call} executing`]);
  });

  test('that Chrome reports is answered, also when the window has gone', async () => {
    const { world, call } = await executing('extensions.uninstall');
    world.closeWindow(world.own.windowId);
    world.queue.extensionUninstalled('another');
    await world.settle();
    expect(world.statuses).toEqual([`${call} executing`]);
    world.queue.extensionUninstalled('victim');
    await world.settle();
    expect(world.resultOf(call)).toEqual(UNINSTALLED);
  });

  test('of an extension that goes by itself while the request waits is not taken for approved', async () => {
    const { world, call } = await waitingFor('extensions.uninstall');
    world.queue.extensionUninstalled('victim');
    await world.settle();
    expect(world.statuses).toEqual([`${call} pending`]);
  });

  test('whose window has gone is answered OPERATION_EXPIRED at its deadline, and over', async () => {
    const { world, call } = await executing('extensions.uninstall');
    world.closeWindow(world.own.windowId);
    await world.settle();
    world.now += DECISION_MS;
    world.queue.wake();
    await world.settle();
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
    expect(world.statuses).toEqual([]);
  });

  test('whose deadline passes while the dialog is open still shows how it ended', async () => {
    const { world, call, id } = await executing('extensions.uninstall');
    world.now += DECISION_MS;
    await done(world, world.queue.finishInWindow(id, world.own, CANCELLED));
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
    expect(world.statuses).toEqual([`${call} failed`]);
  });
});
