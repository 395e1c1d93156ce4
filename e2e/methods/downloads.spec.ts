import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';
import type { Methods } from '../support/methods.ts';
import type { Site } from '../support/site.ts';

const UNKNOWN = 999_999;
const BODY = 'flour, water, salt';

/** A file that comes at once. */
const file = (site: Site, path: string) =>
  site.serve(path, (response) => {
    response.setHeader('content-type', 'application/octet-stream');
    response.end(BODY);
  });

/** A file whose first bytes come, and whose rest never does. */
const endless = (site: Site, path: string) =>
  site.serve(path, (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '1000000' });
    response.write('x'.repeat(70_000));
  });

const ownDownload = (worker: Worker, id: number) =>
  worker.evaluate(async (one) => (await chrome.downloads.search({ id: one }))[0], id);

const ownIds = (worker: Worker) =>
  worker.evaluate(async () => (await chrome.downloads.search({})).map(({ id }) => id));

async function completed(worker: Worker, id: number): Promise<string> {
  await expect.poll(async () => (await ownDownload(worker, id))?.state).toBe('complete');
  return (await ownDownload(worker, id))?.filename ?? '';
}

/** Starts a download that is complete when this returns, and one that never will be. */
async function plant(methods: Methods, worker: Worker, site: Site) {
  const { id: done } = await methods.works('downloads.start', { url: file(site, 'done.bin') });
  const path = await completed(worker, done);
  const { id: running } = await methods.works('downloads.start', { url: endless(site, 'running.bin') });
  await expect.poll(async () => (await ownDownload(worker, running))?.bytesReceived ?? 0).toBeGreaterThan(0);
  return { done, path, running };
}

test.afterEach(async ({ worker }) => {
  await worker.evaluate(async () => {
    for (const { id } of await chrome.downloads.search({ state: 'in_progress' })) {
      await chrome.downloads.cancel(id);
    }
  });
});

test('downloads land in the default folder, and never over a file that is there', async ({
  methods,
  worker,
  site,
  lab,
}) => {
  const inFolder = async (id: number) => relative(lab.downloads, await completed(worker, id));
  const url = file(site, 'bread.bin');
  const start = async (filename?: string) => {
    const { id } = await methods.works(
      'downloads.start',
      filename === undefined ? { url } : { url, filename },
    );
    return inFolder(id);
  };
  expect(await start()).toBe('bread.bin');
  expect(await start()).toBe('bread (1).bin');
  expect(await start('soups/leek..v2.bin')).toBe(join('soups', 'leek..v2.bin'));
  await mkdir(join(lab.downloads, 'mine'), { recursive: true });
  await writeFile(join(lab.downloads, 'mine', 'kept.txt'), 'mine');
  expect(await start('mine/kept.txt')).toBe(join('mine', 'kept (1).txt'));
  expect(await readFile(join(lab.downloads, 'mine', 'kept.txt'), 'utf8')).toBe('mine');
  expect(await readFile(join(lab.downloads, 'mine', 'kept (1).txt'), 'utf8')).toBe(BODY);
});

test('downloads are listed newest first, by state and by text', async ({ methods, worker, site }) => {
  const { done, path, running } = await plant(methods, worker, site);
  const { items, hasMore, contentTrust } = await methods.works('downloads.list', { limit: 2 });
  expect(contentTrust).toBe('untrusted-page-content');
  expect(typeof hasMore).toBe('boolean');
  const started = (await ownDownload(worker, done))?.startTime ?? '';
  expect(items).toEqual([
    expect.objectContaining({ id: running, state: 'in_progress', totalBytes: 1_000_000 }),
    {
      id: done,
      url: site.url('done.bin'),
      filename: path,
      state: 'complete',
      bytesReceived: BODY.length,
      totalBytes: BODY.length,
      startTime: Date.parse(started),
      exists: true,
    },
  ]);
  expect(await methods.works('downloads.list', { limit: 1 })).toMatchObject({ hasMore: true });
  const idsOf = async (input: object) =>
    (await methods.works('downloads.list', input)).items.map(({ id }) => id);
  expect(await idsOf({ state: 'in_progress' })).toEqual([running]);
  expect(await idsOf({ query: site.url('done.bin') })).toEqual([done]);
  expect(await idsOf({ query: 'no such text' })).toEqual([]);
});

test('a download is paused, resumed and cancelled', async ({ methods, worker, site }) => {
  const { done, running: id } = await plant(methods, worker, site);
  expect(await methods.works('downloads.pause', { id })).toEqual({ id });
  expect(await ownDownload(worker, id)).toMatchObject({ paused: true, state: 'in_progress' });
  expect(await methods.works('downloads.resume', { id })).toEqual({ id });
  expect(await ownDownload(worker, id)).toMatchObject({ paused: false, state: 'in_progress' });
  expect(await methods.works('downloads.cancel', { id, confirm: true })).toEqual({ id });
  expect(await ownDownload(worker, id)).toMatchObject({ state: 'interrupted' });

  // Chrome's own reasons reach the requester.
  for (const method of ['downloads.pause', 'downloads.resume'] as const) {
    expect(await methods.fails(method, 'INVALID_REQUEST', { id })).toMatch(/Chrome refused: \S/);
  }
  expect(await methods.fails('downloads.pause', 'INVALID_REQUEST', { id: done })).toMatch(
    /Chrome refused: \S/,
  );
});

test('a record is erased without its file, and a file deleted without its record', async ({
  methods,
  worker,
  site,
}) => {
  const one = await plant(methods, worker, site);
  const two = await plant(methods, worker, site);
  const ids = [two.done, one.done];
  expect(await methods.works('downloads.show', { id: one.done })).toEqual({ id: one.done });
  expect(await methods.works('downloads.deleteFile', { id: one.done, confirm: true })).toEqual({
    id: one.done,
  });
  expect(existsSync(one.path)).toBe(false);
  await expect.poll(async () => (await ownDownload(worker, one.done))?.exists).toBe(false);
  expect(
    await methods.fails('downloads.deleteFile', 'INVALID_REQUEST', { id: one.done, confirm: true }),
  ).toMatch(/Chrome refused: \S/);

  expect(await methods.works('downloads.erase', { ids: [...ids, two.done], confirm: true })).toEqual({ ids });
  const left = await ownIds(worker);
  for (const id of ids) expect(left).not.toContain(id);
  expect(existsSync(two.path)).toBe(true);
});

test('nothing is touched without confirmation, or behind an unknown download', async ({
  methods,
  worker,
  site,
}) => {
  const { done, path, running } = await plant(methods, worker, site);
  await methods.allFail('CONFIRMATION_REQUIRED', [
    ['downloads.cancel', { id: running }],
    ['downloads.erase', { ids: [done] }],
    ['downloads.deleteFile', { id: done }],
  ]);
  const confirm = true;
  await methods.allFail('NOT_FOUND', [
    ['downloads.pause', { id: UNKNOWN }],
    ['downloads.resume', { id: UNKNOWN }],
    ['downloads.show', { id: UNKNOWN }],
    ['downloads.cancel', { id: UNKNOWN, confirm }],
    ['downloads.erase', { ids: [done, UNKNOWN], confirm }],
    ['downloads.deleteFile', { id: UNKNOWN, confirm }],
  ]);
  await methods.allFail('INVALID_REQUEST', [
    ['downloads.list', { state: 'done' }],
    ['downloads.list', { limit: 1001 }],
    ['downloads.pause', { id: -1 }],
    ['downloads.resume', {}],
    ['downloads.show', { id: '1' }],
    ['downloads.cancel', { id: running, confirm: 1 }],
    ['downloads.erase', { ids: [], confirm }],
    ['downloads.deleteFile', { id: running, confirm }],
  ]);
  await methods.without('downloads', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['downloads.list', {}],
        ['downloads.start', { url: site.url('x') }],
        ['downloads.pause', { id: running }],
        ['downloads.resume', { id: running }],
        ['downloads.show', { id: done }],
        ['downloads.cancel', { id: running, confirm }],
        ['downloads.erase', { ids: [done], confirm }],
        ['downloads.deleteFile', { id: done, confirm }],
      ],
      'chrome.downloads',
    ),
  );
  expect(existsSync(path)).toBe(true);
  expect(await ownDownload(worker, done)).toMatchObject({ state: 'complete', exists: true });
  expect(await ownDownload(worker, running)).toMatchObject({ state: 'in_progress', paused: false });
});

test('a name that could leave the download folder, or that Chrome refuses, starts nothing', async ({
  methods,
  worker,
  site,
}) => {
  const url = file(site, 'named.bin');
  const before = await ownIds(worker);
  const names = [
    '/etc/cron.d/x',
    '\\\\server\\share',
    '\\x',
    'C:\\x',
    'c:x',
    '..',
    '../x',
    'a/../../x',
    'a\\..\\x',
    '..\\x',
    '.. /x',
    'a//b',
    'nul\0.txt',
    'a\nb',
    'CON',
    'sub/aux.txt',
    'com1',
    '',
  ];
  for (const filename of names) {
    const message = await methods.fails('downloads.start', 'INVALID_REQUEST', { url, filename });
    expect(message, JSON.stringify(filename)).not.toContain('Chrome refused');
  }
  // What is left to Chrome, which knows the system's file names.
  for (const filename of ['.hidden', '~x', 'a|b', 'x.lnk', 'ends with a dot.']) {
    const message = await methods.fails('downloads.start', 'INVALID_REQUEST', { url, filename });
    expect(message, filename).toContain('Chrome refused: Invalid filename');
  }
  await methods.fails('downloads.start', 'INVALID_REQUEST', { url: 'no url' });
  expect(await ownIds(worker)).toEqual(before);
});
