import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

const UNKNOWN = 999_999;

/** Opens background tabs in the front window, past the methods that are tested. */
const plant = (worker: Worker, ...urls: string[]): Promise<number[]> =>
  worker.evaluate(async (all) => {
    const tabs = await Promise.all(all.map((url) => chrome.tabs.create({ url, active: false })));
    return tabs.map(({ id = -1 }) => id);
  }, urls);

const tabOf = (worker: Worker, tabId: number) => worker.evaluate((id) => chrome.tabs.get(id), tabId);

const orderOf = (worker: Worker) =>
  worker.evaluate(async () => (await chrome.tabs.query({ currentWindow: true })).map(({ id = -1 }) => id));

test('tabs are opened, listed, activated, moved, duplicated and closed', async ({
  methods,
  worker,
  site,
}) => {
  const { tabId: one } = await methods.works('tabs.open', { url: site.url('one') });
  const { tabId: two } = await methods.works('tabs.open', { url: site.url('two'), background: true });
  expect((await tabOf(worker, one)).active).toBe(true);
  expect((await tabOf(worker, two)).active).toBe(false);
  await expect.poll(async () => (await tabOf(worker, two)).title).toBe('/two');

  const { windowId } = await tabOf(worker, two);
  const { tabs, contentTrust } = await methods.works('tabs.list', { windowId });
  expect(tabs).toContainEqual({
    tabId: two,
    windowId,
    active: false,
    pinned: false,
    groupId: -1,
    title: '/two',
    url: site.url('two'),
  });
  expect(contentTrust).toBe('untrusted-page-content');

  expect(await methods.works('tabs.activate', { tabId: two })).toEqual({ tabId: two, windowId });
  expect((await tabOf(worker, two)).active).toBe(true);

  expect(await methods.works('tabs.move', { tabIds: [two, one, two], index: 0 })).toEqual({
    tabIds: [two, one],
  });
  expect((await orderOf(worker)).slice(0, 2)).toEqual([two, one]);
  await methods.works('tabs.move', { tabIds: [two] });
  expect((await orderOf(worker)).at(-1)).toBe(two);

  const { tabId: copy } = await methods.works('tabs.duplicate', { tabId: one });
  await expect.poll(async () => (await tabOf(worker, copy)).url).toBe(site.url('one'));

  expect(await methods.works('tabs.close', { tabIds: [one, copy] })).toEqual({ tabIds: [one, copy] });
  expect(await orderOf(worker)).not.toContain(one);
  expect(await orderOf(worker)).not.toContain(copy);
});

test('tabs are pinned, muted and reloaded', async ({ methods, worker, site }) => {
  const tabIds = await plant(worker, site.url('a'), site.url('b'));
  const states = async () =>
    Promise.all(
      tabIds.map(async (id) => {
        const { pinned, mutedInfo } = await tabOf(worker, id);
        return { pinned, muted: mutedInfo?.muted };
      }),
    );
  await methods.works('tabs.pin', { tabIds });
  await methods.works('tabs.mute', { tabIds });
  expect(await states()).toEqual([
    { pinned: true, muted: true },
    { pinned: true, muted: true },
  ]);
  await methods.works('tabs.unpin', { tabIds });
  await methods.works('tabs.unmute', { tabIds });
  expect(await states()).toEqual([
    { pinned: false, muted: false },
    { pinned: false, muted: false },
  ]);

  const loads = (path: string) => site.requests.filter((request) => request.url === path);
  await expect.poll(() => loads('/a')).toHaveLength(1);
  expect(await methods.works('tabs.reload', { tabIds: tabIds.slice(0, 1), bypassCache: true })).toEqual({
    tabIds: tabIds.slice(0, 1),
  });
  await expect.poll(() => loads('/a').map(({ headers }) => headers['cache-control'])).toContain('no-cache');
});

test('an unknown tab or window changes nothing, also behind a known one', async ({
  methods,
  worker,
  site,
}) => {
  const [known = 0] = await plant(worker, site.url('known'));
  const before = await orderOf(worker);
  const several = [known, UNKNOWN];
  await methods.allFail('NOT_FOUND', [
    ['tabs.list', { windowId: UNKNOWN }],
    ['tabs.open', { url: site.url('x'), windowId: UNKNOWN }],
    ['tabs.activate', { tabId: UNKNOWN }],
    ['tabs.duplicate', { tabId: UNKNOWN }],
    ['tabs.close', { tabIds: several }],
    ['tabs.move', { tabIds: several, index: 0 }],
    ['tabs.move', { tabIds: [known], windowId: UNKNOWN }],
    ['tabs.pin', { tabIds: several }],
    ['tabs.unpin', { tabIds: several }],
    ['tabs.mute', { tabIds: several }],
    ['tabs.unmute', { tabIds: several }],
    ['tabs.reload', { tabIds: several }],
  ]);
  expect(await orderOf(worker)).toEqual(before);
  expect(await tabOf(worker, known)).toMatchObject({ pinned: false, mutedInfo: { muted: false } });
});

test('what the contract does not allow is refused', async ({ methods, worker, site }) => {
  const [tabId = 0] = await plant(worker, site.url('x'));
  const before = await orderOf(worker);
  await methods.allFail('INVALID_REQUEST', [
    ['tabs.list', { windowId: -1 }],
    ['tabs.open', { url: site.url('x'), beside: true }],
    ['tabs.close', { tabIds: [] }],
    ['tabs.activate', {}],
    ['tabs.move', { tabIds: [tabId], index: -2 }],
    ['tabs.pin', { tabIds: ['1'] }],
    ['tabs.unpin', { tabIds: [1.5] }],
    ['tabs.mute', { tabIds: tabId }],
    ['tabs.unmute', {}],
    ['tabs.reload', { tabIds: [tabId], bypassCache: 'yes' }],
    ['tabs.duplicate', { tabId: null }],
  ]);
  expect(await orderOf(worker)).toEqual(before);
});
