import { expect, type Page, test } from 'playwright/test';
import { findings } from './axe.ts';
import { clipped } from './layout.ts';
import { LANGUAGES, World } from './world.ts';

let world: World;

test.beforeEach(async () => {
  world = await World.create();
  await world.chrome.pair(world.daemon);
});

test.afterEach(() => world.dispose());

/** Names of the animations that run in a page, transitions included. */
const motions = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().length);

/** Zoomed to 200 %, a window of the same size has half as many CSS pixels. */
const half = (width: number, height: number) => ({ width: width / 2, height: height / 2 });

test('at 200 % zoom, in forced colours and without motion both windows stay whole', async () => {
  const popup = await world.popup();
  const { folder, long } = await world.plant();
  const approval = await world.approvals(() => world.ask('bookmarks', 'rm', folder, long));

  await popup.emulateMedia({ reducedMotion: 'reduce' });
  await popup.reload();
  await expect(popup.getByRole('status')).toHaveText('Connected');
  expect(await motions(popup)).toBe(0);
  await approval.emulateMedia({ reducedMotion: 'reduce' });
  await approval.bringToFront();
  await approval.getByRole('button', { name: /inside/ }).click();
  expect(await motions(approval)).toBe(0);

  await approval.setViewportSize(half(440, 652));
  for (const language of LANGUAGES) {
    await world.wear(approval, { theme: 'light', language });
    expect(await clipped(approval), `approval window in ${language} at 200 %`).toEqual([]);
    for (const button of await approval.locator('.actions button').all())
      await expect(button).toBeInViewport();
  }
  for (const page of [popup, approval]) {
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await findings(page), 'in forced colours').toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
});

test('the check of states finds what it is there for', async () => {
  const popup = await world.popup();
  await popup.addStyleTag({
    content:
      '.status { color: #ccc !important } .label { width: 9px; overflow: hidden; white-space: nowrap }',
  });
  expect((await findings(popup)).join()).toContain('color-contrast');
  expect(await clipped(popup)).not.toEqual([]);
});
