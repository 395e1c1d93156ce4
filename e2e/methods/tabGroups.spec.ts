import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

const UNKNOWN = 999_999;

/** Opens a window with this many tabs, and gives their IDs. */
const plantWindow = (worker: Worker, count: number): Promise<{ windowId: number; tabIds: number[] }> =>
  worker.evaluate(async (size) => {
    const url = Array.from({ length: size }, () => 'about:blank');
    const { id = -1, tabs = [] } = (await chrome.windows.create({ url, focused: false })) ?? {};
    return { windowId: id, tabIds: tabs.map((tab) => tab.id ?? -1) };
  }, count);

const groupsOf = (worker: Worker, tabIds: readonly number[]) =>
  worker.evaluate(
    (ids) => Promise.all(ids.map(async (id) => (await chrome.tabs.get(id)).groupId)),
    [...tabIds],
  );

test('tabs are grouped, the group is listed and changed, and tabs leave it', async ({ methods, worker }) => {
  const { windowId, tabIds } = await plantWindow(worker, 3);
  const [one = 0, two = 0, three = 0] = tabIds;
  const { groupId } = await methods.works('tabGroups.create', {
    tabIds: [two, one, two],
    title: 'Soups',
    color: 'cyan',
  });
  expect(await groupsOf(worker, tabIds)).toEqual([groupId, groupId, -1]);
  expect(await methods.works('tabGroups.add', { groupId, tabIds: [three] })).toEqual({
    groupId,
    tabIds: [three],
  });
  const group = { groupId, windowId, title: 'Soups', color: 'cyan', collapsed: false, tabCount: 3 };
  expect(await methods.works('tabGroups.list', { windowId })).toEqual({
    groups: [group],
    contentTrust: 'untrusted-page-content',
  });
  expect((await methods.works('tabGroups.list', {})).groups).toContainEqual(group);

  await methods.works('tabGroups.edit', { groupId, title: '', color: 'red', collapsed: true });
  const own = await worker.evaluate((id) => chrome.tabGroups.get(id), groupId);
  expect(own).toMatchObject({ title: '', color: 'red', collapsed: true });
  await methods.works('tabGroups.edit', { groupId, collapsed: false });
  expect(await worker.evaluate((id) => chrome.tabGroups.get(id), groupId)).toMatchObject({
    collapsed: false,
  });

  expect(await methods.works('tabGroups.ungroup', { tabIds: [three, one, two] })).toEqual({
    tabIds: [three, one, two],
  });
  expect(await groupsOf(worker, tabIds)).toEqual([-1, -1, -1]);
  // The last tab that leaves takes the group with it.
  expect(await methods.works('tabGroups.list', { windowId })).toMatchObject({ groups: [] });
  // A tab in no group is no error.
  await methods.works('tabGroups.ungroup', { tabIds: [one] });
});

test('a group is made in the window of its tabs, not in the one in front', async ({ methods, worker }) => {
  const { windowId, tabIds } = await plantWindow(worker, 2);
  const front = await plantWindow(worker, 1);
  await methods.works('windows.focus', { windowId: front.windowId });
  const { groupId } = await methods.works('tabGroups.create', { tabIds });
  expect(await worker.evaluate((id) => chrome.tabGroups.get(id), groupId)).toMatchObject({ windowId });
  expect(await worker.evaluate((id) => chrome.tabs.get(id), tabIds[0] ?? -1)).toMatchObject({ windowId });
});

test('an unknown tab, group or window changes nothing', async ({ methods, worker }) => {
  const { tabIds } = await plantWindow(worker, 2);
  const [one = 0, two = 0] = tabIds;
  const { groupId } = await methods.works('tabGroups.create', { tabIds: [one] });
  const before = await groupsOf(worker, tabIds);
  await methods.allFail('NOT_FOUND', [
    ['tabGroups.list', { windowId: UNKNOWN }],
    ['tabGroups.create', { tabIds: [two, UNKNOWN] }],
    ['tabGroups.add', { groupId: UNKNOWN, tabIds: [two] }],
    ['tabGroups.add', { groupId, tabIds: [two, UNKNOWN] }],
    ['tabGroups.edit', { groupId: UNKNOWN, title: 'x' }],
    ['tabGroups.ungroup', { tabIds: [one, UNKNOWN] }],
  ]);
  expect(await groupsOf(worker, tabIds)).toEqual(before);
});

test('what makes no sense is refused, by the contract or by the method', async ({ methods, worker }) => {
  const here = await plantWindow(worker, 1);
  const there = await plantWindow(worker, 1);
  const tabIds = [...here.tabIds, ...there.tabIds];
  const { groupId } = await methods.works('tabGroups.create', { tabIds: here.tabIds });
  const before = await groupsOf(worker, tabIds);
  await methods.allFail('INVALID_REQUEST', [
    ['tabGroups.list', { windowId: 'front' }],
    ['tabGroups.create', { tabIds: [] }],
    ['tabGroups.create', { tabIds: there.tabIds, color: 'mauve' }],
    ['tabGroups.create', { tabIds }],
    ['tabGroups.add', { groupId }],
    ['tabGroups.edit', { groupId, color: 'mauve' }],
    ['tabGroups.edit', { groupId }],
    // Nothing to change is told before the group is looked for.
    ['tabGroups.edit', { groupId: UNKNOWN }],
    ['tabGroups.ungroup', { tabIds: [] }],
  ]);
  expect(await groupsOf(worker, tabIds)).toEqual(before);
});

test('without chrome.tabGroups every method says so', async ({ methods, worker }) => {
  const { tabIds } = await plantWindow(worker, 1);
  await methods.without('tabGroups', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['tabGroups.list', {}],
        ['tabGroups.create', { tabIds }],
        ['tabGroups.add', { groupId: UNKNOWN, tabIds }],
        ['tabGroups.edit', { groupId: UNKNOWN, title: 'x' }],
        ['tabGroups.ungroup', { tabIds }],
      ],
      'chrome.tabGroups',
    ),
  );
  expect(await groupsOf(worker, tabIds)).toEqual([-1]);
});
