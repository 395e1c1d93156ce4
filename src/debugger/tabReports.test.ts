import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from './testing/clock.ts';
import { FakeBrowser, OTHER_ID } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;

beforeEach(async () => {
  browser = new FakeBrowser();
  browser.start();
  await settle();
});

const create = (url: string, pendingUrl?: string) => {
  const tab = browser.addTab(url, pendingUrl === undefined ? {} : { pendingUrl });
  browser.relay.onTabCreated(browser.chromeTab(tab));
  return tab;
};

const INTERNAL = [
  'chrome://newtab/',
  `chrome-extension://${OTHER_ID}/options.html`,
  'chrome-untrusted://terminal/',
  'chrome-search://local-ntp/',
  'devtools://devtools/bundled/inspector.html',
  'view-source:https://example.com/',
  'edge://settings/',
  'https://chromewebstore.google.com/detail/x',
  'https://chrome.google.com/webstore/category/extensions',
];

describe('debugger.tabCreated', () => {
  test('names the tab with its target', async () => {
    const tab = create('https://example.com/');
    await settle();
    expect(browser.notifications).toEqual([
      {
        method: 'debugger.tabCreated',
        params: {
          tabId: tab,
          targetId: `target-${tab}`,
          title: `Tab ${tab}`,
          url: 'https://example.com/',
        },
      },
    ]);
  });

  test('names the URL that is being loaded when there is none yet', async () => {
    create('', 'https://example.com/soon');
    await settle();
    expect(browser.told('debugger.tabCreated')).toMatchObject([{ url: 'https://example.com/soon' }]);
  });

  test('waits for debugger.tabUpdated when Chrome lists no target yet', async () => {
    const tab = browser.addTab();
    const created = browser.chromeTab(tab);
    browser.tabs.delete(tab);
    browser.relay.onTabCreated(created);
    await settle();
    expect(browser.notifications).toEqual([]);
    const listed = browser.addTab();
    browser.relay.onTabUpdated(listed, { status: 'complete' }, browser.chromeTab(listed));
    await settle();
    expect(browser.told('debugger.tabUpdated')).toMatchObject([{ tabId: listed }]);
  });

  test.each(INTERNAL)('is not sent for %s', async (url) => {
    create(url);
    create('', url);
    await settle();
    expect(browser.notifications).toEqual([]);
  });

  test('is sent for about:blank', async () => {
    create('about:blank');
    await settle();
    expect(browser.told('debugger.tabCreated')).toMatchObject([{ url: 'about:blank' }]);
  });
});

describe('debugger.tabUpdated', () => {
  test.each([[{ url: 'https://example.com/' }], [{ title: 'New' }], [{ status: 'complete' as const }]])(
    'is sent for a change of %j',
    async (change) => {
      const tab = browser.addTab();
      browser.relay.onTabUpdated(tab, change, browser.chromeTab(tab));
      await settle();
      expect(browser.told('debugger.tabUpdated')).toMatchObject([{ tabId: tab, targetId: `target-${tab}` }]);
    },
  );

  test.each([
    [{ favIconUrl: 'https://example.com/i.png' }],
    [{ audible: true }],
    [{ pinned: true }],
    [{ discarded: true }],
  ])('is not sent for a change of %j', async (change) => {
    const tab = browser.addTab();
    browser.relay.onTabUpdated(tab, change, browser.chromeTab(tab));
    await settle();
    expect(browser.notifications).toEqual([]);
  });

  test.each(INTERNAL)('is not sent for a tab that goes to %s', async (url) => {
    const tab = browser.addTab();
    browser.navigate(tab, url);
    await settle();
    expect(browser.notifications).toEqual([]);
  });
});

describe('debugger.tabRemoved', () => {
  test('is sent for any tab, also one that was never reported', async () => {
    const tab = browser.addTab('chrome://settings/');
    browser.closeTab(tab);
    await settle();
    expect(browser.notifications).toEqual([{ method: 'debugger.tabRemoved', params: { tabId: tab } }]);
  });

  test("never comes before the same tab's creation", async () => {
    const letList = browser.hold('getTargets');
    const first = create('https://example.com/');
    const second = create('https://example.com/second');
    browser.closeTab(second);
    letList();
    await settle();
    expect(browser.notifications.map(({ method, params }) => [method, params.tabId])).toEqual([
      ['debugger.tabCreated', first],
      ['debugger.tabRemoved', second],
    ]);
  });

  test('is sent for the old ID of a tab taken out of memory, whose new ID is reported when it is woken', async () => {
    const tab = create('https://example.com/');
    const added = browser.discard(tab);
    await settle();
    expect(browser.told('debugger.tabRemoved')).toEqual([{ tabId: tab }]);
    expect(browser.told('debugger.tabUpdated')).toEqual([]);
    browser.tab(added).discarded = false;
    browser.navigate(added, 'https://example.com/');
    await settle();
    expect(browser.told('debugger.tabUpdated')).toMatchObject([{ tabId: added }]);
  });
});
