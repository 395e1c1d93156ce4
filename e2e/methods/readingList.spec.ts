import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

/** URLs Chrome's own query throws on, since the list could never hold them. */
const NEVER_LISTED = ['ftp://one.example/', 'chrome://version/', 'no url', ''];

const ownEntries = (worker: Worker) =>
  worker.evaluate(async () =>
    (await chrome.readingList.query({})).map(({ url, title, hasBeenRead }) => ({ url, title, hasBeenRead })),
  );

test.beforeEach(async ({ worker }) => {
  await worker.evaluate(async () => {
    for (const { url } of await chrome.readingList.query({})) await chrome.readingList.removeEntry({ url });
  });
});

test('entries are added, listed newest first, marked and removed', async ({ methods, worker }) => {
  const [a, b, c] = ['https://a.example/', 'https://b.example/', 'http://c.example/x?y#z'] as const;
  const started = Date.now();
  expect(await methods.works('readingList.add', { url: a })).toEqual({ url: a, title: a });
  expect(await methods.works('readingList.add', { url: b, title: 'Bread' })).toEqual({
    url: b,
    title: 'Bread',
  });
  await methods.works('readingList.add', { url: c });

  const { entries, hasMore, contentTrust } = await methods.works('readingList.list', {});
  expect([hasMore, contentTrust]).toEqual([false, 'untrusted-page-content']);
  expect(entries.map(({ url, title, read }) => ({ url, title, read }))).toEqual([
    { url: c, title: c, read: false },
    { url: b, title: 'Bread', read: false },
    { url: a, title: a, read: false },
  ]);
  for (const { createdAt, updatedAt } of entries) {
    expect(createdAt).toBeGreaterThanOrEqual(started - 1);
    expect(updatedAt).toBeLessThanOrEqual(Date.now() + 1);
  }

  expect(await methods.works('readingList.markRead', { urls: [a, b, a] })).toEqual({
    urls: [a, b],
    read: true,
  });
  const urlsOf = async (input: { read?: boolean; limit?: number }) =>
    (await methods.works('readingList.list', input)).entries.map(({ url }) => url);
  expect(await urlsOf({ read: true })).toEqual([b, a]);
  expect(await urlsOf({ read: false })).toEqual([c]);
  await methods.works('readingList.markRead', { urls: [a], read: false });
  expect(await urlsOf({ read: false })).toEqual([c, a]);
  expect(await methods.works('readingList.list', { limit: 2 })).toMatchObject({
    entries: [{ url: c }, { url: b }],
    hasMore: true,
  });
  expect(await methods.works('readingList.list', { limit: 3 })).toMatchObject({ hasMore: false });

  expect(await methods.works('readingList.remove', { urls: [b, a], confirm: true })).toEqual({
    urls: [b, a],
  });
  expect(await ownEntries(worker)).toMatchObject([{ url: c }]);
});

test('what is not in the list changes nothing, also behind what is', async ({ methods, worker }) => {
  const url = 'https://listed.example/';
  await methods.works('readingList.add', { url });
  const before = await ownEntries(worker);
  for (const missing of ['https://missing.example/', ...NEVER_LISTED]) {
    await methods.allFail('NOT_FOUND', [
      ['readingList.markRead', { urls: [url, missing] }],
      ['readingList.remove', { urls: [url, missing], confirm: true }],
    ]);
  }
  expect(await ownEntries(worker)).toEqual(before);
});

test('a URL that is listed already is a conflict, and its entry stays', async ({ methods, worker }) => {
  const url = 'https://twice.example/';
  await methods.works('readingList.add', { url, title: 'First' });
  await methods.fails('readingList.add', 'CONFLICT', { url, title: 'Second' });
  // The same URL, written otherwise.
  await methods.fails('readingList.add', 'CONFLICT', { url: 'HTTPS://TWICE.example' });
  expect(await ownEntries(worker)).toEqual([{ url, title: 'First', hasBeenRead: false }]);
});

test('nothing is removed without confirmation', async ({ methods, worker }) => {
  const url = 'https://kept.example/';
  await methods.works('readingList.add', { url });
  await methods.fails('readingList.remove', 'CONFIRMATION_REQUIRED', { urls: [url] });
  await methods.fails('readingList.remove', 'CONFIRMATION_REQUIRED', { urls: ['https://missing.example/'] });
  expect(await ownEntries(worker)).toMatchObject([{ url }]);
});

test('what the contract or the list does not take is refused', async ({ methods, worker }) => {
  await methods.allFail('INVALID_REQUEST', [
    ['readingList.list', { limit: 0 }],
    ['readingList.list', { limit: 1001 }],
    ['readingList.list', { read: 'no' }],
    ['readingList.add', {}],
    ...NEVER_LISTED.map((url) => ['readingList.add', { url }] as const),
    ['readingList.markRead', { urls: [] }],
    ['readingList.remove', { urls: [], confirm: true }],
  ]);
  expect(await ownEntries(worker)).toEqual([]);
});

test('without chrome.readingList every method says so', async ({ methods }) => {
  const urls = ['https://a.example/'];
  await methods.without('readingList', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['readingList.list', {}],
        ['readingList.add', { url: 'https://a.example/' }],
        ['readingList.markRead', { urls }],
        ['readingList.remove', { urls, confirm: true }],
      ],
      'chrome.readingList',
    ),
  );
});
