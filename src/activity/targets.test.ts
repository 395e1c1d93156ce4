import { describe, expect, test, vi } from 'vitest';
import type { BrowserMethodName } from '../../protocol/methods/index.ts';
import { knownTargets, NAMED_TARGETS, TARGET_LENGTH, type TitleSources, targetsOf } from './targets.ts';

const found = <Value>(value: Value) => vi.fn(async (_: unknown) => value);
const sources = {
  tabs: { get: vi.fn(async (id: number) => ({ id, title: `Tab ${id}`, url: `https://tab${id}.test/` })) },
  tabGroups: { get: found({ title: 'Trip' }) },
  bookmarks: { get: found([{ title: 'Bread', url: 'https://bread.test/' }]) },
  downloads: { search: found([{ url: 'https://files.test/a.zip', filename: '/home/me/a.zip' }]) },
  management: { get: found({ name: 'Ad blocker' }) },
};
const about = (method: BrowserMethodName, input: Record<string, unknown>) =>
  targetsOf(Object.assign(Object.create(null) as TitleSources, sources), method, input);

describe('a call is about', () => {
  const cases: [BrowserMethodName, Record<string, unknown>, object[]][] = [
    ['tabs.open', { url: 'https://a.test/x?q=1' }, [{ url: 'https://a.test/x?q=1' }]],
    [
      'windows.open',
      { urls: ['https://a.test/', 'https://b.test/'] },
      [{ url: 'https://a.test/' }, { url: 'https://b.test/' }],
    ],
    [
      'tabs.close',
      { tabIds: [3, 4] },
      [
        { title: 'Tab 3', url: 'https://tab3.test/' },
        { title: 'Tab 4', url: 'https://tab4.test/' },
      ],
    ],
    ['tabs.activate', { tabId: 3 }, [{ title: 'Tab 3', url: 'https://tab3.test/' }]],
    ['tabGroups.edit', { groupId: 9, color: 'red' }, [{ title: 'Trip' }]],
    ['bookmarks.add', { url: 'https://a.test/', title: 'A' }, [{ title: 'A', url: 'https://a.test/' }]],
    [
      'bookmarks.edit',
      { id: '5', title: 'New' },
      [{ title: 'Bread', url: 'https://bread.test/' }, { title: 'New' }],
    ],
    ['bookmarks.move', { ids: ['5'], folder: '1' }, [{ title: 'Bread', url: 'https://bread.test/' }]],
    ['readingList.add', { url: 'https://a.test/', title: 'A' }, [{ title: 'A', url: 'https://a.test/' }]],
    ['history.remove', { urls: ['https://a.test/'] }, [{ url: 'https://a.test/' }]],
    ['downloads.cancel', { id: 2, confirm: true }, [{ url: 'https://files.test/a.zip' }]],
    ['cookies.clear', { domain: 'a.test' }, [{ url: 'a.test' }]],
    [
      'browsingData.clear',
      { types: ['cache'], origins: ['https://a.test'] },
      [{ title: 'cache', url: 'https://a.test/' }],
    ],
    ['extensions.disable', { id: 'abc' }, [{ title: 'Ad blocker' }]],
    ['windows.close', { windowIds: [1] }, []],
  ];
  test.each(cases)('%s %j', async (method, input, targets) => {
    expect(await about(method, input)).toEqual({ targets, moreTargets: 0 });
  });
});

test('the value of a cookie and the parameters of CDP are never looked at', async () => {
  const cookie = { url: 'https://a.test/', name: 'session', value: 's3cret', path: '/' };
  expect(await about('cookies.set', cookie)).toEqual({
    targets: [{ title: 'session', url: 'https://a.test/' }],
    moreTargets: 0,
  });
  const command = {
    tabId: 3,
    method: 'Input.insertText',
    params: { text: 's3cret', url: 'https://s3cret.test/' },
  };
  expect(JSON.stringify(await about('debugger.send', command))).not.toContain('s3cret');
});

test('a URL is kept without its password and fragment, and never when it is itself a page', async () => {
  const kept = async (url: string) => (await about('tabs.open', { url })).targets[0]?.url;
  expect(await kept('https://me:pass@a.test/x#access_token=1')).toBe('https://a.test/x');
  expect(await kept('data:text/html,<h1>s3cret</h1>')).toBe('data:…');
  expect(await kept('javascript:alert(1)')).toBe('javascript:…');
});

test('only some are named, the rest is counted, and long texts are cut', async () => {
  const tabIds = Array.from({ length: NAMED_TARGETS + 7 }, (_, index) => index);
  const { targets, moreTargets } = await about('tabs.close', { tabIds });
  expect([targets.length, moreTargets]).toEqual([NAMED_TARGETS, 7]);
  const title = 'x'.repeat(TARGET_LENGTH + 1);
  expect(knownTargets([{ title }]).targets[0]?.title).toHaveLength(TARGET_LENGTH);
});

test('what Chrome does not know any more is left out', async () => {
  sources.tabs.get.mockRejectedValueOnce(new Error('No tab with id: 3'));
  expect(await about('tabs.close', { tabIds: [3, 4] })).toMatchObject({ targets: [{ title: 'Tab 4' }] });
});

test('Chrome is asked before the call can run', () => {
  sources.tabs.get.mockClear();
  void about('tabs.close', { tabIds: [3] });
  expect(sources.tabs.get).toHaveBeenCalledTimes(1);
});
