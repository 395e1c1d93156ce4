import { expect, type Locator, type Page, test } from 'playwright/test';
import { World } from './world.ts';

let world: World;

test.beforeEach(async () => {
  world = await World.create();
});

test.afterEach(() => world.dispose());

/** Tabs until something has the focus, and checks that the focus can be seen there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const style = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(style, 'the focus is visible').toBe('solid');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key never gets there');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('by keyboard alone: set the address, pair, rename, pause and resume', async () => {
  const page = await world.popup();
  await tabTo(page, button(page, 'Settings'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Daemon address'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(world.daemon.address);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Pairing code')).toBeFocused();
  await page.keyboard.type((await world.code()).toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Connected');

  await tabTo(page, button(page, 'Rename'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Rename')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Desk');
  await page.keyboard.press('Enter');
  await expect(page.getByText('desk', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Connected');

  await tabTo(page, page.getByRole('switch', { name: 'Pause' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert')).toContainText('Paused');
  await tabTo(page, button(page, 'Resume'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: 'Pause' })).not.toBeChecked();
});

test('by keyboard alone: walk the approval stack, reject one, approve one', async () => {
  await world.chrome.pair(world.daemon);
  const { single, long } = await world.plant();
  const page = await world.approvals(() => world.ask('bookmarks', 'rm', single));
  const second = await world.ask('bookmarks', 'rm', long);
  await page.bringToFront();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await tabTo(page, button(page, 'Next request'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(button(page, 'Reject')).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await second.result).code).toBe(1);

  await expect(page.getByText('Morning news')).toBeVisible();
  const approve = page.getByRole('button', { name: 'Delete 1 item' });
  await tabTo(page, approve);
  await expect(approve).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted 1 item from your bookmarks');
  await expect(button(page, 'Dismiss')).toBeFocused();
  // The page goes with the key's way down, so the rest of the press may find nobody.
  const pressed = page.keyboard.press('Enter').catch(() => undefined);
  await Promise.all([page.waitForEvent('close'), pressed]);
  const left = await world.chrome.worker.evaluate(
    (ids) =>
      Promise.all(
        ids.map((id) =>
          chrome.bookmarks.get(id).then(
            () => true,
            () => false,
          ),
        ),
      ),
    [single, long],
  );
  expect(left).toEqual([false, true]);
});
