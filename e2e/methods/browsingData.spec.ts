import type { Page } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

/** Every type the contract knows that Chrome can clear for single origins. */
const BY_ORIGIN = [
  'cache',
  'cacheStorage',
  'cookies',
  'fileSystems',
  'indexedDB',
  'localStorage',
  'serviceWorkers',
  'webSQL',
] as const;
const WITHOUT_ORIGIN = ['downloads', 'formData', 'history'] as const;

const remember = (page: Page, url: string) =>
  page.goto(url).then(() => page.evaluate(() => localStorage.setItem('kept', 'yes')));

const remembered = (page: Page, url: string) =>
  page.goto(url).then(() => page.evaluate(() => localStorage.getItem('kept')));

test('data is cleared by type and by origin', async ({ methods, lab, site }) => {
  const page = await lab.browser.context.newPage();
  const here = site.origin;
  const there = site.origin.replace('127.0.0.1', 'localhost');
  for (const origin of [here, there]) await remember(page, `${origin}/page`);
  await page.goto('about:blank');

  expect(
    await methods.works('browsingData.clear', {
      types: ['localStorage', 'cache', 'localStorage'],
      origins: [here, here],
      confirm: true,
    }),
  ).toEqual({ types: ['localStorage', 'cache'] });
  expect(await remembered(page, `${here}/page`)).toBe(null);
  expect(await remembered(page, `${there}/page`)).toBe('yes');

  await page.goto('about:blank');
  await methods.works('browsingData.clear', { types: ['cookies', 'localStorage'], confirm: true });
  expect(await remembered(page, `${there}/page`)).toBe(null);
});

test('Chrome clears every type of the contract', async ({ methods }) => {
  const types = [...BY_ORIGIN, ...WITHOUT_ORIGIN];
  const since = Date.now();
  expect(await methods.works('browsingData.clear', { types, since, confirm: true })).toEqual({ types });
  const origins = ['https://one.example', 'http://two.example:8080'];
  const byOrigin = { types: [...BY_ORIGIN], origins, confirm: true as const };
  expect(await methods.works('browsingData.clear', byOrigin)).toEqual({ types: byOrigin.types });
});

test('what was there before the time given stays', async ({ methods, worker }) => {
  const [before, after] = ['https://since.example/before', 'https://since.example/after'];
  const visit = (url: string) => worker.evaluate((visited) => chrome.history.addUrl({ url: visited }), url);
  await visit(before);
  await expect
    .poll(async () => (await methods.works('history.visits', { url: before })).visits)
    .toHaveLength(1);
  const since = (await methods.works('history.visits', { url: before })).visits[0]?.visitTime ?? 0;
  await expect.poll(() => Date.now()).toBeGreaterThan(since + 5);
  await visit(after);
  await methods.works('browsingData.clear', { types: ['history'], since: since + 5, confirm: true });
  expect(await methods.works('history.visits', { url: before })).toMatchObject({ visits: [{}] });
  expect(await methods.works('history.visits', { url: after })).toMatchObject({ visits: [] });
});

test('nothing is cleared that was not asked for rightly', async ({ methods, worker }) => {
  const url = 'https://kept-by-clearing.example/';
  await worker.evaluate((visited) => chrome.history.addUrl({ url: visited }), url);
  const types = ['history'];
  await methods.fails('browsingData.clear', 'CONFIRMATION_REQUIRED', { types });
  await methods.allFail('INVALID_REQUEST', [
    ['browsingData.clear', { types: [], confirm: true }],
    ['browsingData.clear', { types: ['history', 'passwords'], confirm: true }],
    ['browsingData.clear', { types, since: -1, confirm: true }],
    ['browsingData.clear', { types, origins: [], confirm: true }],
    ...WITHOUT_ORIGIN.map(
      (type) =>
        [
          'browsingData.clear',
          { types: ['cookies', type], origins: ['https://one.example'], confirm: true },
        ] as const,
    ),
    ...[
      'https://one.example/',
      'https://one.example/path',
      'https://ONE.example',
      'https://one.example:443',
      'ftp://one.example',
      'null',
      'no origin',
    ].map(
      (origin) =>
        [
          'browsingData.clear',
          { types: ['cookies'], origins: ['https://x.example', origin], confirm: true },
        ] as const,
    ),
  ]);
  expect(
    await methods.fails('browsingData.clear', 'INVALID_REQUEST', {
      types: ['formData', 'cache', 'downloads'],
      origins: ['https://one.example'],
      confirm: true,
    }),
  ).toMatch(/formData.*downloads/);
  await methods.without('browsingData', async () => {
    expect(await methods.fails('browsingData.clear', 'UNSUPPORTED', { types, confirm: true })).toContain(
      'chrome.browsingData',
    );
  });
  expect(await methods.works('history.visits', { url })).toMatchObject({ visits: [{}] });
});
