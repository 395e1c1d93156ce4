import { expect, test } from 'playwright/test';
import { approvalStates } from './approvalStates.ts';
import { findings } from './axe.ts';
import { clipped } from './layout.ts';
import { POPUP_STATES } from './popupStates.ts';
import type { State } from './state.ts';
import { LOOKS, World } from './world.ts';

/** Goes through states that follow from each other, and looks at each in every theme and language. */
async function walk(world: World, states: readonly State[]): Promise<void> {
  for (const { name, reach, leave } of states) {
    await test.step(name, async () => {
      const page = await reach(world);
      for (const look of LOOKS) {
        await world.wear(page, look);
        const at = `${name}, ${look.theme}, ${look.language}`;
        expect.soft(await findings(page), `axe in ${at}`).toEqual([]);
        expect.soft(await clipped(page), `clipped in ${at}`).toEqual([]);
      }
      await world.wear(page, { theme: 'light', language: 'en' });
      await leave?.(world);
    });
  }
}

let world: World;

test.beforeEach(async () => {
  world = await World.create();
});

test.afterEach(() => world.dispose());

test('every state of the popup is named, accessible and whole, in both themes and languages', async () => {
  test.setTimeout(120_000);
  await walk(world, POPUP_STATES);
});

test('every state of the approval window is named, accessible and whole, in both themes and languages', async () => {
  test.setTimeout(120_000);
  await world.chrome.pair(world.daemon);
  await walk(world, approvalStates());
});
