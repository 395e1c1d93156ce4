import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { type Page, test } from 'playwright/test';
import { onPath } from '../../scripts/chromium.ts';
import { approvalStates } from './approvalStates.ts';
import { POPUP_STATES } from './popupStates.ts';
import type { State } from './state.ts';
import { LOOKS, type Look, World } from './world.ts';

const FOLDER = 'docs/pictures';

/** A popup is as high as its contents; the approval window is a window. */
async function photograph(page: Page, name: string, { theme, language }: Look): Promise<void> {
  const path = `${FOLDER}/${name}-${theme}-${language}.png`;
  const isPopup = name.startsWith('popup');
  if (isPopup) {
    const height = await page.evaluate(() => document.body.offsetHeight);
    await page.setViewportSize({ width: 360, height: Math.min(height, 600) });
  }
  await page.mouse.move(0, 0);
  await page.screenshot({ path, animations: 'disabled' });
  if (isPopup) await page.setViewportSize({ width: 360, height: 600 });
}

async function photographAll(world: World, states: readonly State[]): Promise<void> {
  for (const { name, reach, leave } of states) {
    const page = await reach(world);
    for (const look of LOOKS) {
      await world.wear(page, look);
      await photograph(page, name, look);
    }
    await world.wear(page, { theme: 'light', language: 'en' });
    await leave?.(world);
  }
}

/** A quarter of the size, where ImageMagick is at hand: our windows have few colours. */
function compress(): void {
  if (onPath('mogrify').length === 0) return;
  execFileSync('mogrify', ['-strip', '-colors', '128', '-dither', 'None', `${FOLDER}/*.png`]);
}

test('pictures of every state', async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const before = await World.create();
  await photographAll(before, POPUP_STATES);
  await before.dispose();
  const paired = await World.create();
  await paired.chrome.pair(paired.daemon);
  await photographAll(paired, approvalStates());
  await paired.dispose();
  compress();
});
