import { describe, expect, test, vi } from 'vitest';
import { failure, fakeChrome } from '../../handlers/fakes/call.ts';
import { FakeBookmarks } from '../../handlers/fakes/fakeBookmarks.ts';
import { bookmarksRemove } from './bookmarksRemove.ts';

/** Other bookmarks: a folder "work" with a bookmark and a folder with another in it, then two bookmarks. */
function someBookmarks() {
  const bookmarks = new FakeBookmarks();
  const work = bookmarks.plant(bookmarks.other, 'work');
  const plan = bookmarks.plant(work, 'plan', 'https://plan.test/');
  const old = bookmarks.plant(work, 'old');
  const deep = bookmarks.plant(old, 'deep', 'https://deep.test/');
  const news = bookmarks.plant(bookmarks.other, 'news', 'https://news.test/');
  const mail = bookmarks.plant(bookmarks.other, 'mail', 'https://mail.test/');
  return { bookmarks, kind: bookmarksRemove(bookmarks.chrome), work, plan, old, deep, news, mail };
}

/** A scene in which these were approved, after something happened to them. */
async function approved(
  choose: (scene: ReturnType<typeof someBookmarks>) => readonly string[],
  meanwhile: (scene: ReturnType<typeof someBookmarks>) => unknown = () => undefined,
) {
  const scene = someBookmarks();
  const detail = await scene.kind.prepare({ ids: [...choose(scene)] });
  await meanwhile(scene);
  scene.bookmarks.writes.length = 0;
  return { ...scene, detail };
}

const noProgress = async () => undefined;

describe('before asking', () => {
  test('it describes each item with its path and all it holds', async () => {
    const { kind, bookmarks, work, plan, old, deep, news } = someBookmarks();
    expect(await kind.prepare({ ids: [news, old, news] })).toEqual({
      items: [
        {
          id: news,
          type: 'bookmark',
          title: 'news',
          url: 'https://news.test/',
          parentId: bookmarks.other,
          path: ['Other'],
          contents: [],
        },
        {
          id: old,
          type: 'folder',
          title: 'old',
          parentId: work,
          path: ['Other', 'work'],
          contents: [{ id: deep, type: 'bookmark', title: 'deep', url: 'https://deep.test/', parentId: old }],
        },
      ],
    });
    const { items } = await kind.prepare({ ids: [work] });
    expect(items[0]?.contents.map(({ id }) => id)).toEqual([plan, old, deep]);
  });

  test('it drops what lies inside another item, at any depth and in any order', async () => {
    const { kind, work, plan, deep, news } = someBookmarks();
    const { items } = await kind.prepare({ ids: [deep, work, plan, news] });
    expect(items.map(({ id }) => id)).toEqual([work, news]);
  });

  test('it refuses an unknown ID, also beside a built-in folder', async () => {
    const { kind, bookmarks } = someBookmarks();
    await expect(kind.prepare({ ids: [bookmarks.other, 'x'] })).rejects.toEqual(failure('NOT_FOUND'));
  });

  test('it refuses the root and the built-in folders', async () => {
    const { kind, bookmarks, news } = someBookmarks();
    for (const id of [bookmarks.root, bookmarks.bar, bookmarks.other]) {
      await expect(kind.prepare({ ids: [news, id] })).rejects.toEqual(failure('INVALID_REQUEST', 'built in'));
    }
  });

  test('it says when this browser has no bookmarks', async () => {
    const kind = bookmarksRemove(fakeChrome({}));
    await expect(kind.prepare({ ids: ['1'] })).rejects.toEqual(failure('UNSUPPORTED', 'chrome.bookmarks'));
  });
});

describe('once approved', () => {
  test('it deletes bookmarks and folders one by one, and counts their contents', async () => {
    const { kind, bookmarks, detail, work, news, mail } = await approved(({ work, news }) => [work, news]);
    expect(await kind.execute(detail, noProgress)).toEqual({ ids: [work, news], bookmarks: 3, folders: 2 });
    expect(bookmarks.writes).toEqual([
      ['removeTree', work],
      ['remove', news],
    ]);
    expect(bookmarks.inside(bookmarks.other)).toEqual([mail]);
  });

  test('it saves how far it got before each step', async () => {
    const { kind, bookmarks, detail } = await approved(({ news, mail }) => [news, mail]);
    const saved: unknown[] = [];
    await kind.execute(detail, async (done) => {
      saved.push([done, bookmarks.writes.length]);
    });
    expect(saved).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  type Scene = ReturnType<typeof someBookmarks>;
  const changes: readonly [string, (scene: Scene) => unknown][] = [
    ['an item was renamed', ({ bookmarks, news }) => bookmarks.chrome.bookmarks.update(news, { title: 'N' })],
    [
      'something inside got another URL',
      ({ bookmarks, deep }) => bookmarks.chrome.bookmarks.update(deep, { url: 'https://other.test/' }),
    ],
    ['something came in', ({ bookmarks, old }) => bookmarks.plant(old, 'new', 'https://new.test/')],
    ['something inside went', ({ bookmarks, deep }) => bookmarks.chrome.bookmarks.remove(deep)],
    ['an item went', ({ bookmarks, news }) => bookmarks.chrome.bookmarks.remove(news)],
    [
      'an item moved to another folder',
      ({ bookmarks, news }) => bookmarks.chrome.bookmarks.move(news, { parentId: bookmarks.bar }),
    ],
    [
      'something moved inside',
      ({ bookmarks, work, deep }) => bookmarks.chrome.bookmarks.move(deep, { parentId: work }),
    ],
  ];
  test.each(changes)('it deletes nothing and answers CONFLICT when %s', async (_, change) => {
    const { kind, bookmarks, detail } = await approved(({ news, work }) => [news, work], change);
    await expect(kind.execute(detail, noProgress)).rejects.toEqual(
      failure('CONFLICT', 'nothing was deleted'),
    );
    expect(bookmarks.writes).toEqual([]);
  });

  test('it goes on when only the order of siblings changed', async () => {
    const { kind, detail, work } = await approved(
      ({ work }) => [work],
      ({ bookmarks, plan, work, news }) => [
        bookmarks.chrome.bookmarks.move(plan, { parentId: work, index: 2 }),
        bookmarks.chrome.bookmarks.move(news, { parentId: bookmarks.other, index: 0 }),
      ],
    );
    expect(await kind.execute(detail, noProgress)).toMatchObject({ ids: [work] });
  });

  test('it says what was done and what was not when Chrome fails midway', async () => {
    const { kind, bookmarks, detail, work, news, mail } = await approved(
      ({ work, news, mail }) => [work, news, mail],
      ({ bookmarks, news }) => bookmarks.broken.add(news),
    );
    await expect(kind.execute(detail, noProgress)).rejects.toEqual(
      failure('INTERNAL_ERROR', `Done: ${work}. Not done: ${news}, ${mail}`),
    );
    expect(bookmarks.inside(bookmarks.other)).toEqual([news, mail]);
  });

  test('it stops when it cannot save how far it got', async () => {
    const { kind, bookmarks, detail } = await approved(({ news, mail }) => [news, mail]);
    const saveProgress = vi.fn(noProgress).mockRejectedValue(new Error('Full'));
    await expect(kind.execute(detail, saveProgress)).rejects.toEqual(failure('INTERNAL_ERROR', 'Done: none'));
    expect(bookmarks.writes).toEqual([]);
  });
});

test('what stopped with the worker is told by how far it had got', async () => {
  const { kind, detail, mail } = await approved(({ news, mail }) => [news, mail]);
  expect(kind.interrupted(detail, undefined)).toEqual(failure('INTERNAL_ERROR', 'nothing was deleted'));
  expect(kind.interrupted(detail, 1)).toEqual(
    failure('INTERNAL_ERROR', `1 of 2 items were deleted, item ${mail} may have been`),
  );
});
