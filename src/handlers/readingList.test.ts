import { describe, expect, it } from 'vitest';
import { call, failure, fakeChrome } from './fakes/call.ts';
import { readingListHandlers } from './readingList.ts';

interface Entry {
  url: string;
  title: string;
  hasBeenRead: boolean;
  creationTime: number;
  lastUpdateTime: number;
}

/** A reading list in memory; like Chrome's it throws when asked for a URL that cannot be in it. */
class FakeReadingList {
  readonly entries: Entry[] = [];
  readonly writes: unknown[][] = [];
  readonly broken = new Set<string>();

  constructor(...urls: string[]) {
    for (const [index, url] of urls.entries()) {
      const creationTime = 1_000 + index;
      this.entries.push({ url, title: url, hasBeenRead: false, creationTime, lastUpdateTime: creationTime });
    }
  }

  readonly chrome = fakeChrome({
    readingList: {
      query: async ({ url, hasBeenRead }: { url?: string; hasBeenRead?: boolean }) => {
        if (url !== undefined && !/^https?:/.test(url)) throw new Error('URL is not supported.');
        return this.entries
          .filter((entry) => url === undefined || entry.url === url)
          .filter((entry) => hasBeenRead === undefined || entry.hasBeenRead === hasBeenRead);
      },
      addEntry: async (entry: Entry) => {
        this.writes.push(['add', entry]);
        this.entries.push({ ...entry, creationTime: 2_000, lastUpdateTime: 2_000 });
      },
      updateEntry: async ({ url, hasBeenRead }: { url: string; hasBeenRead: boolean }) => {
        this.#write('update', url);
        for (const entry of this.entries) if (entry.url === url) entry.hasBeenRead = hasBeenRead;
      },
      removeEntry: async ({ url }: { url: string }) => {
        this.#write('remove', url);
        this.entries.splice(
          this.entries.findIndex((entry) => entry.url === url),
          1,
        );
      },
    },
  });

  #write(verb: string, url: string): void {
    this.writes.push([verb, url]);
    if (this.broken.has(url)) throw new Error('Broken');
  }
}

const [A, B, C] = ['https://a.test/', 'https://b.test/', 'http://c.test/'] as const;

function threeEntries() {
  const list = new FakeReadingList(A, B, C);
  return { list, handlers: readingListHandlers(list.chrome) };
}

describe('readingList.list', () => {
  it('lists entries newest first', async () => {
    const { handlers } = threeEntries();
    const { entries, hasMore, contentTrust } = await call(handlers, 'readingList.list', { limit: 2 });
    expect(entries.map(({ url }) => url)).toEqual([C, B]);
    expect(entries[1]).toEqual({ url: B, title: B, read: false, createdAt: 1_001, updatedAt: 1_001 });
    expect({ hasMore, contentTrust }).toEqual({ hasMore: true, contentTrust: 'untrusted-page-content' });
  });

  it('lists only what has been read, or only what has not', async () => {
    const { handlers } = threeEntries();
    await call(handlers, 'readingList.markRead', { urls: [B] });
    const read = await call(handlers, 'readingList.list', { read: true });
    const unread = await call(handlers, 'readingList.list', { read: false });
    expect(read.entries.map(({ url }) => url)).toEqual([B]);
    expect(unread.entries.map(({ url }) => url)).toEqual([C, A]);
  });
});

describe('readingList.add', () => {
  it('adds an unread entry, named by its URL unless a title is given', async () => {
    const { handlers, list } = threeEntries();
    const url = 'https://new.test/';
    expect(await call(handlers, 'readingList.add', { url })).toEqual({ url, title: url });
    const other = { url: 'https://other.test/', title: 'Other' };
    expect(await call(handlers, 'readingList.add', other)).toEqual(other);
    expect(list.writes).toEqual([
      ['add', { url, title: url, hasBeenRead: false }],
      ['add', { ...other, hasBeenRead: false }],
    ]);
  });

  it.each(['nowhere', 'ftp://a.test/', 'chrome://version/'])('refuses %s', async (url) => {
    const { handlers, list } = threeEntries();
    await expect(call(handlers, 'readingList.add', { url })).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(list.writes).toEqual([]);
  });

  it('answers CONFLICT for a URL that is in the list', async () => {
    const { handlers, list } = threeEntries();
    await expect(call(handlers, 'readingList.add', { url: A })).rejects.toEqual(failure('CONFLICT'));
    expect(list.writes).toEqual([]);
  });
});

describe('readingList.markRead and remove', () => {
  it('marks entries read, or unread again', async () => {
    const { handlers, list } = threeEntries();
    expect(await call(handlers, 'readingList.markRead', { urls: [B, A, B] })).toEqual({
      urls: [B, A],
      read: true,
    });
    expect(await call(handlers, 'readingList.markRead', { urls: [B], read: false })).toEqual({
      urls: [B],
      read: false,
    });
    expect(list.entries.map(({ hasBeenRead }) => hasBeenRead)).toEqual([true, false, false]);
  });

  it('removes entries, each once', async () => {
    const { handlers, list } = threeEntries();
    const removed = await call(handlers, 'readingList.remove', { urls: [C, A, C], confirm: true });
    expect(removed).toEqual({ urls: [C, A] });
    expect(list.entries.map(({ url }) => url)).toEqual([B]);
  });

  it.each(['https://unknown.test/', 'ftp://a.test/', 'nowhere'])(
    'answers NOT_FOUND when %s is among the URLs, and changes nothing',
    async (bad) => {
      const { handlers, list } = threeEntries();
      const notFound = failure('NOT_FOUND', bad);
      await expect(call(handlers, 'readingList.markRead', { urls: [A, bad] })).rejects.toEqual(notFound);
      await expect(call(handlers, 'readingList.remove', { urls: [A, bad] })).rejects.toEqual(notFound);
      expect(list.writes).toEqual([]);
    },
  );

  it('says what was done when Chrome fails midway', async () => {
    const { handlers, list } = threeEntries();
    list.broken.add(B);
    const midway = failure('INTERNAL_ERROR', `entry ${B}. Done: ${A}. Not done: ${B}, ${C}.`);
    await expect(call(handlers, 'readingList.markRead', { urls: [A, B, C] })).rejects.toEqual(midway);
    await expect(call(handlers, 'readingList.remove', { urls: [A, B, C] })).rejects.toEqual(midway);
  });
});

it('every reading list method answers UNSUPPORTED without chrome.readingList', async () => {
  const handlers = readingListHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.readingList');
  await expect(call(handlers, 'readingList.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'readingList.add', { url: 'nowhere' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'readingList.markRead', { urls: ['nowhere'] })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'readingList.remove', { urls: ['nowhere'] })).rejects.toEqual(unsupported);
});
