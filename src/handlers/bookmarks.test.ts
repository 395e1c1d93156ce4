import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookmarksHandlers } from './bookmarks.ts';
import { call, failure, fakeChrome } from './fakes/call.ts';
import { FakeBookmarks } from './fakes/fakeBookmarks.ts';

/** Other bookmarks: a folder "work" with a bookmark and an empty folder in it, then a bookmark. */
function someBookmarks() {
  const bookmarks = new FakeBookmarks();
  const work = bookmarks.plant(bookmarks.other, 'work');
  const plan = bookmarks.plant(work, 'plan', 'https://plan.test/');
  const empty = bookmarks.plant(work, 'empty');
  const news = bookmarks.plant(bookmarks.other, 'news', 'https://news.test/');
  return { bookmarks, handlers: bookmarksHandlers(bookmarks.chrome), work, plan, empty, news };
}

describe('bookmarks.list', () => {
  it('lists the built-in folders when no folder is given', async () => {
    const { handlers, bookmarks } = someBookmarks();
    const { nodes, hasMore, contentTrust } = await call(handlers, 'bookmarks.list', {});
    expect(nodes).toMatchObject([
      { id: bookmarks.bar, type: 'folder', title: 'Bar', childCount: 0 },
      { id: bookmarks.other, type: 'folder', title: 'Other', childCount: 2 },
    ]);
    expect({ hasMore, contentTrust }).toEqual({ hasMore: false, contentTrust: 'untrusted-page-content' });
  });

  it('lists a page of a folder', async () => {
    const { handlers, bookmarks, work, news } = someBookmarks();
    const folder = bookmarks.other;
    const first = await call(handlers, 'bookmarks.list', { folder, limit: 1 });
    expect(first.hasMore).toBe(true);
    expect(first.nodes).toEqual([
      {
        id: work,
        type: 'folder',
        title: 'work',
        parentId: folder,
        index: 0,
        addedAt: 1_700_000_000_000,
        childCount: 2,
      },
    ]);
    const all = await call(handlers, 'bookmarks.list', { folder, limit: 2 });
    expect(all.hasMore).toBe(false);
    expect(all.nodes[1]).toEqual({
      id: news,
      type: 'bookmark',
      title: 'news',
      url: 'https://news.test/',
      parentId: folder,
      index: 1,
      addedAt: 1_700_000_000_000,
    });
  });

  it('lists a whole subtree depth first, whatever the limit, without its start', async () => {
    const { handlers, bookmarks, work, plan, empty, news } = someBookmarks();
    const { nodes, hasMore } = await call(handlers, 'bookmarks.list', {
      folder: bookmarks.other,
      recursive: true,
      limit: 1,
    });
    expect(nodes.map(({ id }) => id)).toEqual([work, plan, empty, news]);
    expect(hasMore).toBe(false);
  });

  it('answers NOT_FOUND for an unknown folder and INVALID_REQUEST for a bookmark', async () => {
    const { handlers, news } = someBookmarks();
    await expect(call(handlers, 'bookmarks.list', { folder: 'x' })).rejects.toEqual(failure('NOT_FOUND'));
    await expect(call(handlers, 'bookmarks.list', { folder: news, recursive: true })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
  });
});

describe('bookmarks.search', () => {
  it('adds the path and counts the contents of folders', async () => {
    const { handlers, plan, work } = someBookmarks();
    const found = await call(handlers, 'bookmarks.search', { query: 'plan' });
    expect(found.nodes).toMatchObject([{ id: plan, path: ['Other', 'work'] }]);
    const folders = await call(handlers, 'bookmarks.search', { query: 'work' });
    expect(folders.nodes).toMatchObject([{ id: work, path: ['Other'], childCount: 2 }]);
    const builtIn = await call(handlers, 'bookmarks.search', { query: 'Bar' });
    expect(builtIn.nodes).toMatchObject([{ path: [] }]);
  });

  it('returns at most as many as asked for', async () => {
    const { handlers } = someBookmarks();
    const { nodes, hasMore } = await call(handlers, 'bookmarks.search', { query: 'https://', limit: 1 });
    expect({ found: nodes.length, hasMore }).toEqual({ found: 1, hasMore: true });
  });
});

describe('bookmarks.add and mkdir', () => {
  it('adds a bookmark to Other bookmarks, named by its URL, when nothing else is said', async () => {
    const { handlers, bookmarks } = someBookmarks();
    const { id } = await call(handlers, 'bookmarks.add', { url: 'https://new.test/' });
    expect(bookmarks.tree(id)).toMatchObject({ title: 'https://new.test/', parentId: bookmarks.other });
    expect(bookmarks.writes).toEqual([['create', { title: 'https://new.test/', url: 'https://new.test/' }]]);
  });

  it('adds a bookmark with a title, and a folder, at a place', async () => {
    const { handlers, bookmarks, work, plan, empty } = someBookmarks();
    const { id } = await call(handlers, 'bookmarks.add', {
      url: 'https://new.test/',
      title: '',
      folder: work,
      index: 2,
    });
    const made = await call(handlers, 'bookmarks.mkdir', { title: 'first', folder: work, index: 0 });
    expect(bookmarks.inside(work)).toEqual([made.id, plan, empty, id]);
    expect(bookmarks.tree(id).title).toBe('');
    expect(bookmarks.tree(made.id)).toMatchObject({ title: 'first', children: [] });
  });

  it('refuses what does not parse before it looks at the folder', async () => {
    const { handlers, bookmarks } = someBookmarks();
    const adding = call(handlers, 'bookmarks.add', { url: 'nowhere', folder: 'x' });
    await expect(adding).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(bookmarks.writes).toEqual([]);
  });

  it('refuses an unknown folder, a bookmark, the root, a managed folder, and an index past the end', async () => {
    const { handlers, bookmarks, work, news, empty } = someBookmarks();
    bookmarks.manage(empty);
    const adding = (folder: string, index?: number) =>
      call(handlers, 'bookmarks.mkdir', { title: 'new', folder, ...(index === undefined ? {} : { index }) });
    await expect(adding('x')).rejects.toEqual(failure('NOT_FOUND'));
    await expect(adding(news)).rejects.toEqual(failure('INVALID_REQUEST', 'not a folder'));
    await expect(adding(bookmarks.root)).rejects.toEqual(failure('INVALID_REQUEST', 'root'));
    await expect(adding(empty)).rejects.toEqual(failure('INVALID_REQUEST', 'administrator'));
    await expect(adding(work, 3)).rejects.toEqual(failure('INVALID_REQUEST', 'past its end'));
    expect(bookmarks.writes).toEqual([]);
  });

  it('passes on what Chrome says of an index without a folder', async () => {
    const { handlers } = someBookmarks();
    const adding = call(handlers, 'bookmarks.mkdir', { title: 'new', index: 9 });
    await expect(adding).rejects.toEqual(failure('INVALID_REQUEST', 'Index out of bounds'));
  });
});

describe('bookmarks.move', () => {
  it('moves nodes to the end of a folder, each once, in the order given', async () => {
    const { handlers, bookmarks, work, plan, empty, news } = someBookmarks();
    expect(await call(handlers, 'bookmarks.move', { ids: [news, plan, news], folder: work })).toEqual({
      ids: [news, plan],
    });
    expect(bookmarks.inside(work)).toEqual([empty, news, plan]);
  });

  it('ends in the order asked for, at the gap asked for, in the same folder and in another', async () => {
    const moves = fc.record({
      picked: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      gap: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(moves, async ({ picked, gap }) => {
        const bookmarks = new FakeBookmarks();
        // Positions 0 to 3 stand in the folder already, 4 to 7 in another one.
        const nodes = [0, 1, 2, 3, 4, 5, 6, 7].map((position) =>
          bookmarks.plant(position < 4 ? bookmarks.other : bookmarks.bar, `${position}`, 'https://a.test/'),
        );
        const ids = picked.flatMap((position) => nodes[position] ?? []);
        const before = bookmarks.inside(bookmarks.other);
        const staying = (some: string[]) => some.filter((id) => !ids.includes(id));

        await call(bookmarksHandlers(bookmarks.chrome), 'bookmarks.move', {
          ids,
          folder: bookmarks.other,
          index: gap,
        });

        const at = gap ?? before.length;
        expect(bookmarks.inside(bookmarks.other)).toEqual([
          ...staying(before.slice(0, at)),
          ...ids,
          ...staying(before.slice(at)),
        ]);
      }),
    );
  });

  it('refuses with nothing moved when one of several checks fails', async () => {
    const { handlers, bookmarks, work, plan, empty, news } = someBookmarks();
    const moving = (ids: string[], folder: string, index?: number) =>
      call(handlers, 'bookmarks.move', { ids, folder, ...(index === undefined ? {} : { index }) });
    await expect(moving([news, 'x'], work)).rejects.toEqual(failure('NOT_FOUND', 'x'));
    await expect(moving([news, bookmarks.bar], work)).rejects.toEqual(
      failure('INVALID_REQUEST', 'built into'),
    );
    await expect(moving([news, bookmarks.root], work)).rejects.toEqual(
      failure('INVALID_REQUEST', 'built into'),
    );
    await expect(moving([news], 'x')).rejects.toEqual(failure('NOT_FOUND', 'x'));
    await expect(moving([plan], news)).rejects.toEqual(failure('INVALID_REQUEST', 'not a folder'));
    await expect(moving([news], bookmarks.root)).rejects.toEqual(failure('INVALID_REQUEST', 'root'));
    await expect(moving([news, work], work)).rejects.toEqual(failure('INVALID_REQUEST', 'into itself'));
    await expect(moving([news, work], empty)).rejects.toEqual(failure('INVALID_REQUEST', 'into itself'));
    await expect(moving([news], work, 3)).rejects.toEqual(failure('INVALID_REQUEST', 'past its end'));
    bookmarks.manage(plan);
    await expect(moving([news, plan], work)).rejects.toEqual(failure('INVALID_REQUEST', 'administrator'));
    expect(bookmarks.writes).toEqual([]);
  });

  it('says what was moved when Chrome fails midway', async () => {
    const { handlers, bookmarks, work, plan, empty, news } = someBookmarks();
    bookmarks.broken.add(plan);
    await expect(
      call(handlers, 'bookmarks.move', { ids: [news, plan, empty], folder: work }),
    ).rejects.toEqual(
      failure('INTERNAL_ERROR', `bookmark ${plan}\\. Done: ${news}\\. Not done: ${plan}, ${empty}\\.`),
    );
  });
});

describe('bookmarks.edit', () => {
  it('changes only what is given, also to an empty title', async () => {
    const { handlers, bookmarks, news, work } = someBookmarks();
    await call(handlers, 'bookmarks.edit', { id: news, url: 'https://newer.test/' });
    expect(await call(handlers, 'bookmarks.edit', { id: work, title: '' })).toEqual({ id: work });
    expect(bookmarks.writes).toEqual([
      ['update', news, { url: 'https://newer.test/' }],
      ['update', work, { title: '' }],
    ]);
  });

  it('refuses what cannot be changed and changes nothing', async () => {
    const { handlers, bookmarks, news, work } = someBookmarks();
    const editing = (id: string, changes: { title?: string; url?: string }) =>
      call(handlers, 'bookmarks.edit', { id, ...changes });
    await expect(editing('x', {})).rejects.toEqual(failure('NOT_FOUND'));
    await expect(editing(bookmarks.bar, { title: 'mine' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'built'),
    );
    await expect(editing(news, {})).rejects.toEqual(failure('INVALID_REQUEST', 'Give'));
    await expect(editing(work, { url: 'https://x.test/' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'folder'),
    );
    await expect(editing(news, { url: 'nowhere' })).rejects.toEqual(failure('INVALID_REQUEST', 'Not a URL'));
    expect(bookmarks.writes).toEqual([]);
  });

  it('passes on why Chrome refuses', async () => {
    const { handlers, bookmarks, news } = someBookmarks();
    bookmarks.broken.add(news);
    const editing = call(handlers, 'bookmarks.edit', { id: news, url: 'https://x.test/' });
    await expect(editing).rejects.toEqual(failure('INVALID_REQUEST', 'Invalid URL'));
  });
});

it('every bookmark method answers UNSUPPORTED without chrome.bookmarks, before any other check', async () => {
  const handlers = bookmarksHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.bookmarks');
  await expect(call(handlers, 'bookmarks.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'bookmarks.search', { query: '' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'bookmarks.add', { url: 'nowhere' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'bookmarks.mkdir', { title: '' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'bookmarks.move', { ids: ['1'], folder: '2' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'bookmarks.edit', { id: '1' })).rejects.toEqual(unsupported);
});
