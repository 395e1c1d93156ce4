import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { World } from './world.ts';

let world: World;

test.beforeEach(async () => {
  world = await World.create();
  await world.chrome.pair(world.daemon);
});

test.afterEach(() => world.dispose());

const badge = (): Promise<string> =>
  world.chrome.worker.evaluate(() => globalThis.chrome.action.getBadgeText({}));

async function pause(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Pause' }).click();
  await expect(page.getByRole('alert')).toContainText('No tool can use this browser');
}

test('while paused no call runs, the caller is told so, and the connection stays', async () => {
  const { daemon, chrome } = world;
  const popup = await world.popup();
  await pause(popup);
  const url = world.site.url('never');
  for (const args of [
    ['tabs', 'list'],
    ['tabs', 'open', url],
    ['bookmarks', 'rm', '5'],
  ]) {
    const { code, stderr } = await daemon.sctl(...args);
    expect([code, stderr], args.join(' ')).toEqual([3, expect.stringMatching(/paused/)]);
  }
  expect(world.site.requests).toEqual([]);
  await expect.poll(badge).toBe('❚❚');
  expect(await daemon.json('browsers')).toMatchObject({ browsers: [{ online: true }] });

  // It outlives the worker.
  await chrome.stopWorker();
  expect((await daemon.sctl('tabs', 'list')).stderr).toMatch(/paused/);

  await popup.bringToFront();
  await popup.getByRole('button', { name: 'Resume' }).click();
  await expect(popup.getByRole('alert')).toHaveCount(0);
  expect((await daemon.sctl('tabs', 'list')).code).toBe(0);
  await expect.poll(badge).toBe('');
});

test('while paused a waiting request can be rejected, and not approved', async () => {
  const { single } = await world.plant();
  const page = await world.approvals(() => world.ask('bookmarks', 'rm', single));
  await pause(await world.popup());
  await page.bringToFront();
  const approve = page.getByRole('button', { name: 'Delete 1 item' });
  await expect(page.getByRole('alert')).toContainText('Paused');
  await expect(approve).toBeDisabled();
  await approve.click({ force: true });
  await (await world.popup()).getByRole('button', { name: 'Resume' }).click();
  await page.bringToFront();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(approve).toBeEnabled();
  await page.getByRole('button', { name: 'Reject' }).click();
  const kept = await world.chrome.worker.evaluate((id) => chrome.bookmarks.get(id), single);
  expect(kept).toHaveLength(1);
});

test('the activity tells what was done, can be filtered, exported, cleared and switched off', async () => {
  const { daemon, site } = world;
  const { single } = await world.plant();
  await daemon.json('tabs', 'open', site.url('mail'));
  await daemon.sctl('cookies', 'set', site.url(''), 'session', 's3cret-value');
  for (let n = 0; n < 3; n += 1) await daemon.json('windows', 'list');
  const page = await world.approvals(() => world.ask('bookmarks', 'rm', single));
  await page.getByRole('button', { name: 'Reject' }).click();

  const popup = await world.popup();
  await popup.bringToFront();
  await popup.getByRole('button', { name: 'Activity' }).click();
  const row = (text: string) => popup.getByRole('listitem').filter({ hasText: text });
  await expect(row('Bookmarks: delete')).toContainText('you rejected it');
  await expect(row('Bookmarks: delete')).toContainText('Morning news');
  await expect(row('Windows: list')).toContainText('× 3');
  await expect(row('Tabs: open')).toContainText('/mail');
  await expect(row('Tabs: open')).toContainText('sctl-cli');
  await expect(popup.getByText('s3cret-value')).toHaveCount(0);

  await popup.getByRole('combobox', { name: 'All sites' }).selectOption('news.example');
  await expect(popup.getByRole('listitem')).toHaveCount(1);
  const download = popup.waitForEvent('download');
  await popup.getByRole('button', { name: 'Export' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(exported).toMatchObject([
    { method: 'bookmarks.remove', outcome: 'USER_REJECTED', caller: 'sctl-cli' },
  ]);

  await popup.getByRole('button', { name: 'Clear' }).click();
  await popup.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(popup.getByText('No tool has done anything here yet.')).toBeVisible();

  await popup.getByRole('button', { name: 'Back' }).click();
  await popup.getByRole('button', { name: 'Settings' }).click();
  await popup.getByRole('switch', { name: 'Record activity' }).click();
  await expect(popup.getByRole('switch', { name: 'Record activity' })).not.toBeChecked();
  await daemon.json('tabs', 'open', site.url('unseen'));
  await popup.getByRole('button', { name: 'Back' }).click();
  await popup.getByRole('button', { name: 'Activity' }).click();
  await expect(popup.getByText('Recording is switched off.')).toBeVisible();
  await expect(popup.getByRole('listitem')).toHaveCount(0);
});
