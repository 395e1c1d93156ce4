import { describe, expect, test } from 'vitest';
import { DomainError } from '../../protocol/errors.ts';
import { ACT_WATCH_MS, nextDeadline, nextWake, pendingCount, viewOf } from './record.ts';
import { DECISION_MS, done, executing, waitingFor } from './scenes.fixture.ts';
import { PREPARED, STRANGER, World } from './world.fixture.ts';

describe('a new request', () => {
  test('is deferred, counted, given a deadline, and shown in a window', async () => {
    const { world, call } = await waitingFor();
    expect(world.statuses).toEqual([`${call} pending`]);
    expect(world.deferred).toEqual([call]);
    expect(world.windows.size).toBe(1);
    expect(pendingCount(world.published)).toBe(1);
    expect(nextDeadline(world.published)).toBe(world.now + DECISION_MS);
  });

  test('shows the pages nothing of the connection it came by', async () => {
    const { world, id } = await waitingFor();
    expect(viewOf(world.state).items).toEqual([
      {
        id,
        ...PREPARED['bookmarks.remove'],
        requester: 'test',
        receivedAt: world.now,
        expiresAt: world.now + DECISION_MS,
        status: 'pending',
        outcome: null,
      },
    ]);
  });

  test('raises the window that is open', async () => {
    const { world } = await waitingFor();
    world.request();
    await world.settle();
    expect(world.windows.size).toBe(1);
    expect(world.raised).toBe(1);
  });

  test('gets a new window when the old one went unseen', async () => {
    const { world } = await waitingFor();
    world.windows.clear();
    world.request();
    await world.settle();
    expect(world.windows.size).toBe(1);
    expect(pendingCount(world.state)).toBe(2);
  });

  test('stays, counted, when no window opens, and is shown once one can', async () => {
    const world = new World();
    world.canOpenWindow = false;
    world.request();
    await world.settle();
    expect(pendingCount(world.published)).toBe(1);
    world.canOpenWindow = true;
    world.queue.show();
    await world.settle();
    expect(world.windows.size).toBe(1);
  });

  test('that fails its checks is answered and not queued', async () => {
    const world = new World();
    const call = world.request('bookmarks.remove', async () => {
      throw new DomainError('NOT_FOUND', 'No bookmark 10');
    });
    await world.settle();
    expect(world.fateOf(call)).toBe('NOT_FOUND');
    expect(world.statuses).toEqual([]);
    expect(world.windows.size).toBe(0);
  });

  test('that was cancelled while its checks ran is neither queued nor answered', async () => {
    const world = new World();
    world.cancel(world.request());
    await world.settle();
    expect([world.statuses, world.deferred, world.heard]).toEqual([[], [], []]);
  });

  test('that was cancelled while its checks failed is not answered', async () => {
    const world = new World();
    const call = world.request('bookmarks.remove', async () => {
      throw new DomainError('NOT_FOUND', 'No bookmark 10');
    });
    world.cancel(call);
    await world.settle();
    expect(world.heard).toEqual([]);
  });

  test('whose connection closed while its checks ran is not queued', async () => {
    const world = new World();
    world.request();
    world.reconnect(null);
    await world.settle();
    expect(world.statuses).toEqual([]);
    expect(world.windows.size).toBe(0);
  });

  test('whose checks took all its time is answered OPERATION_EXPIRED', async () => {
    const world = new World();
    const call = world.request();
    world.now += DECISION_MS;
    await world.settle();
    expect(world.fateOf(call)).toBe('OPERATION_EXPIRED');
    expect(world.statuses).toEqual([]);
  });

  test('too large to store is answered INVALID_REQUEST, and what waited before still waits', async () => {
    const { world, call } = await waitingFor();
    world.storageFailure = new Error('Session storage quota bytes exceeded. Values were not stored.');
    const tooLarge = world.request();
    await world.settle();
    expect(world.fateOf(tooLarge)).toBe('INVALID_REQUEST');
    expect(world.messageOf(tooLarge)).toContain('too much to review in one approval');
    expect(world.statuses).toEqual([`${call} pending`]);
  });
});

describe('a request of another extension', () => {
  const context = { requestId: '1', clientId: 'label', extensionId: 'abc', receivedAt: 0 };

  test('stands beside the daemon’s until its own connection closes, and says whose it is', async () => {
    const { world, call } = await waitingFor();
    const connection = world.connection ?? '';
    const received = { ...context, receivedAt: world.now, connection: 'port' };
    void world.queue.submit(
      { callId: 'theirs', context: received },
      async () => PREPARED['bookmarks.remove'],
    );
    await world.settle();
    world.queue.reconcile([connection, 'port'], [call, 'theirs']);
    await world.settle();
    expect(world.statuses).toEqual([`${call} pending`, 'theirs pending']);
    expect(world.state.records.map(({ extensionId }) => extensionId)).toEqual([undefined, 'abc']);
    world.queue.reconcile([connection], [call]);
    await world.settle();
    expect(world.statuses).toEqual([`${call} pending`, 'theirs voided']);
  });
});

describe('a decision', () => {
  test('to approve carries a deletion out once, and answers its result', async () => {
    const { world, call, id } = await waitingFor();
    expect(await done(world, world.queue.approve(id, world.own))).toBe('executing');
    expect(world.acts).toEqual([call]);
    expect(world.resultOf(call)).toEqual({ ids: ['10'], bookmarks: 1, folders: 0 });
    expect(world.statuses).toEqual([`${call} done`]);
    expect(nextDeadline(world.published)).toBe(null);
  });

  test('is stored before the act begins', async () => {
    const { world, call } = await executing('bookmarks.remove');
    expect(world.statuses).toEqual([`${call} executing`]);
    expect(world.acts).toEqual([]);
  });

  test('counts once, however often it is made', async () => {
    const { world, call, id } = await waitingFor();
    const replies = [1, 2, 3].map(() => world.queue.approve(id, world.own));
    await world.settle();
    expect(await Promise.all(replies)).toEqual(['executing', 'refused', 'refused']);
    expect(world.acts).toEqual([call]);
  });

  test('to reject removes the request and answers USER_REJECTED', async () => {
    const { world, call, id } = await waitingFor();
    await done(world, world.queue.reject(id, world.own));
    expect(world.fateOf(call)).toBe('USER_REJECTED');
    expect(world.statuses).toEqual([]);
    expect(world.acts).toEqual([]);
  });

  test('of a page the worker did not open changes nothing', async () => {
    const { world, call, id } = await waitingFor();
    const own = world.own;
    const impostors = [STRANGER, { ...own, tabId: own.tabId + 100 }, { ...own, documentId: 'other' }];
    for (const from of impostors) {
      expect(await done(world, world.queue.approve(id, from))).toBe('refused');
      await done(world, world.queue.reject(id, from));
    }
    expect(world.statuses).toEqual([`${call} pending`]);
    expect(world.acts).toEqual([]);
  });

  test('about a request that is over, or unknown, changes nothing', async () => {
    const { world, call, id } = await waitingFor();
    world.cancel(call);
    await world.settle();
    expect(await done(world, world.queue.approve(id, world.own))).toBe('refused');
    await done(world, world.queue.reject(id, world.own));
    expect(await done(world, world.queue.approve('unknown', world.own))).toBe('refused');
    expect(world.statuses).toEqual([`${call} cancelled`]);
  });

  test('to dismiss removes what is over, and nothing else', async () => {
    const { world, call, id } = await waitingFor();
    await done(world, world.queue.dismiss(id, world.own));
    expect(world.statuses).toEqual([`${call} pending`]);
    world.cancel(call);
    await done(world, world.queue.dismiss(id, world.own));
    expect(world.statuses).toEqual([]);
  });

  test('on the last request closes the window, which rejects nothing', async () => {
    const { world, call, id } = await waitingFor();
    await done(world, world.queue.approve(id, world.own));
    await done(world, world.queue.dismiss(id, world.own));
    expect(world.windows.size).toBe(0);
    expect(world.heard.map(({ callId, answer }) => [callId, answer.ok])).toEqual([[call, true]]);
  });
});

describe('a decision to approve that wakes the worker', () => {
  test('waits for the page, and fails for a connection that closed meanwhile', async () => {
    const { world, call, id } = await waitingFor();
    const { own } = world;
    world.isPageSilent = true;
    world.restartWorker();
    const reply = world.queue.approve(id, own);
    await world.settleNow();
    expect(world.statuses).toEqual([`${call} pending`]);
    world.isPageSilent = false;
    world.reconnect('another');
    await world.settleNow();
    expect([await reply, world.statuses, world.acts]).toEqual(['refused', [`${call} voided`], []]);
  });

  test('has no effect when the page stays silent', async () => {
    const { world, call, id } = await waitingFor();
    const { own } = world;
    world.isPageSilent = true;
    world.restartWorker();
    const reply = world.queue.approve(id, own).catch((error) => error);
    await world.settle();
    expect(await reply).toBeInstanceOf(Error);
    expect([world.statuses, world.acts]).toEqual([[`${call} pending`], []]);
  });
});

describe('closing', () => {
  test('our window rejects what waits and keeps what runs', async () => {
    const { world, call } = await executing('bookmarks.remove');
    const waiting = world.request();
    await world.settle();
    world.closeWindow(world.own.windowId);
    await world.settle();
    expect(world.fateOf(waiting)).toBe('USER_REJECTED');
    expect(world.statuses).toEqual([`${call} executing`]);
  });

  test('our window drops what is over', async () => {
    const { world, call } = await waitingFor();
    world.cancel(call);
    await world.settle();
    world.closeWindow(world.own.windowId);
    await world.settle();
    expect(world.statuses).toEqual([]);
  });

  test('our window while it opens rejects as well', async () => {
    const world = new World();
    world.closesAtOnce = true;
    const call = world.request();
    await world.settle();
    expect(world.fateOf(call)).toBe('USER_REJECTED');
  });

  test('our window by moving its tab elsewhere rejects nothing, and a new window takes its place', async () => {
    const { world, call } = await waitingFor();
    const { windowId } = world.own;
    world.moveTab(windowId);
    await world.settle();
    expect([world.statuses, world.heard]).toEqual([[`${call} pending`], []]);
    expect(world.own.windowId).not.toBe(windowId);
    expect(world.windows.size).toBe(1);
  });

  test('another window rejects nothing', async () => {
    const { world, call } = await waitingFor();
    world.queue.windowRemoved(STRANGER.windowId);
    await world.settle();
    expect(world.statuses).toEqual([`${call} pending`]);
  });

  test('the whole browser, which ends the worker, rejects nothing', async () => {
    const { world, call } = await waitingFor();
    world.closeWindow(world.own.windowId);
    await world.settleNow();
    world.restartWorker();
    await world.settle();
    expect(world.fateOf(call)).toBe(undefined);
    expect(world.statuses).toEqual([`${call} pending`]);
  });
});

test('a reloaded approval page gives way to a new window, and nothing is rejected', async () => {
  const { world, call, id } = await waitingFor();
  const old = world.own;
  const reload = world.reload();
  await world.settle();
  await reload;
  expect(world.statuses).toEqual([`${call} pending`]);
  expect([...world.windows.keys()]).toEqual([world.own.windowId]);
  expect(world.own.windowId).not.toBe(old.windowId);
  expect(await done(world, world.queue.approve(id, old))).toBe('refused');
  expect(await done(world, world.queue.approve(id, world.own))).toBe('executing');
});

test('the worker is to be awake at the next deadline, and sooner while it carries something out', async () => {
  const { world } = await waitingFor();
  expect(nextWake(world.published, world.now)).toBe(world.now + DECISION_MS);
  const { world: acting } = await executing('bookmarks.remove');
  expect(nextWake(acting.published, acting.now)).toBe(acting.now + ACT_WATCH_MS);
  expect(nextWake(acting.published, acting.now + DECISION_MS - 1)).toBe(acting.now + DECISION_MS);
  const { world: uninstalling } = await executing('extensions.uninstall');
  expect(nextWake(uninstalling.published, uninstalling.now)).toBe(uninstalling.now + DECISION_MS);
});

test('showing an empty queue opens nothing', async () => {
  const world = new World();
  world.queue.show();
  await world.settle();
  expect(world.windows.size).toBe(0);
});

test('a step whose storage fails changes nothing, and the next one works', async () => {
  const { world, call, id } = await waitingFor();
  world.storageFailure = new Error('Not stored');
  const failed = world.queue.reject(id, world.own);
  failed.catch(() => undefined);
  await world.settle();
  await expect(failed).rejects.toThrow('Not stored');
  expect([world.statuses, world.heard]).toEqual([[`${call} pending`], []]);
  world.storageFailure = null;
  await done(world, world.queue.reject(id, world.own));
  expect(world.fateOf(call)).toBe('USER_REJECTED');
});
