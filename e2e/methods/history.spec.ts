import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

/** Pages to visit that no other test has, since all share one history. */
const pagesOf = (name: string, ...paths: string[]) => paths.map((path) => `https://${name}.example/${path}`);

const visit = (worker: Worker, ...urls: string[]) =>
  worker.evaluate(async (all) => {
    for (const url of all) await chrome.history.addUrl({ url });
  }, urls);

/** Of these URLs, those that Chrome's history holds. */
const held = (worker: Worker, urls: readonly string[]) =>
  worker.evaluate(
    async (all) => {
      const visits = await Promise.all(all.map((url) => chrome.history.getVisits({ url })));
      return all.filter((_, index) => (visits[index] ?? []).length > 0);
    },
    [...urls],
  );

test('history is searched newest first, with whole milliseconds and a page', async ({
  methods,
  worker,
  site,
}) => {
  const [a = '', b = '', c = ''] = pagesOf('search', 'a', 'b', 'c');
  await visit(worker, a, b, b, c);
  const { items, hasMore, contentTrust } = await methods.works('history.search', { text: 'search.example' });
  expect([hasMore, contentTrust]).toEqual([false, 'untrusted-page-content']);
  expect(items.map(({ url, visitCount }) => [url, visitCount])).toEqual([
    [c, 1],
    [b, 2],
    [a, 1],
  ]);
  // Chrome's own times have fractions; the contract's are whole.
  const own = await worker.evaluate(async (url) => {
    const [item] = await chrome.history.search({ text: url, startTime: 0 });
    return item?.lastVisitTime ?? 0;
  }, c);
  expect(Number.isInteger(own)).toBe(false);
  expect(items[0]?.lastVisitTime).toBe(Math.round(own));

  expect(await methods.works('history.search', { text: 'search.example', limit: 2 })).toMatchObject({
    items: [{ url: c }, { url: b }],
    hasMore: true,
  });
  expect(await methods.works('history.search', { text: 'search.example', limit: 3 })).toMatchObject({
    hasMore: false,
  });

  const page = site.url('titled');
  await methods.works('tabs.open', { url: page });
  await expect
    .poll(async () => (await methods.works('history.search', { text: page })).items)
    .toMatchObject([{ url: page, title: '/titled', visitCount: 1 }]);
});

test('each visit of a URL is listed, newest first', async ({ methods, worker }) => {
  const [url = '', never = ''] = pagesOf('visits', 'page', 'never');
  const started = Date.now();
  await visit(worker, url, url, url);
  const { visits, hasMore } = await methods.works('history.visits', { url });
  expect([visits.length, hasMore]).toEqual([3, false]);
  const times = visits.map(({ visitTime }) => visitTime);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const own = await worker.evaluate((visited) => chrome.history.getVisits({ url: visited }), url);
  const shown = own.map(({ visitTime = 0, transition }) => ({
    visitTime: Math.round(visitTime),
    transition,
  }));
  expect(visits).toEqual(shown.toSorted((one, other) => other.visitTime - one.visitTime));
  expect(times.at(-1)).toBeGreaterThanOrEqual(started - 1);
  expect(await methods.works('history.visits', { url, limit: 2 })).toMatchObject({ hasMore: true });
  expect(await methods.works('history.visits', { url: never })).toEqual({ visits: [], hasMore: false });
});

test('URLs are removed, and those never visited are no error', async ({ methods, worker }) => {
  const pages = pagesOf('remove', 'a', 'b', 'c');
  const [a = '', b = '', c = ''] = pages;
  await visit(worker, ...pages);
  const never = 'https://never.example/';
  expect(await methods.works('history.remove', { urls: [a, never, b, a], confirm: true })).toEqual({
    urls: [a, never, b],
  });
  expect(await held(worker, pages)).toEqual([c]);
});

test('a range is cleared, and then everything', async ({ methods, worker }) => {
  const pages = pagesOf('clear', 'before', 'within', 'after');
  const [before = '', within = '', after = ''] = pages;
  await visit(worker, before);
  const startTime = await worker.evaluate(
    () => new Promise<number>((resolve) => setTimeout(() => resolve(Date.now()), 5)),
  );
  await visit(worker, within);
  const endTime = await worker.evaluate(
    () => new Promise<number>((resolve) => setTimeout(() => resolve(Date.now()), 5)),
  );
  await visit(worker, after);
  expect(await methods.works('history.clear', { startTime, endTime, confirm: true })).toEqual({ all: false });
  expect(await held(worker, pages)).toEqual([before, after]);
  await methods.works('history.clear', { endTime, confirm: true });
  expect(await held(worker, pages)).toEqual([after]);
  await methods.works('history.clear', { startTime, confirm: true });
  expect(await held(worker, pages)).toEqual([]);
  await visit(worker, before);
  expect(await methods.works('history.clear', { confirm: true })).toEqual({ all: true });
  expect(await worker.evaluate(() => chrome.history.search({ text: '', startTime: 0 }))).toEqual([]);
});

test('nothing is deleted without confirmation', async ({ methods, worker }) => {
  const pages = pagesOf('kept', 'a');
  await visit(worker, ...pages);
  await methods.allFail('CONFIRMATION_REQUIRED', [
    ['history.remove', { urls: pages }],
    ['history.clear', {}],
    ['history.clear', { startTime: 2, endTime: 1 }],
  ]);
  expect(await held(worker, pages)).toEqual(pages);
});

test('what makes no sense is refused, and nothing is deleted', async ({ methods, worker }) => {
  const pages = pagesOf('refused', 'a');
  await visit(worker, ...pages);
  await methods.allFail('INVALID_REQUEST', [
    ['history.search', { limit: 1001 }],
    ['history.search', { startTime: -1 }],
    ['history.search', { startTime: 0.5 }],
    ['history.search', { startTime: 2, endTime: 1 }],
    ['history.visits', { url: 'no url' }],
    ['history.visits', {}],
    ['history.remove', { urls: [], confirm: true }],
    ['history.remove', { urls: [...pages, 'no url'], confirm: true }],
    ['history.remove', { urls: pages, confirm: false }],
    ['history.clear', { startTime: 2, endTime: 1, confirm: true }],
    ['history.clear', { confirm: 'true' }],
  ]);
  expect(await held(worker, pages)).toEqual(pages);
});

test('without chrome.history every method says so', async ({ methods, worker }) => {
  const pages = pagesOf('unsupported', 'a');
  await visit(worker, ...pages);
  await methods.without('history', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['history.search', {}],
        ['history.visits', { url: 'https://a.example/' }],
        ['history.remove', { urls: pages, confirm: true }],
        ['history.clear', { confirm: true }],
      ],
      'chrome.history',
    ),
  );
  expect(await held(worker, pages)).toEqual(pages);
});
