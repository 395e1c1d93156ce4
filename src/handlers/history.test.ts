import { describe, expect, it, vi } from 'vitest';
import { call, failure, fakeChrome } from './fakes/call.ts';
import { historyHandlers } from './history.ts';

const NOW_MS = 5_000;

function someHistory() {
  const items = [
    { id: '1', url: 'https://old.test/', title: 'Old', lastVisitTime: 1_000.4, visitCount: 3 },
    { id: '2', url: 'https://new.test/', lastVisitTime: 2_000.6 },
  ];
  const visits = [
    { visitTime: 10.2, transition: 'link' },
    { visitTime: 30.7, transition: 'typed' },
    { visitTime: 20, transition: 'reload' },
  ];
  const api = {
    search: vi.fn(async ({ maxResults }: { maxResults: number }) => items.slice(0, maxResults)),
    getVisits: vi.fn(async ({ url }: { url: string }) => (url === 'https://new.test/' ? visits : [])),
    deleteUrl: vi.fn(async (_: { url: string }) => {}),
    deleteAll: vi.fn(async () => {}),
    deleteRange: vi.fn(async (_: object) => {}),
  };
  return { api, handlers: historyHandlers(fakeChrome({ history: api }), () => NOW_MS) };
}

describe('history.search', () => {
  it('searches all of history when nothing is given, newest first, in whole milliseconds', async () => {
    const { api, handlers } = someHistory();
    expect(await call(handlers, 'history.search', {})).toEqual({
      items: [
        { url: 'https://new.test/', title: '', lastVisitTime: 2_001, visitCount: 0 },
        { url: 'https://old.test/', title: 'Old', lastVisitTime: 1_000, visitCount: 3 },
      ],
      hasMore: false,
      contentTrust: 'untrusted-page-content',
    });
    expect(api.search).toHaveBeenCalledWith({ text: '', startTime: 0, maxResults: 101 });
  });

  it('passes text and times on, and tells that there is more', async () => {
    const { api, handlers } = someHistory();
    const found = await call(handlers, 'history.search', { text: 'x', startTime: 7, endTime: 7, limit: 1 });
    expect({ items: found.items.length, hasMore: found.hasMore }).toEqual({ items: 1, hasMore: true });
    expect(api.search).toHaveBeenCalledWith({ text: 'x', startTime: 7, endTime: 7, maxResults: 2 });
  });

  it('refuses a start after the end without asking Chrome', async () => {
    const { api, handlers } = someHistory();
    const searching = call(handlers, 'history.search', { startTime: 2, endTime: 1 });
    await expect(searching).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(api.search).not.toHaveBeenCalled();
  });
});

describe('history.visits', () => {
  it('lists visits newest first, in whole milliseconds, without a trust mark', async () => {
    const { handlers } = someHistory();
    expect(await call(handlers, 'history.visits', { url: 'https://new.test/', limit: 2 })).toEqual({
      visits: [
        { visitTime: 31, transition: 'typed' },
        { visitTime: 20, transition: 'reload' },
      ],
      hasMore: true,
    });
  });

  it('lists nothing for a URL that was never visited', async () => {
    const { handlers } = someHistory();
    const never = await call(handlers, 'history.visits', { url: 'https://never.test/' });
    expect(never).toEqual({ visits: [], hasMore: false });
  });

  it('refuses what is not a URL', async () => {
    const { api, handlers } = someHistory();
    await expect(call(handlers, 'history.visits', { url: 'nowhere' })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
    expect(api.getVisits).not.toHaveBeenCalled();
  });
});

describe('history.remove', () => {
  const urls = ['https://b.test/', 'https://a.test/', 'https://b.test/'];

  it('deletes each URL once', async () => {
    const { api, handlers } = someHistory();
    expect(await call(handlers, 'history.remove', { urls, confirm: true })).toEqual({
      urls: ['https://b.test/', 'https://a.test/'],
    });
    expect(api.deleteUrl.mock.calls).toEqual([[{ url: 'https://b.test/' }], [{ url: 'https://a.test/' }]]);
  });

  it('deletes nothing when one of them is not a URL', async () => {
    const { api, handlers } = someHistory();
    const removing = call(handlers, 'history.remove', { urls: [...urls, 'nowhere'] });
    await expect(removing).rejects.toEqual(failure('INVALID_REQUEST', 'nowhere'));
    expect(api.deleteUrl).not.toHaveBeenCalled();
  });

  it('says what was deleted when Chrome fails midway', async () => {
    const { api, handlers } = someHistory();
    api.deleteUrl.mockResolvedValueOnce().mockRejectedValueOnce(new Error('Broken'));
    await expect(call(handlers, 'history.remove', { urls })).rejects.toEqual(
      failure('INTERNAL_ERROR', 'Done: https://b.test/. Not done: https://a.test/.'),
    );
  });
});

describe('history.clear', () => {
  it('deletes everything when no time is given', async () => {
    const { api, handlers } = someHistory();
    expect(await call(handlers, 'history.clear', { confirm: true })).toEqual({ all: true });
    expect(api.deleteAll).toHaveBeenCalledOnce();
    expect(api.deleteRange).not.toHaveBeenCalled();
  });

  it.each([
    ['from the start', { endTime: 9 }, { startTime: 0, endTime: 9 }],
    ['until now', { startTime: 0 }, { startTime: 0, endTime: NOW_MS }],
    ['between two times', { startTime: 3, endTime: 4 }, { startTime: 3, endTime: 4 }],
  ])('deletes a range %s', async (_, input, range) => {
    const { api, handlers } = someHistory();
    expect(await call(handlers, 'history.clear', input)).toEqual({ all: false });
    expect(api.deleteRange).toHaveBeenCalledExactlyOnceWith(range);
    expect(api.deleteAll).not.toHaveBeenCalled();
  });

  it('refuses a start after the end and deletes nothing', async () => {
    const { api, handlers } = someHistory();
    const clearing = call(handlers, 'history.clear', { startTime: 2, endTime: 1 });
    await expect(clearing).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(api.deleteRange).not.toHaveBeenCalled();
  });
});

it('every history method answers UNSUPPORTED without chrome.history', async () => {
  const handlers = historyHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.history');
  await expect(call(handlers, 'history.search', { startTime: 2, endTime: 1 })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'history.visits', { url: 'nowhere' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'history.remove', { urls: ['nowhere'] })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'history.clear', {})).rejects.toEqual(unsupported);
});
