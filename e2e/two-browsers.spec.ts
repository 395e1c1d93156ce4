import { Browser } from './support/browser.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ second: Browser }>({
  second: async ({}, use) => {
    const second = await Browser.create();
    await use(second);
    await second.dispose();
  },
});

interface Tab {
  readonly tabId: number;
  readonly browser: { readonly id: string; readonly name: string };
}

test('two browsers: lists merge in name order, acts need a name, names are unique', async ({
  chrome,
  second,
  daemon,
  paired,
}) => {
  const other = await second.pair(daemon);
  const popup = await second.popup();
  await popup.getByRole('button', { name: 'Rename' }).click();
  await popup.getByLabel('Name').fill(paired);
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(popup.getByRole('alert')).toContainText('Another paired browser has this name');
  await popup.getByLabel('Name').fill('aaa-first');
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => daemon.json('browsers'))
    .toMatchObject({
      browsers: [
        { name: 'aaa-first', online: true },
        { name: paired, online: true },
      ],
    });
  expect(other).not.toBe(paired);

  const { tabs } = await daemon.json<{ tabs: Tab[] }>('tabs', 'list');
  const names = tabs.map(({ browser }) => browser.name);
  expect(new Set(names)).toEqual(new Set(['aaa-first', paired]));
  expect(names).toEqual([...names].sort());
  expect(tabs).toHaveLength((await chrome.tabCount()) + (await second.tabCount()));
  expect((await daemon.sctl('tabs', 'list')).stdout).toContain('BROWSER');

  const ambiguous = await daemon.sctl('tabs', 'open', 'about:blank');
  expect(ambiguous.code).toBe(3);
  for (const text of ['BROWSER_AMBIGUOUS', 'aaa-first', paired, '--browser']) {
    expect(ambiguous.stderr).toContain(text);
  }
  const before = [await chrome.tabCount(), await second.tabCount()];
  await daemon.json('tabs', 'open', 'about:blank', '--browser', paired);
  expect([await chrome.tabCount(), await second.tabCount()]).toEqual([Number(before[0]) + 1, before[1]]);
  const id = tabs.find(({ browser }) => browser.name === 'aaa-first')?.browser.id ?? '';
  await daemon.json('tabs', 'open', 'about:blank', '--browser', id.slice(0, 8));
  expect(await second.tabCount()).toBe(Number(before[1]) + 1);

  await second.close();
  const offline = await daemon.sctl('tabs', 'list', '--browser', 'aaa-first');
  expect([offline.code, offline.stderr]).toEqual([3, expect.stringContaining('BROWSER_OFFLINE')]);
  const unmerged = await daemon.json<{ tabs: Tab[] }>('tabs', 'list');
  expect(unmerged.tabs[0]).not.toHaveProperty('browser');
  const status = await daemon.sctl('status');
  expect(status.code).toBe(0);
  for (const text of ['aaa-first', paired]) expect(status.stdout).toContain(text);
});
