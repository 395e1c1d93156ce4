import type { Page, Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';

const UNKNOWN = '987654321';
const ROOT = '0';
const approve = (page: Page, items: number) =>
  page.getByRole('button', { name: items === 1 ? 'Delete 1 item' : `Delete ${items} items` }).click();

/** A new folder in "Other bookmarks" with a bookmark "leaf" and a folder "inner" in it. */
const plant = (worker: Worker) =>
  worker.evaluate(async () => {
    const folder = await chrome.bookmarks.create({ title: 'Recipes' });
    const leaf = await chrome.bookmarks.create({
      parentId: folder.id,
      title: 'Leek soup',
      url: 'https://leek.example/',
    });
    const inner = await chrome.bookmarks.create({ parentId: folder.id, title: 'Bread' });
    return { folder: folder.id, leaf: leaf.id, inner: inner.id, other: folder.parentId ?? '' };
  });

/** What stands in a folder, in order: the titles and URLs Chrome holds. */
const inside = (worker: Worker, folder: string) =>
  worker.evaluate(
    async (id) => (await chrome.bookmarks.getChildren(id)).map(({ title, url }) => url ?? title),
    folder,
  );

const exists = (worker: Worker, id: string) =>
  worker.evaluate((one) => chrome.bookmarks.get(one).then(Boolean, () => false), id);

test('bookmarks are added, listed, found with their path, moved in order and edited', async ({
  methods,
  worker,
}) => {
  const { folder, leaf, inner, other } = await plant(worker);
  const url = 'https://rye.example/';
  const { id: rye } = await methods.works('bookmarks.add', { url, folder: inner });
  const { id: oat } = await methods.works('bookmarks.add', {
    url: 'https://oat.example/',
    title: 'Oat bread',
    folder: inner,
    index: 0,
  });
  const { id: loose } = await methods.works('bookmarks.add', { url: 'https://loose.example/' });
  const { id: deep } = await methods.works('bookmarks.mkdir', { title: 'Deep', folder: inner, index: 2 });
  const { id: wide } = await methods.works('bookmarks.mkdir', { title: 'Wide' });
  expect(await inside(worker, inner)).toEqual(['https://oat.example/', url, 'Deep']);
  expect((await worker.evaluate((id) => chrome.bookmarks.get(id), loose))[0]).toMatchObject({
    parentId: other,
    title: 'https://loose.example/',
  });

  const direct = await methods.works('bookmarks.list', { folder });
  expect(direct).toEqual({
    nodes: [
      {
        id: leaf,
        type: 'bookmark',
        title: 'Leek soup',
        url: 'https://leek.example/',
        parentId: folder,
        index: 0,
        addedAt: expect.any(Number),
      },
      {
        id: inner,
        type: 'folder',
        title: 'Bread',
        parentId: folder,
        index: 1,
        addedAt: expect.any(Number),
        childCount: 3,
      },
    ],
    hasMore: false,
    contentTrust: 'untrusted-page-content',
  });
  const whole = await methods.works('bookmarks.list', { folder, recursive: true, limit: 1 });
  expect([whole.nodes.map(({ id }) => id), whole.hasMore]).toEqual([[leaf, inner, oat, rye, deep], false]);
  expect(await methods.works('bookmarks.list', { folder, limit: 1 })).toMatchObject({ hasMore: true });
  const top = await methods.works('bookmarks.list', {});
  expect(top.nodes.map(({ id }) => id)).toContain(other);

  const { nodes } = await methods.works('bookmarks.search', { query: 'Oat bread' });
  expect(nodes).toMatchObject([{ id: oat, path: [expect.any(String), 'Recipes', 'Bread'] }]);

  await methods.works('bookmarks.move', { ids: [deep, leaf, deep], folder: inner, index: 1 });
  expect(await inside(worker, inner)).toEqual(['https://oat.example/', 'Deep', 'https://leek.example/', url]);
  expect(await methods.works('bookmarks.move', { ids: [oat, wide], folder })).toEqual({ ids: [oat, wide] });
  expect(await inside(worker, folder)).toEqual(['Bread', 'https://oat.example/', 'Wide']);

  await methods.works('bookmarks.edit', { id: oat, title: '', url: 'https://spelt.example/' });
  await methods.works('bookmarks.edit', { id: wide, title: 'Wider' });
  expect(await inside(worker, folder)).toEqual(['Bread', 'https://spelt.example/', 'Wider']);
});

test('an unknown bookmark or folder changes nothing, also behind a known one', async ({
  methods,
  worker,
}) => {
  const { folder, leaf, inner } = await plant(worker);
  const url = 'https://x.example/';
  await methods.allFail('NOT_FOUND', [
    ['bookmarks.list', { folder: UNKNOWN }],
    ['bookmarks.list', { folder: 'no id' }],
    ['bookmarks.add', { url, folder: UNKNOWN }],
    ['bookmarks.mkdir', { title: 'x', folder: UNKNOWN }],
    ['bookmarks.move', { ids: [leaf, UNKNOWN], folder: inner }],
    ['bookmarks.move', { ids: [leaf], folder: UNKNOWN }],
    ['bookmarks.edit', { id: UNKNOWN, title: 'x' }],
    ['bookmarks.remove', { ids: [leaf, UNKNOWN] }],
  ]);
  expect(await inside(worker, folder)).toEqual(['https://leek.example/', 'Bread']);
});

test('what cannot be done is refused, by the contract or by the method', async ({ methods, worker }) => {
  const { folder, leaf, inner, other } = await plant(worker);
  const url = 'https://x.example/';
  await methods.allFail('INVALID_REQUEST', [
    ['bookmarks.list', { limit: 1001 }],
    ['bookmarks.list', { folder: leaf }],
    ['bookmarks.search', {}],
    ['bookmarks.search', { query: 'x', limit: 0 }],
    ['bookmarks.add', { url: 'no url' }],
    ['bookmarks.add', { url, folder: leaf }],
    ['bookmarks.add', { url, folder: ROOT }],
    ['bookmarks.add', { url, folder, index: 3 }],
    ['bookmarks.add', { url, folder, index: -1 }],
    ['bookmarks.mkdir', { title: 'x', folder: ROOT }],
    ['bookmarks.mkdir', { title: 'x', folder, index: 3 }],
    ['bookmarks.mkdir', {}],
    ['bookmarks.move', { ids: [], folder: inner }],
    ['bookmarks.move', { ids: [leaf, other], folder: inner }],
    ['bookmarks.move', { ids: [ROOT], folder: inner }],
    ['bookmarks.move', { ids: [leaf, folder], folder: inner }],
    ['bookmarks.move', { ids: [leaf, inner], folder: inner }],
    ['bookmarks.move', { ids: [leaf], folder: leaf }],
    ['bookmarks.move', { ids: [leaf], folder: inner, index: 1 }],
    ['bookmarks.edit', { id: leaf }],
    ['bookmarks.edit', { id: leaf, title: 'x', url: 'no url' }],
    ['bookmarks.edit', { id: folder, title: 'x', url }],
    ['bookmarks.edit', { id: other, title: 'x' }],
    ['bookmarks.remove', { ids: [] }],
    ['bookmarks.remove', { ids: [leaf, other] }],
    ['bookmarks.remove', { ids: [leaf, ROOT] }],
    ['bookmarks.remove', { ids: Array.from({ length: 501 }, () => leaf) }],
  ]);
  expect(await inside(worker, folder)).toEqual(['https://leek.example/', 'Bread']);
});

test('an approved removal deletes what was asked for, folders with all they hold', async ({
  methods,
  worker,
}) => {
  const one = await plant(worker);
  const two = await plant(worker);
  const ids = [one.leaf, one.folder, two.leaf];
  const asked = await methods.ask('bookmarks.remove', { ids });
  expect(await exists(worker, one.folder)).toBe(true);
  await approve(asked.page, 2);
  expect(await asked.works()).toEqual({ ids: [one.folder, two.leaf], bookmarks: 2, folders: 2 });
  expect(await exists(worker, one.folder)).toBe(false);
  expect(await inside(worker, two.folder)).toEqual(['Bread']);
});

test('a rejected removal deletes nothing', async ({ methods, worker }) => {
  const { folder } = await plant(worker);
  const asked = await methods.ask('bookmarks.remove', { ids: [folder] });
  await asked.page.getByRole('button', { name: 'Reject' }).click();
  await asked.fails('USER_REJECTED');
  expect(await exists(worker, folder)).toBe(true);
});

test('a removal nobody decides expires', async ({ methods, worker }) => {
  const { folder } = await plant(worker);
  const asked = await methods.ask('bookmarks.remove', { ids: [folder] });
  await methods.expire();
  await asked.fails('OPERATION_EXPIRED');
  await asked.page.close();
  expect(await exists(worker, folder)).toBe(true);
});

test('what changed since the window showed it is a conflict', async ({ methods, worker }) => {
  const { folder, leaf } = await plant(worker);
  const asked = await methods.ask('bookmarks.remove', { ids: [folder] });
  await worker.evaluate((id) => chrome.bookmarks.update(id, { title: 'Leek pie' }), leaf);
  await approve(asked.page, 1);
  await asked.fails('CONFLICT');
  expect(await exists(worker, leaf)).toBe(true);
});

test('without chrome.bookmarks every method says so', async ({ methods, worker }) => {
  const { folder, leaf, inner } = await plant(worker);
  await methods.without('bookmarks', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['bookmarks.list', {}],
        ['bookmarks.search', { query: 'x' }],
        ['bookmarks.add', { url: 'https://x.example/' }],
        ['bookmarks.mkdir', { title: 'x' }],
        ['bookmarks.move', { ids: [leaf], folder: inner }],
        ['bookmarks.edit', { id: leaf, title: 'x' }],
        ['bookmarks.remove', { ids: [leaf] }],
      ],
      'chrome.bookmarks',
    ),
  );
  expect(await inside(worker, folder)).toEqual(['https://leek.example/', 'Bread']);
});
