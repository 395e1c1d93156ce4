import { describe, expect, it } from 'vitest';
import { call, failure, OWN_PAGE } from './fakes/call.ts';
import { FakeBrowser } from './fakes/fakeBrowser.ts';
import { windowsHandlers } from './windows.ts';

function twoWindows() {
  const browser = new FakeBrowser();
  const one = browser.openWindow(['https://a.test/', 'https://b.test/']).id;
  const two = browser.openWindow(['https://c.test/']).id;
  return { browser, handlers: windowsHandlers(browser.chrome), one, two };
}

describe('windows.list', () => {
  it('lists windows with the number of their tabs', async () => {
    const { handlers, one, two } = twoWindows();
    expect(await call(handlers, 'windows.list', {})).toEqual({
      windows: [
        { windowId: one, focused: false, state: 'normal', tabCount: 2 },
        { windowId: two, focused: true, state: 'normal', tabCount: 1 },
      ],
    });
  });

  it('passes on a state that no call can set', async () => {
    const { handlers, browser, one } = twoWindows();
    browser.window(one).state = 'locked-fullscreen';
    const { windows } = await call(handlers, 'windows.list', {});
    expect(windows[0]?.state).toBe('locked-fullscreen');
  });
});

describe('windows.open', () => {
  it('opens a blank window when no URL is given', async () => {
    const { handlers, browser } = twoWindows();
    const { windowId } = await call(handlers, 'windows.open', { urls: [] });
    expect(browser.writes).toEqual([['windows.create', {}]]);
    expect(browser.strip(windowId)).toHaveLength(1);
  });

  it('opens several URLs in a state', async () => {
    const { handlers, browser } = twoWindows();
    const urls = ['https://x.test/', 'https://y.test/'];
    await call(handlers, 'windows.open', { urls, state: 'minimized' });
    expect(browser.writes).toEqual([['windows.create', { url: urls, state: 'minimized' }]]);
  });

  it.each(['nowhere', OWN_PAGE, `blob:${OWN_PAGE}`])(
    'refuses %s among other URLs and opens nothing',
    async (bad) => {
      const { handlers, browser } = twoWindows();
      const opening = call(handlers, 'windows.open', { urls: ['https://x.test/', bad] });
      await expect(opening).rejects.toEqual(failure('INVALID_REQUEST'));
      expect(browser.writes).toEqual([]);
    },
  );

  it('passes on why Chrome refuses', async () => {
    const { handlers } = twoWindows();
    const opening = call(handlers, 'windows.open', { urls: ['javascript:alert(1)'] });
    await expect(opening).rejects.toEqual(failure('INVALID_REQUEST', 'Not allowed'));
  });
});

describe('windows.close, focus and state', () => {
  it('closes each window once, in order', async () => {
    const { handlers, browser, one, two } = twoWindows();
    expect(await call(handlers, 'windows.close', { windowIds: [two, one, two] })).toEqual({
      windowIds: [two, one],
    });
    expect(browser.windows).toEqual([]);
  });

  it('says which windows were closed when Chrome fails midway', async () => {
    const { handlers, browser, one, two } = twoWindows();
    browser.broken.add(two);
    await expect(call(handlers, 'windows.close', { windowIds: [one, two] })).rejects.toEqual(
      failure('INTERNAL_ERROR', `window ${two}\\. Done: ${one}\\. Not done: ${two}\\.`),
    );
  });

  it('focuses a window', async () => {
    const { handlers, browser, one } = twoWindows();
    expect(await call(handlers, 'windows.focus', { windowId: one })).toEqual({ windowId: one });
    expect(browser.window(one).focused).toBe(true);
  });

  it('sets the state of a window', async () => {
    const { handlers, browser, one } = twoWindows();
    const asked = { windowId: one, state: 'maximized' } as const;
    expect(await call(handlers, 'windows.state', asked)).toEqual(asked);
    expect(browser.window(one).state).toBe('maximized');
  });

  type Change = (handlers: ReturnType<typeof windowsHandlers>, good: number, bad: number) => Promise<unknown>;
  const changes: [string, Change][] = [
    ['close', (handlers, good, bad) => call(handlers, 'windows.close', { windowIds: [good, bad] })],
    ['focus', (handlers, _, bad) => call(handlers, 'windows.focus', { windowId: bad })],
    ['state', (handlers, _, bad) => call(handlers, 'windows.state', { windowId: bad, state: 'minimized' })],
  ];

  it.each(changes)('%s answers NOT_FOUND for an unknown window and changes none', async (_, change) => {
    const { handlers, browser, one } = twoWindows();
    await expect(change(handlers, one, 99)).rejects.toEqual(failure('NOT_FOUND', '99'));
    expect(browser.writes).toEqual([]);
  });

  it.each(changes)('%s refuses a window that shows a page of ours and changes none', async (_, change) => {
    const { handlers, browser, one } = twoWindows();
    const approval = browser.openWindow([OWN_PAGE], 'popup');
    await expect(change(handlers, one, approval.id)).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(browser.writes).toEqual([]);
  });
});
