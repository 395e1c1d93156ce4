import { describe, expect, it } from 'vitest';
import { call, failure, OWN_PAGE } from './fakes/call.ts';
import { FakeBrowser } from './fakes/fakeBrowser.ts';
import { tabsHandlers } from './tabs.ts';

/** A window of three tabs, in a browser that also shows our approval window. */
function threeTabs() {
  const browser = new FakeBrowser();
  const { id: windowId, tabIds } = browser.openWindow([
    'https://a.test/',
    'https://b.test/',
    'https://c.test/',
  ]);
  const [a = 0, b = 0, c = 0] = tabIds;
  const approval = browser.openWindow([OWN_PAGE], 'popup');
  const [ownTab = 0] = approval.tabIds;
  return {
    browser,
    handlers: tabsHandlers(browser.chrome),
    windowId,
    a,
    b,
    c,
    approvalWindow: approval.id,
    ownTab,
  };
}

describe('tabs.list', () => {
  it('lists every tab, marked as untrusted', async () => {
    const { handlers, windowId, a, ownTab } = threeTabs();
    const { tabs, contentTrust } = await call(handlers, 'tabs.list', {});
    expect(contentTrust).toBe('untrusted-page-content');
    expect(tabs).toHaveLength(4);
    expect(tabs.at(-1)?.tabId).toBe(ownTab);
    expect(tabs[0]).toEqual({
      tabId: a,
      windowId,
      active: true,
      pinned: false,
      groupId: -1,
      title: 'Title of https://a.test/',
      url: 'https://a.test/',
    });
  });

  it('lists the tabs of one window', async () => {
    const { handlers, approvalWindow, ownTab } = threeTabs();
    const { tabs } = await call(handlers, 'tabs.list', { windowId: approvalWindow });
    expect(tabs.map((tab) => tab.tabId)).toEqual([ownTab]);
  });

  it('answers NOT_FOUND for an unknown window', async () => {
    const { handlers } = threeTabs();
    await expect(call(handlers, 'tabs.list', { windowId: 99 })).rejects.toEqual(failure('NOT_FOUND', '99'));
  });

  it('gives a tab without title and URL empty ones, and leaves out one without an ID', async () => {
    const { handlers, browser } = threeTabs();
    browser.tabs.splice(2);
    Object.assign(browser.tabs[0] ?? {}, { title: undefined, url: undefined });
    Object.assign(browser.tabs[1] ?? {}, { id: undefined });
    const { tabs } = await call(handlers, 'tabs.list', {});
    expect(tabs.map(({ title, url }) => ({ title, url }))).toEqual([{ title: '', url: '' }]);
  });
});

describe('tabs.open', () => {
  it('opens an active tab in the last-focused normal window', async () => {
    const { handlers, browser, windowId } = threeTabs();
    const { tabId } = await call(handlers, 'tabs.open', { url: 'https://new.test/' });
    expect(browser.tab(tabId)).toMatchObject({ url: 'https://new.test/', windowId, active: true });
  });

  it('opens a background tab in a given window', async () => {
    const { handlers, browser, windowId, a } = threeTabs();
    browser.openWindow(['https://other.test/']);
    const { tabId } = await call(handlers, 'tabs.open', {
      url: 'https://new.test/',
      windowId,
      background: true,
    });
    expect(browser.tab(tabId)).toMatchObject({ windowId, active: false });
    expect(browser.tab(a).active).toBe(true);
  });

  it('lets Chrome open a window when there is no normal one', async () => {
    const browser = new FakeBrowser();
    const { tabId } = await call(tabsHandlers(browser.chrome), 'tabs.open', { url: 'https://new.test/' });
    expect(browser.tab(tabId).url).toBe('https://new.test/');
  });

  it.each([
    ['does not parse', 'not a url'],
    ['is a page of ours', OWN_PAGE],
    ['is a page of ours inside another scheme', `view-source:${OWN_PAGE}`],
  ])('refuses a URL that %s, whatever the window', async (_, url) => {
    const { handlers, browser } = threeTabs();
    await expect(call(handlers, 'tabs.open', { url, windowId: 99 })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
    expect(browser.writes).toEqual([]);
  });

  it('answers NOT_FOUND for an unknown window and opens nothing', async () => {
    const { handlers, browser } = threeTabs();
    const opening = call(handlers, 'tabs.open', { url: 'https://new.test/', windowId: 99 });
    await expect(opening).rejects.toEqual(failure('NOT_FOUND'));
    expect(browser.writes).toEqual([]);
  });

  it('passes on why Chrome refuses a URL', async () => {
    const { handlers } = threeTabs();
    const opening = call(handlers, 'tabs.open', { url: 'javascript:alert(1)' });
    await expect(opening).rejects.toEqual(failure('INVALID_REQUEST', 'JavaScript URLs are not allowed'));
  });
});

describe('tabs.close', () => {
  it('closes each tab once and echoes what it got', async () => {
    const { handlers, browser, windowId, a, b, c } = threeTabs();
    expect(await call(handlers, 'tabs.close', { tabIds: [a, c, a] })).toEqual({ tabIds: [a, c, a] });
    expect(browser.strip(windowId)).toEqual([b]);
  });

  it('says what was closed when Chrome fails midway', async () => {
    const { handlers, browser, a, b, c } = threeTabs();
    browser.broken.add(b);
    await expect(call(handlers, 'tabs.close', { tabIds: [a, b, c] })).rejects.toEqual(
      failure('INTERNAL_ERROR', `tab ${b}\\. Done: ${a}\\. Not done: ${b}, ${c}\\.`),
    );
  });
});

describe('tabs.activate and tabs.select', () => {
  it('activates a tab and focuses its window', async () => {
    const { handlers, browser, windowId, b } = threeTabs();
    browser.openWindow(['https://other.test/']);
    expect(await call(handlers, 'tabs.activate', { tabId: b })).toEqual({ tabId: b, windowId });
    expect(browser.tab(b).active).toBe(true);
    expect(browser.window(windowId).focused).toBe(true);
  });

  it('selects a tab and leaves its window where it is', async () => {
    const { handlers, browser, windowId, b } = threeTabs();
    expect(await call(handlers, 'tabs.select', { tabId: b })).toEqual({ tabId: b, windowId });
    expect(browser.writes).toEqual([['tabs.update', b, { active: true }]]);
  });
});

describe('tabs.current', () => {
  it('finds the active tab of the last normal window, also while our approval window has the focus', async () => {
    const { handlers, windowId, a } = threeTabs();
    expect(await call(handlers, 'tabs.current', {})).toEqual({ tabId: a, windowId });
  });

  it('answers NOT_FOUND when there is no normal window, or it has no active tab', async () => {
    const browser = new FakeBrowser();
    const handlers = tabsHandlers(browser.chrome);
    await expect(call(handlers, 'tabs.current', {})).rejects.toEqual(failure('NOT_FOUND'));
    browser.openWindow([]);
    await expect(call(handlers, 'tabs.current', {})).rejects.toEqual(failure('NOT_FOUND'));
  });
});

describe('tabs.pin, unpin, mute, unmute, reload and duplicate', () => {
  it.each([
    ['tabs.pin', { pinned: true }],
    ['tabs.unpin', { pinned: false }],
    ['tabs.mute', { muted: true }],
    ['tabs.unmute', { muted: false }],
  ] as const)('%s changes each tab once, in order', async (name, changes) => {
    const { handlers, browser, a, c } = threeTabs();
    expect(await call(handlers, name, { tabIds: [c, a, c] })).toEqual({ tabIds: [c, a] });
    expect(browser.writes).toEqual([
      ['tabs.update', c, changes],
      ['tabs.update', a, changes],
    ]);
  });

  it('reloads through the cache unless told to bypass it', async () => {
    const { handlers, browser, a } = threeTabs();
    await call(handlers, 'tabs.reload', { tabIds: [a] });
    await call(handlers, 'tabs.reload', { tabIds: [a], bypassCache: true });
    expect(browser.writes).toEqual([
      ['tabs.reload', a, { bypassCache: false }],
      ['tabs.reload', a, { bypassCache: true }],
    ]);
  });

  it('duplicates a tab and returns the copy', async () => {
    const { handlers, browser, b } = threeTabs();
    const { tabId } = await call(handlers, 'tabs.duplicate', { tabId: b });
    expect(tabId).not.toBe(b);
    expect(browser.tab(tabId).url).toBe('https://b.test/');
  });

  it('says which tabs were changed when Chrome fails midway', async () => {
    const { handlers, browser, a, b, c } = threeTabs();
    browser.broken.add(c);
    await expect(call(handlers, 'tabs.pin', { tabIds: [b, c, a] })).rejects.toEqual(
      failure('INTERNAL_ERROR', `tab ${c}\\. Done: ${b}\\. Not done: ${c}, ${a}\\.`),
    );
  });
});

describe('tabs.move', () => {
  it('moves tabs to the end in the order given', async () => {
    const { handlers, browser, windowId, a, b, c } = threeTabs();
    expect(await call(handlers, 'tabs.move', { tabIds: [b, a] })).toEqual({ tabIds: [b, a] });
    expect(browser.strip(windowId)).toEqual([c, b, a]);
  });

  it('moves tabs into another window', async () => {
    const { handlers, browser, windowId, a, b, c } = threeTabs();
    const other = browser.openWindow(['https://x.test/', 'https://y.test/']);
    const [x = 0, y = 0] = other.tabIds;
    await call(handlers, 'tabs.move', { tabIds: [c, a, c], windowId: other.id, index: 1 });
    expect(browser.strip(other.id)).toEqual([x, c, a, y]);
    expect(browser.strip(windowId)).toEqual([b]);
  });

  it('answers NOT_FOUND for an unknown target window and moves nothing', async () => {
    const { handlers, browser, a } = threeTabs();
    await expect(call(handlers, 'tabs.move', { tabIds: [a], windowId: 99 })).rejects.toEqual(
      failure('NOT_FOUND'),
    );
    expect(browser.writes).toEqual([]);
  });

  it('refuses to move a tab into the approval window', async () => {
    const { handlers, browser, a, approvalWindow } = threeTabs();
    const moving = call(handlers, 'tabs.move', { tabIds: [a], windowId: approvalWindow });
    await expect(moving).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(browser.writes).toEqual([]);
  });
});

describe('every method that changes tabs', () => {
  const severalTabs = ['close', 'move', 'pin', 'unpin', 'mute', 'unmute', 'reload'] as const;
  const oneTab = ['activate', 'select', 'duplicate'] as const;
  type Change = (handlers: ReturnType<typeof tabsHandlers>, good: number, bad: number) => Promise<unknown>;
  const changes: [string, Change][] = [
    ...severalTabs.map((verb): [string, Change] => [
      verb,
      (handlers, good, bad) => call(handlers, `tabs.${verb}`, { tabIds: [good, bad] }),
    ]),
    ...oneTab.map((verb): [string, Change] => [
      verb,
      (handlers, _, bad) => call(handlers, `tabs.${verb}`, { tabId: bad }),
    ]),
  ];

  it.each(changes)('%s answers NOT_FOUND for an unknown tab and changes none', async (_, change) => {
    const { handlers, browser, a } = threeTabs();
    await expect(change(handlers, a, 99)).rejects.toEqual(failure('NOT_FOUND', '99'));
    expect(browser.writes).toEqual([]);
  });

  it.each(changes)('%s refuses a tab that shows a page of ours and changes none', async (_, change) => {
    const { handlers, browser, a, ownTab } = threeTabs();
    await expect(change(handlers, a, ownTab)).rejects.toEqual(failure('INVALID_REQUEST', `${ownTab}`));
    expect(browser.writes).toEqual([]);
  });

  it.each(changes)('%s refuses a tab that is about to show a page of ours', async (_, change) => {
    const { handlers, browser, a, b } = threeTabs();
    browser.tab(b).pendingUrl = OWN_PAGE;
    await expect(change(handlers, a, b)).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(browser.writes).toEqual([]);
  });
});
