import { describe, expect, it } from 'vitest';
import { call, failure, fakeChrome, OWN_PAGE } from './fakes/call.ts';
import { FakeBrowser } from './fakes/fakeBrowser.ts';
import { tabGroupsHandlers } from './tabGroups.ts';

/** A window of three tabs, the last of them in a group, and a second window with one tab. */
function oneGroup() {
  const browser = new FakeBrowser();
  const first = browser.openWindow(['https://a.test/', 'https://b.test/', 'https://c.test/']);
  const second = browser.openWindow(['https://d.test/']);
  const [a = 0, b = 0, c = 0] = first.tabIds;
  const [d = 0] = second.tabIds;
  const group = { id: 500, windowId: first.id, color: 'blue', collapsed: true };
  browser.groups.push(group);
  browser.tab(c).groupId = group.id;
  const handlers = tabGroupsHandlers(browser.chrome);
  return { browser, handlers, windowId: first.id, otherWindow: second.id, groupId: group.id, a, b, c, d };
}

describe('tabGroups.list', () => {
  it('lists groups with the number of their tabs and an empty title when there is none', async () => {
    const { handlers, browser, windowId, otherWindow, groupId, b } = oneGroup();
    browser.tab(b).groupId = groupId;
    const all = await call(handlers, 'tabGroups.list', {});
    expect(all).toEqual({
      groups: [{ groupId, windowId, title: '', color: 'blue', collapsed: true, tabCount: 2 }],
      contentTrust: 'untrusted-page-content',
    });
    const none = await call(handlers, 'tabGroups.list', { windowId: otherWindow });
    expect(none.groups).toEqual([]);
  });

  it('answers NOT_FOUND for an unknown window', async () => {
    const { handlers } = oneGroup();
    await expect(call(handlers, 'tabGroups.list', { windowId: 99 })).rejects.toEqual(failure('NOT_FOUND'));
  });
});

describe('tabGroups.create', () => {
  it('groups tabs in their own window and leaves title and color to Chrome', async () => {
    const { handlers, browser, windowId, a, b } = oneGroup();
    const { groupId } = await call(handlers, 'tabGroups.create', { tabIds: [b, a, b] });
    expect(browser.tab(a).groupId).toBe(groupId);
    expect(browser.writes).toEqual([['tabs.group', { tabIds: [b, a], createProperties: { windowId } }]]);
  });

  it('sets the title and color that are given', async () => {
    const { handlers, browser, a } = oneGroup();
    const { groupId } = await call(handlers, 'tabGroups.create', {
      tabIds: [a],
      title: 'mine',
      color: 'red',
    });
    expect(browser.groups.find(({ id }) => id === groupId)).toMatchObject({ title: 'mine', color: 'red' });
  });

  it('refuses tabs of two windows, after it has looked whether all exist', async () => {
    const { handlers, browser, a, d } = oneGroup();
    await expect(call(handlers, 'tabGroups.create', { tabIds: [a, d, 99] })).rejects.toEqual(
      failure('NOT_FOUND'),
    );
    await expect(call(handlers, 'tabGroups.create', { tabIds: [a, d] })).rejects.toEqual(
      failure('INVALID_REQUEST', 'one window'),
    );
    expect(browser.writes).toEqual([]);
  });

  it('passes on why Chrome refuses to group', async () => {
    const { handlers, browser } = oneGroup();
    const { tabIds } = browser.openWindow(['https://popup.test/'], 'popup');
    await expect(call(handlers, 'tabGroups.create', { tabIds })).rejects.toEqual(
      failure('INVALID_REQUEST', 'Grouping is not supported'),
    );
  });

  it('names the group that was created when its title cannot be set', async () => {
    const { browser, a } = oneGroup();
    const { tabs, tabGroups } = browser.chrome;
    const update = () => Promise.reject(new Error('Broken'));
    const handlers = tabGroupsHandlers(fakeChrome({ tabs, tabGroups: { ...tabGroups, update } }));
    await expect(call(handlers, 'tabGroups.create', { tabIds: [a], title: 'mine' })).rejects.toEqual(
      failure('INTERNAL_ERROR', /^Group \d+ was created/),
    );
  });
});

describe('tabGroups.add and ungroup', () => {
  it('adds tabs to a group, each once', async () => {
    const { handlers, browser, groupId, a, b } = oneGroup();
    expect(await call(handlers, 'tabGroups.add', { groupId, tabIds: [b, a, b] })).toEqual({
      groupId,
      tabIds: [b, a],
    });
    expect(browser.tab(a).groupId).toBe(groupId);
  });

  it('looks for the group before the tabs', async () => {
    const { handlers, browser, groupId, a } = oneGroup();
    await expect(call(handlers, 'tabGroups.add', { groupId: 1, tabIds: [98] })).rejects.toEqual(
      failure('NOT_FOUND', 'No tab group 1'),
    );
    await expect(call(handlers, 'tabGroups.add', { groupId, tabIds: [a, 98] })).rejects.toEqual(
      failure('NOT_FOUND', 'No tab 98'),
    );
    expect(browser.writes).toEqual([]);
  });

  it('takes tabs out of their groups, whether or not they are in one', async () => {
    const { handlers, browser, a, c } = oneGroup();
    expect(await call(handlers, 'tabGroups.ungroup', { tabIds: [c, a, c] })).toEqual({ tabIds: [c, a] });
    expect(browser.tab(c).groupId).toBe(-1);
  });

  it('changes nothing when one tab is unknown', async () => {
    const { handlers, browser, c } = oneGroup();
    await expect(call(handlers, 'tabGroups.ungroup', { tabIds: [c, 98] })).rejects.toEqual(
      failure('NOT_FOUND'),
    );
    expect(browser.writes).toEqual([]);
  });

  it('refuses a tab that shows a page of ours', async () => {
    const { handlers, browser, groupId, a } = oneGroup();
    const tabIds = [a, ...browser.openWindow([OWN_PAGE]).tabIds];
    const refused = failure('INVALID_REQUEST', 'page of this extension');
    await expect(call(handlers, 'tabGroups.create', { tabIds })).rejects.toEqual(refused);
    await expect(call(handlers, 'tabGroups.add', { groupId, tabIds })).rejects.toEqual(refused);
    await expect(call(handlers, 'tabGroups.ungroup', { tabIds })).rejects.toEqual(refused);
    expect(browser.writes).toEqual([]);
  });
});

describe('tabGroups.edit', () => {
  it('changes what is given, also to an empty title or to expanded', async () => {
    const { handlers, browser, groupId } = oneGroup();
    expect(await call(handlers, 'tabGroups.edit', { groupId, title: '', collapsed: false })).toEqual({
      groupId,
    });
    expect(browser.writes).toEqual([['tabGroups.update', groupId, { title: '', collapsed: false }]]);
  });

  it('refuses an edit that changes nothing before it looks for the group', async () => {
    const { handlers } = oneGroup();
    await expect(call(handlers, 'tabGroups.edit', { groupId: 1 })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
    await expect(call(handlers, 'tabGroups.edit', { groupId: 1, title: '' })).rejects.toEqual(
      failure('NOT_FOUND'),
    );
  });
});

it('every tab group method answers UNSUPPORTED without chrome.tabGroups', async () => {
  const handlers = tabGroupsHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.tabGroups');
  await expect(call(handlers, 'tabGroups.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'tabGroups.create', { tabIds: [1] })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'tabGroups.add', { groupId: 1, tabIds: [1] })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'tabGroups.edit', { groupId: 1 })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'tabGroups.ungroup', { tabIds: [1] })).rejects.toEqual(unsupported);
});
