import type { Browser } from './support/browser.ts';
import type { Daemon } from './support/daemon.ts';
import { expect, test } from './support/test.ts';

interface Tab {
  readonly tabId: number;
  readonly windowId: number;
  readonly active: boolean;
  readonly pinned: boolean;
  readonly groupId: number;
  readonly title: string;
  readonly url: string;
}

/** The browser's own tabs, in the words of the contract. */
const ownTabs = (chrome: Browser): Promise<Tab[]> =>
  chrome.worker.evaluate(async () => {
    const tabs = await globalThis.chrome.tabs.query({});
    return tabs.map(({ id = -1, windowId, active, pinned, groupId, title = '', url = '' }) => ({
      tabId: id,
      windowId,
      active,
      pinned,
      groupId,
      title,
      url,
    }));
  });

const ownTab = (chrome: Browser, tabId: number) =>
  chrome.worker.evaluate((id) => globalThis.chrome.tabs.get(id), tabId);

/** Opens tabs and waits until their pages have loaded. */
async function open(chrome: Browser, daemon: Daemon, ...urls: string[]): Promise<number[]> {
  const tabIds: number[] = [];
  for (const url of urls) {
    const { tabId } = await daemon.json<{ tabId: number }>('tabs', 'open', url);
    await expect.poll(async () => (await ownTab(chrome, tabId)).status).toBe('complete');
    tabIds.push(tabId);
  }
  return tabIds;
}

test('the list is the browser’s own', async ({ chrome, daemon, paired, site }) => {
  await open(chrome, daemon, site.url('one'), site.url('two'));
  const listed = await daemon.json('tabs', 'list');
  expect(listed, paired).toEqual({
    tabs: await ownTabs(chrome),
    contentTrust: 'untrusted-page-content',
  });
  const { stdout } = await daemon.sctl('tabs', 'list');
  for (const text of ['TITLE', '/one', site.url('two')]) expect(stdout).toContain(text);
});

test('opens in front, in the background, and in a window', async ({ chrome, daemon, paired, site }) => {
  const [front = 0] = await open(chrome, daemon, site.url('front'));
  expect(await ownTab(chrome, front), paired).toMatchObject({ active: true, url: site.url('front') });
  const { tabId: back } = await daemon.json<{ tabId: number }>(
    'tabs',
    'open',
    site.url('back'),
    '--background',
  );
  expect((await ownTab(chrome, back)).active).toBe(false);
  const { windowId } = await daemon.json<{ windowId: number }>('windows', 'open', site.url('other'));
  const { tabId: there } = await daemon.json<{ tabId: number }>(
    'tabs',
    'open',
    site.url('there'),
    '--window',
    String(windowId),
  );
  expect((await ownTab(chrome, there)).windowId).toBe(windowId);
});

test('moves, pins, mutes, duplicates, activates and closes', async ({ chrome, daemon, paired, site }) => {
  const [one = 0, two = 0, three = 0] = await open(
    chrome,
    daemon,
    site.url('one'),
    site.url('two'),
    site.url('three'),
  );
  const order = async () => (await ownTabs(chrome)).map(({ tabId }) => tabId);

  await daemon.json('tabs', 'move', String(three), String(one), '--index', '0');
  expect((await order()).slice(0, 2), paired).toEqual([three, one]);
  await daemon.json('tabs', 'move', String(three));
  expect((await order()).at(-1)).toBe(three);

  await daemon.json('tabs', 'pin', String(two));
  expect(await ownTab(chrome, two)).toMatchObject({ pinned: true, index: 0 });
  await daemon.json('tabs', 'unpin', String(two));
  await daemon.json('tabs', 'mute', String(two), String(one));
  expect((await ownTab(chrome, one)).mutedInfo?.muted).toBe(true);
  await daemon.json('tabs', 'unmute', String(one));
  expect((await ownTab(chrome, one)).mutedInfo?.muted).toBe(false);
  await daemon.json('tabs', 'reload', String(one), '--bypass-cache');

  const { tabId: copy } = await daemon.json<{ tabId: number }>('tabs', 'duplicate', String(one));
  await expect.poll(async () => (await ownTab(chrome, copy)).url).toBe(site.url('one'));
  const activated = await daemon.json('tabs', 'activate', String(two));
  expect(activated).toEqual({ tabId: two, windowId: (await ownTab(chrome, two)).windowId });
  expect((await ownTab(chrome, two)).active).toBe(true);

  await daemon.json('tabs', 'close', String(one), String(copy));
  expect(await order()).not.toContain(one);
  expect(await order()).not.toContain(copy);
});

test('an unknown tab among known ones changes nothing', async ({ chrome, daemon, paired, site }) => {
  const [known = 0] = await open(chrome, daemon, site.url('known'));
  const before = await ownTabs(chrome);
  for (const action of ['close', 'move', 'pin', 'unpin', 'mute', 'unmute', 'reload']) {
    const { code, stderr } = await daemon.sctl('tabs', action, String(known), '999999');
    expect([code, stderr], `${paired} ${action}`).toEqual([3, expect.stringContaining('NOT_FOUND')]);
  }
  expect(await ownTabs(chrome)).toEqual(before);
});

test('what is no URL, no tab or no command ends in a sentence', async ({ daemon, paired }) => {
  const wrong: [string[], RegExp][] = [
    [['tabs', 'open', 'no url'], /INVALID_REQUEST/],
    [['tabs', 'open', 'popup.html'], /INVALID_REQUEST/],
    [['tabs', 'open', 'javascript:alert(1)'], /INVALID_REQUEST/],
    [['tabs', 'close', 'seven'], /seven/],
    [['tabs', 'close', '-1'], /-1/],
    [['tabs', 'close', '1e3'], /1e3/],
    [['tabs', 'close'], /tab/],
    [['tabs', 'juggle'], /juggle/],
    [['tabs', 'list', '--window', '999999'], /NOT_FOUND/],
    [['tabs', 'list', '--browser', 'nobody'], /BROWSER_NOT_FOUND/],
    [['windows', 'state', '1', 'sideways'], /sideways|state/],
  ];
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await daemon.sctl(...args);
    expect([code, stdout], `${paired} ${args.join(' ')}`).toEqual([3, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});

test('pages of the extension are out of reach', async ({ chrome, daemon, paired }) => {
  const popup = await chrome.popup();
  const own = (await ownTabs(chrome)).find(({ url }) => url === popup.url());
  if (own === undefined) throw new Error('The popup has no tab');
  const tab = String(own.tabId);
  const refused = [
    ['tabs', 'open', popup.url()],
    ['tabs', 'open', `view-source:${popup.url()}`],
    ['tabs', 'open', popup.url().toUpperCase()],
    ['windows', 'open', popup.url()],
    ['tabs', 'close', tab],
    ['tabs', 'duplicate', tab],
    ['tabs', 'reload', tab],
    ['tabs', 'move', tab],
    ['tabs', 'activate', tab],
    ['windows', 'close', String(own.windowId)],
  ];
  for (const args of refused) {
    const { code, stderr } = await daemon.sctl(...args);
    expect([code, stderr], `${paired} ${args.join(' ')}`).toEqual([
      3,
      expect.stringContaining('INVALID_REQUEST'),
    ]);
  }
  await expect(popup.getByRole('status')).toContainText('Connected');
});

test('windows open, list, take a state, focus and close', async ({ chrome, daemon, paired, site }) => {
  const { windowId } = await daemon.json<{ windowId: number }>(
    'windows',
    'open',
    site.url('a'),
    site.url('b'),
  );
  const { windows } = await daemon.json<{ windows: { windowId: number; tabCount: number }[] }>(
    'windows',
    'list',
  );
  expect(
    windows.find((window) => window.windowId === windowId),
    paired,
  ).toMatchObject({ tabCount: 2 });
  const own = () => chrome.worker.evaluate((id) => globalThis.chrome.windows.get(id), windowId);
  for (const state of ['minimized', 'maximized', 'fullscreen', 'normal']) {
    expect(await daemon.json('windows', 'state', String(windowId), state)).toEqual({ windowId, state });
    await expect.poll(async () => (await own()).state).toBe(state);
  }
  await daemon.json('windows', 'focus', String(windowId));
  await expect.poll(async () => (await own()).focused).toBe(true);
  expect(await daemon.json('windows', 'close', String(windowId))).toEqual({ windowIds: [windowId] });
  const { code, stderr } = await daemon.sctl('windows', 'close', String(windowId));
  expect([code, stderr]).toEqual([3, expect.stringContaining('NOT_FOUND')]);
});
