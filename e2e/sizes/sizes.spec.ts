import { Methods } from '../support/methods.ts';
import { test as base, expect } from '../support/test.ts';

/** A browser of each test's own, for data that others should not have to carry. */
const test = base.extend<{ methods: Methods }>({
  methods: async ({ chrome, daemon, paired }, use) => {
    expect(paired).not.toBe('');
    await use(new Methods(chrome, daemon));
  },
});

/** Takes the time of one call, and prints it. */
async function timed<Value>(what: string, call: () => Promise<Value>): Promise<Value> {
  const started = performance.now();
  const value = await call();
  console.log(`      ${what}: ${Math.round(performance.now() - started)} ms`);
  return value;
}

test('5,000 bookmarks', async ({ methods, chrome }) => {
  const folder = await chrome.worker.evaluate(async () => {
    const { bookmarks } = globalThis.chrome;
    const root = await bookmarks.create({ title: 'Many' });
    for (let shelf = 0; shelf < 50; shelf += 1) {
      const parent = await bookmarks.create({ parentId: root.id, title: `Shelf ${shelf}` });
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          bookmarks.create({
            parentId: parent.id,
            title: `Recipe ${shelf * 100 + index}`,
            url: `https://recipes.example/${shelf * 100 + index}`,
          }),
        ),
      );
    }
    return root.id;
  });
  const { nodes } = await timed('bookmarks.list, 5,050 nodes', () =>
    methods.works('bookmarks.list', { folder, recursive: true }),
  );
  const leaves = nodes.filter(({ type }) => type === 'bookmark');
  expect(nodes).toHaveLength(5_050);
  expect(new Set(leaves.map(({ url }) => url)).size).toBe(5_000);
  const found = await timed('bookmarks.search, 1,000 of 5,000 hits', () =>
    methods.works('bookmarks.search', { query: 'recipes.example', limit: 1_000 }),
  );
  expect([found.nodes.length, found.hasMore]).toEqual([1_000, true]);
  const one = await timed('bookmarks.search, one hit among 5,000', () =>
    methods.works('bookmarks.search', { query: 'Recipe 4321' }),
  );
  expect(one.nodes).toMatchObject([{ title: 'Recipe 4321', path: [expect.any(String), 'Many', 'Shelf 43'] }]);
  const ids = leaves.slice(0, 1_000).map(({ id }) => id);
  await timed('bookmarks.move, 1,000 bookmarks', () =>
    methods.works('bookmarks.move', { ids, folder, index: 0 }),
  );
  const moved = await methods.works('bookmarks.list', { folder, limit: 1_000 });
  expect(moved.nodes.map(({ id }) => id)).toEqual(ids);
});

test('20,000 history entries', async ({ methods, chrome }) => {
  await chrome.worker.evaluate(async () => {
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(
        Array.from({ length: 1_000 }, (_, index) =>
          globalThis.chrome.history.addUrl({ url: `https://visited.example/${batch * 1_000 + index}` }),
        ),
      );
    }
  });
  // Chrome notes visits behind its answer; this waits until it has noted all.
  await timed('(Chrome noting 20,000 visits)', () =>
    chrome.worker.evaluate(() => globalThis.chrome.history.search({ text: '', startTime: 0, maxResults: 1 })),
  );
  const page = await timed('history.search, 1,000 of 20,000', () =>
    methods.works('history.search', { text: 'visited.example', limit: 1_000 }),
  );
  expect([page.items.length, page.hasMore]).toEqual([1_000, true]);
  const times = page.items.map(({ lastVisitTime }) => lastVisitTime);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(page.items[0]?.url).toMatch(/\/19\d{3}$/);
  const one = await timed('history.search, one hit among 20,000', () =>
    methods.works('history.search', { text: 'visited.example/4321' }),
  );
  expect(one.items.map(({ url }) => url)).toContain('https://visited.example/4321');
  const urls = Array.from({ length: 1_000 }, (_, index) => `https://visited.example/${index}`);
  await timed('history.remove, 1,000 URLs', () => methods.works('history.remove', { urls, confirm: true }));
  await timed('history.clear, 19,000 entries', () => methods.works('history.clear', { confirm: true }));
  expect(await methods.works('history.search', { text: 'visited.example' })).toMatchObject({ items: [] });
});

test('1,000 cookies', async ({ methods, chrome }) => {
  await chrome.worker.evaluate(async () => {
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        globalThis.chrome.cookies.set({
          url: `https://shop${index % 20}.example/`,
          name: `item${index}`,
          value: String(index),
        }),
      ),
    );
  });
  const { items, hasMore } = await timed('cookies.list, 1,000', () =>
    methods.works('cookies.list', { limit: 1_000 }),
  );
  expect([new Set(items.map(({ name }) => name)).size, hasMore]).toEqual([1_000, false]);
  const shop = await timed('cookies.list, 50 of one domain', () =>
    methods.works('cookies.list', { domain: 'shop7.example' }),
  );
  expect(shop.items).toHaveLength(50);
  const cleared = await timed('cookies.clear, 1,000', () =>
    methods.works('cookies.clear', { all: true, confirm: true }),
  );
  expect(cleared).toEqual({ deleted: 1_000 });
});

test('500 tabs', async ({ methods, chrome }) => {
  const tabIds = await timed('(opening 500 tabs)', () =>
    chrome.worker.evaluate(async () => {
      const tabs = await Promise.all(
        Array.from({ length: 500 }, () =>
          globalThis.chrome.tabs.create({ url: 'about:blank', active: false }),
        ),
      );
      return tabs.map(({ id = -1 }) => id);
    }),
  );
  const { tabs } = await timed('tabs.list, 500', () => methods.works('tabs.list', {}));
  expect(tabs.map(({ tabId }) => tabId)).toEqual(expect.arrayContaining(tabIds));
  await timed('tabs.move, 100 of 500', () =>
    methods.works('tabs.move', { tabIds: tabIds.slice(400), index: 0 }),
  );
  const moved = await methods.works('tabs.list', {});
  expect(moved.tabs.slice(0, 100).map(({ tabId }) => tabId)).toEqual(tabIds.slice(400));
  await timed('tabGroups.create, 250 tabs', () =>
    methods.works('tabGroups.create', { tabIds: tabIds.slice(0, 250) }),
  );
  await timed('tabGroups.list', () => methods.works('tabGroups.list', {}));
  await timed('tabs.close, 500', () => methods.works('tabs.close', { tabIds }));
  expect((await methods.works('tabs.list', {})).tabs.map(({ tabId }) => tabId)).not.toContain(tabIds[0]);
});
