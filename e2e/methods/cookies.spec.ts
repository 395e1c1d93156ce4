import type { BrowserContext, Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';
import type { Site } from '../support/site.ts';

const DAY_MS = 86_400_000;

const ownCookies = (worker: Worker) => worker.evaluate(() => chrome.cookies.getAll({ partitionKey: {} }));

/** The names of the cookies Chrome holds. */
const ownNames = async (worker: Worker) => (await ownCookies(worker)).map(({ name }) => name).toSorted();

const setOwn = (worker: Worker, ...cookies: chrome.cookies.SetDetails[]) =>
  worker.evaluate(async (all) => {
    for (const cookie of all) await chrome.cookies.set(cookie);
  }, cookies);

/**
 * Lets Chrome store three cookies `chip`: a partitioned one of a first party, one of a third party embedded in it, and,
 * if asked for, one outside all partitions.
 */
async function plantChips(context: BrowserContext, site: Site, plain: boolean): Promise<string> {
  const chip = (value: string) => `chip=${value}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`;
  const firstParty = `http://localhost:${site.port}`;
  const inner = site.serve('third', (response) => {
    response.setHeader('set-cookie', chip('third'));
    response.end();
  });
  site.serve('first', (response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', [chip('first'), ...(plain ? ['chip=plain; Path=/'] : [])]);
    response.end(`<!doctype html><title>first</title><iframe src="${inner}"></iframe>`);
  });
  const page = await context.newPage();
  await page.goto(`${firstParty}/first`, { waitUntil: 'load' });
  return firstParty;
}

test.beforeEach(async ({ lab }) => {
  await lab.browser.context.clearCookies();
});

test('a cookie is set as asked, read, listed and removed', async ({ methods, worker }) => {
  const url = 'https://www.one.example/shop/cart';
  const expires = Math.round(Date.now() + 30 * DAY_MS);
  const full = {
    url,
    name: 'full',
    value: 'a=b',
    domain: 'one.example',
    path: '/shop',
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
    expires,
  } as const;
  const stored = {
    name: 'full',
    value: 'a=b',
    domain: '.one.example',
    path: '/shop',
    expires,
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
    session: false,
  };
  expect(await methods.works('cookies.set', full)).toEqual({
    cookie: stored,
    contentTrust: 'untrusted-page-content',
  });
  const bare = await methods.works('cookies.set', { url, name: 'bare', value: '' });
  expect(bare.cookie).toEqual({
    name: 'bare',
    value: '',
    domain: 'www.one.example',
    path: '/shop',
    secure: false,
    httpOnly: false,
    sameSite: 'unspecified',
    session: true,
  });
  expect(await methods.works('cookies.get', { url, name: 'full' })).toMatchObject({ cookie: stored });
  await setOwn(worker, { url: 'https://two.example/', name: 'other', value: '2' });

  const namesOf = async (input: object) =>
    (await methods.works('cookies.list', input)).items.map(({ name }) => name).toSorted();
  expect(await namesOf({})).toEqual(['bare', 'full', 'other']);
  expect(await namesOf({ url })).toEqual(['bare', 'full']);
  expect(await namesOf({ domain: 'one.example' })).toEqual(['bare', 'full']);
  expect(await namesOf({ domain: 'www.one.example' })).toEqual(['bare']);
  expect(await namesOf({ name: 'other' })).toEqual(['other']);
  expect(await methods.works('cookies.list', { limit: 2 })).toMatchObject({ hasMore: true });
  expect(await methods.works('cookies.list', { limit: 3 })).toMatchObject({ hasMore: false });

  expect(await methods.works('cookies.remove', { url, name: 'full', confirm: true })).toEqual({ deleted: 1 });
  expect(await ownNames(worker)).toEqual(['bare', 'other']);
});

test('cookies are cleared for a domain with its subdomains, and altogether', async ({ methods, worker }) => {
  await setOwn(
    worker,
    { url: 'https://one.example/', name: 'host', value: '1' },
    { url: 'https://www.one.example/deep/page', name: 'sub', value: '2' },
    { url: 'https://www.one.example/', domain: 'one.example', name: 'domain', value: '3', secure: true },
    { url: 'http://twoone.example/', name: 'elsewhere', value: '4' },
    { url: 'http://three.example/', name: 'third', value: '5' },
  );
  expect(await methods.works('cookies.clear', { domain: 'one.example', confirm: true })).toEqual({
    deleted: 3,
  });
  expect(await ownNames(worker)).toEqual(['elsewhere', 'third']);
  expect(await methods.works('cookies.clear', { all: true, confirm: true })).toEqual({ deleted: 2 });
  expect(await ownNames(worker)).toEqual([]);
});

test('partitioned cookies are listed with their site, and removed with their own key', async ({
  methods,
  worker,
  site,
  lab,
}) => {
  const firstParty = await plantChips(lab.browser.context, site, true);
  // Chrome's own default leaves the partitioned ones out.
  expect(await worker.evaluate(async () => (await chrome.cookies.getAll({})).length)).toBe(1);
  const { items } = await methods.works('cookies.list', { name: 'chip' });
  const shown = items.map(({ value, domain, partitionTopLevelSite }) => [
    value,
    domain,
    partitionTopLevelSite,
  ]);
  expect(shown.toSorted()).toEqual([
    ['first', 'localhost', 'http://localhost'],
    ['plain', 'localhost', undefined],
    ['third', '127.0.0.1', 'http://localhost'],
  ]);

  // One without a partition is preferred, and removing it leaves the partitioned one alone.
  const one = { url: `${firstParty}/`, name: 'chip' };
  expect(await methods.works('cookies.get', one)).toMatchObject({ cookie: { value: 'plain' } });
  expect(await methods.works('cookies.remove', { ...one, confirm: true })).toEqual({ deleted: 1 });
  expect(await methods.works('cookies.get', one)).toMatchObject({
    cookie: { value: 'first', partitionTopLevelSite: 'http://localhost' },
  });
  expect(await methods.works('cookies.remove', { ...one, confirm: true })).toEqual({ deleted: 1 });
  expect((await ownCookies(worker)).map(({ value }) => value)).toEqual(['third']);
  expect(await methods.works('cookies.clear', { domain: '127.0.0.1', confirm: true })).toEqual({
    deleted: 1,
  });
  expect(await ownCookies(worker)).toEqual([]);
});

test('clearing everything takes the partitioned cookies along', async ({ methods, worker, site, lab }) => {
  await plantChips(lab.browser.context, site, false);
  expect((await ownCookies(worker)).length).toBe(2);
  expect(await methods.works('cookies.clear', { all: true, confirm: true })).toEqual({ deleted: 2 });
  expect(await ownCookies(worker)).toEqual([]);
});

test('nothing is deleted without confirmation, for another cookie, or for a wrong call', async ({
  methods,
  worker,
}) => {
  const url = 'https://kept.example/';
  await setOwn(worker, { url, name: 'kept', value: '1' });
  await methods.allFail('CONFIRMATION_REQUIRED', [
    ['cookies.remove', { url, name: 'kept' }],
    ['cookies.clear', { all: true }],
    ['cookies.clear', {}],
  ]);
  await methods.allFail('NOT_FOUND', [
    ['cookies.get', { url, name: 'missing' }],
    ['cookies.get', { url: 'https://other.example/', name: 'kept' }],
    ['cookies.remove', { url, name: 'missing', confirm: true }],
  ]);
  await methods.allFail('INVALID_REQUEST', [
    ['cookies.list', { url, domain: 'kept.example' }],
    ['cookies.list', { limit: 1001 }],
    ['cookies.list', { url: '' }],
    ['cookies.list', { url: 'no url' }],
    ['cookies.get', { url: 'no url', name: 'kept' }],
    ['cookies.get', { url, name: '' }],
    ['cookies.remove', { url: 'no url', name: 'kept', confirm: true }],
    ['cookies.remove', { url, confirm: true }],
    ['cookies.clear', { confirm: true }],
    ['cookies.clear', { domain: 'kept.example', all: true, confirm: true }],
    ['cookies.clear', { all: false, confirm: true }],
  ]);
  expect(await ownNames(worker)).toEqual(['kept']);
});

test('a cookie that Chrome does not store is refused with the reason', async ({ methods, worker }) => {
  const url = 'https://one.example/page';
  const cookie = { url, name: 'x', value: '1' };
  await methods.allFail('INVALID_REQUEST', [
    ['cookies.set', { url, name: 'x' }],
    ['cookies.set', { ...cookie, url: 'no url' }],
    ['cookies.set', { ...cookie, url: 'chrome://version/' }],
    ['cookies.set', { ...cookie, domain: 'two.example' }],
    ['cookies.set', { ...cookie, domain: 'example' }],
    ['cookies.set', { ...cookie, path: '/elsewhere' }],
    ['cookies.set', { ...cookie, name: 'a;b' }],
    ['cookies.set', { ...cookie, value: 'a\nb' }],
    ['cookies.set', { ...cookie, sameSite: 'no_restriction' }],
    ['cookies.set', { ...cookie, name: '__Host-x', path: '/' }],
    ['cookies.set', { ...cookie, sameSite: 'unspecified' }],
    ['cookies.set', { ...cookie, expires: Date.now() - DAY_MS }],
  ]);
  expect(await ownNames(worker)).toEqual([]);
});

test('without chrome.cookies every method says so', async ({ methods, worker }) => {
  const one = { url: 'https://kept.example/', name: 'kept' };
  await setOwn(worker, { ...one, value: '1' });
  await methods.without('cookies', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['cookies.list', {}],
        ['cookies.get', one],
        ['cookies.set', { ...one, value: '2' }],
        ['cookies.remove', { ...one, confirm: true }],
        ['cookies.clear', { all: true, confirm: true }],
      ],
      'chrome.cookies',
    ),
  );
  expect(await ownCookies(worker)).toMatchObject([{ value: '1' }]);
});
