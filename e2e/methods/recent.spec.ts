import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';
import type { Methods } from '../support/methods.ts';

/** Opens a tab, or a window of tabs, and closes it once its pages have loaded. */
async function closeTab(worker: Worker, url: string): Promise<void> {
  const id = await worker.evaluate(async (page) => (await chrome.tabs.create({ url: page })).id ?? -1, url);
  await expect
    .poll(() => worker.evaluate(async (tab) => (await chrome.tabs.get(tab)).status, id))
    .toBe('complete');
  await worker.evaluate((tab) => chrome.tabs.remove(tab), id);
}

async function closeWindow(worker: Worker, url: string[]): Promise<void> {
  const id = await worker.evaluate(
    async (pages) => (await chrome.windows.create({ url: pages }))?.id ?? -1,
    url,
  );
  const loading = () =>
    worker.evaluate(
      async (windowId) => (await chrome.tabs.query({ windowId, status: 'loading' })).length,
      id,
    );
  await expect.poll(loading).toBe(0);
  await worker.evaluate((window) => chrome.windows.remove(window), id);
}

/** The closed item of this URL, as soon as Chrome lists it. */
async function closedItem(methods: Methods, url: string) {
  const find = async () => (await methods.works('recent.list', {})).items.find((item) => item.url === url);
  await expect.poll(find).toBeDefined();
  const item = await find();
  if (item === undefined) throw new Error(`${url} is not listed`);
  return item;
}

const openUrls = (worker: Worker) =>
  worker.evaluate(async () =>
    (await chrome.tabs.query({})).map(({ url = '', pendingUrl = '' }) => pendingUrl || url),
  );

test('closed tabs and windows are listed newest first, and restored', async ({ methods, worker, site }) => {
  const started = Math.floor(Date.now() / 1000) * 1000;
  await closeTab(worker, site.url('tab'));
  await closeWindow(worker, [site.url('first'), site.url('second')]);
  const window = await closedItem(methods, site.url('first'));
  const tab = await closedItem(methods, site.url('tab'));
  expect(window).toMatchObject({ type: 'window', title: '/first', tabCount: 2 });
  expect(tab).toEqual({
    sessionId: expect.any(String),
    type: 'tab',
    closedTime: expect.any(Number),
    title: '/tab',
    url: site.url('tab'),
  });
  // Chrome counts whole seconds; the contract counts milliseconds.
  for (const { closedTime } of [window, tab]) {
    expect(closedTime % 1000).toBe(0);
    expect(closedTime).toBeGreaterThanOrEqual(started);
    expect(closedTime).toBeLessThanOrEqual(Date.now());
  }
  const { items, hasMore, contentTrust } = await methods.works('recent.list', { limit: 1 });
  expect([items, hasMore, contentTrust]).toEqual([[window], true, 'untrusted-page-content']);

  const { tabId } = await methods.works('recent.restore', { sessionId: tab.sessionId });
  expect(await worker.evaluate((id) => chrome.tabs.get(id ?? -1), tabId)).toMatchObject({ id: tabId });
  expect(await openUrls(worker)).toContain(site.url('tab'));
  const { windowId } = await methods.works('recent.restore', { sessionId: window.sessionId });
  const restored = await worker.evaluate((id) => chrome.tabs.query({ windowId: id ?? -1 }), windowId);
  expect(restored.map(({ url, pendingUrl }) => pendingUrl || url)).toEqual([
    site.url('first'),
    site.url('second'),
  ]);
});

test('without an ID the latest comes back', async ({ methods, worker, site }) => {
  await closeTab(worker, site.url('earlier'));
  await closeTab(worker, site.url('latest'));
  await closedItem(methods, site.url('latest'));
  await methods.works('recent.restore', {});
  const urls = await openUrls(worker);
  expect(urls).toContain(site.url('latest'));
  expect(urls).not.toContain(site.url('earlier'));
});

test('what cannot be restored opens nothing', async ({ methods, worker }) => {
  const before = await openUrls(worker);
  await methods.allFail('NOT_FOUND', [
    ['recent.restore', { sessionId: '999999' }],
    ['recent.restore', { sessionId: 'no id' }],
    // The empty ID is unknown, not the latest.
    ['recent.restore', { sessionId: '' }],
  ]);
  await methods.allFail('INVALID_REQUEST', [
    ['recent.list', { limit: 0 }],
    ['recent.list', { limit: 26 }],
    ['recent.restore', { sessionId: 1 }],
  ]);
  await methods.without('sessions', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['recent.list', {}],
        ['recent.restore', {}],
      ],
      'chrome.sessions',
    ),
  );
  expect(await openUrls(worker)).toEqual(before);
});
