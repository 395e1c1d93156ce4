import { describe, expect, it, vi } from 'vitest';
import { call, failure, fakeChrome, OWN_PAGE } from './fakes/call.ts';
import { recentHandlers } from './recent.ts';

const WINDOW = {
  lastModified: 20,
  window: {
    sessionId: 'w1',
    tabs: [
      { sessionId: 'w1.1', title: 'First', url: 'https://first.test/' },
      { sessionId: 'w1.2', title: 'Second', url: 'https://second.test/' },
    ],
  },
};
const TAB = { lastModified: 10, tab: { sessionId: 't1', title: 'Tab', url: 'https://tab.test/' } };

function closed(...sessions: object[]) {
  const restore = vi.fn(
    async (sessionId?: string): Promise<object> =>
      sessionId === 'w1' ? { window: { id: 70 } } : { tab: { id: 7 } },
  );
  const getRecentlyClosed = vi.fn(async () => sessions);
  const chrome = fakeChrome({ sessions: { restore, getRecentlyClosed } });
  return { restore, getRecentlyClosed, handlers: recentHandlers(chrome) };
}

describe('recent.list', () => {
  it('lists tabs and windows in the order Chrome has them, with times in milliseconds', async () => {
    const { handlers, getRecentlyClosed } = closed(WINDOW, TAB);
    expect(await call(handlers, 'recent.list', {})).toEqual({
      items: [
        {
          sessionId: 'w1',
          type: 'window',
          closedTime: 20_000,
          title: 'First',
          url: 'https://first.test/',
          tabCount: 2,
        },
        { sessionId: 't1', type: 'tab', closedTime: 10_000, title: 'Tab', url: 'https://tab.test/' },
      ],
      hasMore: false,
      contentTrust: 'untrusted-page-content',
    });
    expect(getRecentlyClosed).toHaveBeenCalledWith({ maxResults: 25 });
  });

  it('returns at most as many as asked for', async () => {
    const { handlers } = closed(WINDOW, TAB);
    const { items, hasMore } = await call(handlers, 'recent.list', { limit: 1 });
    expect({ found: items.length, hasMore }).toEqual({ found: 1, hasMore: true });
  });

  it('gives a window without tabs empty texts', async () => {
    const { handlers } = closed({ lastModified: 1, window: { sessionId: 'w2' } });
    const { items } = await call(handlers, 'recent.list', {});
    expect(items).toMatchObject([{ title: '', url: '', tabCount: 0 }]);
  });
});

describe('recent.restore', () => {
  it('restores the latest, by its ID, when none is given', async () => {
    const { handlers, restore } = closed(WINDOW, TAB);
    expect(await call(handlers, 'recent.restore', {})).toEqual({ windowId: 70 });
    expect(restore.mock.calls).toEqual([['w1']]);
  });

  it('restores a tab, also one of a closed window', async () => {
    const { handlers, restore } = closed(WINDOW, TAB);
    expect(await call(handlers, 'recent.restore', { sessionId: 't1' })).toEqual({ tabId: 7 });
    expect(await call(handlers, 'recent.restore', { sessionId: 'w1.2' })).toEqual({ tabId: 7 });
    expect(restore.mock.calls).toEqual([['t1'], ['w1.2']]);
  });

  it('takes an empty ID for an unknown one, not for the latest', async () => {
    const { handlers, restore } = closed(WINDOW, TAB);
    await expect(call(handlers, 'recent.restore', { sessionId: '' })).rejects.toEqual(failure('NOT_FOUND'));
    await expect(call(handlers, 'recent.restore', { sessionId: 'x' })).rejects.toEqual(failure('NOT_FOUND'));
    expect(restore).not.toHaveBeenCalled();
  });

  it('answers NOT_FOUND when nothing was closed, when Chrome refuses, and when nothing comes back', async () => {
    await expect(call(closed().handlers, 'recent.restore', {})).rejects.toEqual(failure('NOT_FOUND'));
    const { handlers, restore } = closed(TAB);
    restore.mockRejectedValueOnce(new Error('Invalid session id'));
    await expect(call(handlers, 'recent.restore', {})).rejects.toEqual(failure('NOT_FOUND'));
    restore.mockResolvedValueOnce({});
    await expect(call(handlers, 'recent.restore', {})).rejects.toEqual(failure('NOT_FOUND'));
  });

  it('brings back no page of ours, alone or in a window', async () => {
    const own = { lastModified: 1, tab: { sessionId: 't2', title: '', url: OWN_PAGE } };
    const tabs = [
      { sessionId: 'w2.1', url: 'https://a.test/' },
      { sessionId: 'w2.2', url: OWN_PAGE },
    ];
    const mixed = { lastModified: 1, window: { sessionId: 'w2', tabs } };
    const { handlers, restore } = closed(own, mixed);
    const refused = failure('INVALID_REQUEST', 'Pages of this extension');
    await expect(call(handlers, 'recent.restore', {})).rejects.toEqual(refused);
    await expect(call(handlers, 'recent.restore', { sessionId: 't2' })).rejects.toEqual(refused);
    await expect(call(handlers, 'recent.restore', { sessionId: 'w2' })).rejects.toEqual(refused);
    await expect(call(handlers, 'recent.restore', { sessionId: 'w2.2' })).rejects.toEqual(refused);
    expect(restore).not.toHaveBeenCalled();
    expect(await call(handlers, 'recent.restore', { sessionId: 'w2.1' })).toEqual({ tabId: 7 });
  });
});

it('both methods answer UNSUPPORTED without chrome.sessions', async () => {
  const handlers = recentHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.sessions');
  await expect(call(handlers, 'recent.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'recent.restore', {})).rejects.toEqual(unsupported);
});
