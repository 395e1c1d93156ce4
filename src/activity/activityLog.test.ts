import { describe, expect, test, vi } from 'vitest';
import type { ActivityEntry } from '../../shared/activity.ts';
import { ActivityLog } from './activityLog.ts';

const START = 1_700_000_000_000 - (1_700_000_000_000 % 60_000);

/** A worker's life over a store that outlives it. */
function world(kept = new Map<number, ActivityEntry>(), settings: Record<string, unknown> = {}) {
  let timers: (() => void)[] = [];
  const clock = { now: START };
  const changed = vi.fn();
  const targetsOf = vi.fn(async () => ({ targets: [{ title: 'A' }], moreTargets: 0 }));
  const put = vi.fn(async (entries: readonly ActivityEntry[]) => {
    for (const entry of entries) kept.set(entry.id, entry);
  });
  const log = new ActivityLog({
    store: {
      put,
      all: async () => [...kept.values()].sort((one, other) => other.id - one.id),
      clear: async () => kept.clear(),
    },
    settings: {
      get: async () => settings,
      set: async (values) => void Object.assign(settings, values),
    },
    targetsOf,
    now: () => clock.now,
    startTimer: (_, act) => void timers.push(act),
    changed,
  });
  const gather = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const act of timers.splice(0)) act();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const die = () => {
    timers = [];
  };
  return { log, kept, settings, clock, changed, targetsOf, put, gather, die };
}

type World = ReturnType<typeof world>;

function call(
  { log, clock }: World,
  method: ActivityEntry['method'],
  input = {},
  caller = 'agent',
  tookMs = 5,
) {
  const note = log.begin(method, caller);
  note.runs(input);
  clock.now += tookMs;
  note.ended('done');
}

describe('a call that changes something', () => {
  test('is listed by itself: when, by whom, what, about what, how it ended, how long it took', async () => {
    const here = world();
    call(here, 'tabs.open', { url: 'https://a.test/' });
    await here.gather();
    expect([...here.kept.values()]).toEqual([
      {
        id: START * 1_000,
        at: START,
        caller: 'agent',
        method: 'tabs.open',
        targets: [{ title: 'A' }],
        moreTargets: 0,
        outcome: 'done',
        count: 1,
        durationMs: 5,
      },
    ]);
    expect(here.targetsOf.mock.calls).toEqual([['tabs.open', { url: 'https://a.test/' }]]);
    expect(here.changed).toHaveBeenCalledTimes(1);
  });

  test('is listed as often as it comes, newest first', async () => {
    const here = world();
    for (const method of ['tabs.open', 'tabs.close', 'tabs.open'] as const) call(here, method);
    await here.gather();
    const { entries } = await here.log.view();
    expect(entries.map(({ method }) => method)).toEqual(['tabs.open', 'tabs.close', 'tabs.open']);
  });

  test('that failed is listed with its code', async () => {
    const { log, kept, gather } = world();
    log.begin('history.clear', null).ended('CONFIRMATION_REQUIRED');
    await gather();
    expect([...kept.values()]).toMatchObject([
      { caller: null, outcome: 'CONFIRMATION_REQUIRED', targets: [] },
    ]);
  });
});

describe('calls that only look', () => {
  test('are counted by caller, method and minute', async () => {
    const here = world();
    for (let n = 0; n < 300; n += 1) call(here, 'tabs.list', {}, 'agent', 1);
    call(here, 'tabs.list', {}, 'other');
    call(here, 'windows.list');
    await here.gather();
    expect([...here.kept.values()].map(({ method, caller, count }) => [method, caller, count])).toEqual([
      ['tabs.list', 'agent', 300],
      ['tabs.list', 'other', 1],
      ['windows.list', 'agent', 1],
    ]);
    here.clock.now += 60_000;
    call(here, 'tabs.list');
    await here.gather();
    expect(here.kept.size).toBe(4);
  });

  test('are stored once however many they are, and their titles asked for once', async () => {
    const here = world();
    for (let n = 0; n < 1_000; n += 1) call(here, 'debugger.send', { tabId: 7, method: 'x' }, 'agent', 0);
    await here.gather();
    expect(here.targetsOf.mock.calls).toEqual([['debugger.send', { tabId: 7 }]]);
    expect(here.put).toHaveBeenCalledTimes(1);
    expect([...here.kept.values()]).toMatchObject([{ count: 1_000, targets: [{ title: 'A' }] }]);
  });

  test('go on being counted after they were stored', async () => {
    const here = world();
    call(here, 'tabs.list');
    await here.gather();
    call(here, 'tabs.list');
    await here.gather();
    expect([...here.kept.values()]).toMatchObject([{ count: 2, durationMs: 10 }]);
  });
});

test('calls that the pause refuses are counted, whatever they are', async () => {
  const { log, kept, gather } = world();
  for (let n = 0; n < 50; n += 1) log.begin('tabs.open', 'agent').ended('paused');
  await gather();
  expect([...kept.values()]).toMatchObject([{ outcome: 'paused', count: 50 }]);
});

test('a later life of the worker goes on after an earlier one', async () => {
  const first = world();
  call(first, 'tabs.open');
  await first.gather();
  first.die();
  const next = world(first.kept);
  next.clock.now = first.clock.now;
  call(next, 'tabs.close');
  await next.gather();
  expect((await next.log.view()).entries.map(({ method }) => method)).toEqual(['tabs.close', 'tabs.open']);
});

describe('switched off', () => {
  test('nothing is kept, over lives of the worker too; what was kept stays', async () => {
    const here = world();
    call(here, 'tabs.open');
    await here.log.setOn(false);
    call(here, 'tabs.close');
    await here.gather();
    const { isOn, entries } = await here.log.view();
    expect([isOn, entries.map(({ method }) => method)]).toEqual([false, ['tabs.open']]);
    const next = world(here.kept, here.settings);
    call(next, 'tabs.close');
    await next.gather();
    expect(next.kept.size).toBe(1);
    await next.log.setOn(true);
    next.clock.now += 60_000;
    call(next, 'tabs.close');
    await next.gather();
    expect(next.kept.size).toBe(2);
  });
});

test('clearing forgets also what was not stored yet', async () => {
  const here = world();
  call(here, 'tabs.open');
  await here.gather();
  call(here, 'tabs.list');
  await here.log.clear();
  await here.gather();
  expect(await here.log.view()).toEqual({ isOn: true, entries: [] });
});

test('a store that fails is reported, and hurts no call', async () => {
  const here = world();
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  here.put.mockRejectedValueOnce(new Error('disk full'));
  call(here, 'tabs.open', { url: 'https://s3cret.test/' });
  await here.gather();
  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.calls.flat().join()).not.toContain('s3cret');
  error.mockRestore();
});
