import { expect, type Page } from 'playwright/test';
import { approveButton, test } from '../support/approvalScene.ts';

test.describe.configure({ mode: 'default' });

/** Clicks where the approving button is, as the browser's own input would, without waiting for anything. */
async function clickAtOnce(page: Page, items = 1): Promise<void> {
  await approveButton(page, items).click({ force: true, noWaitAfter: true });
}

const isArmed = (page: Page) => expect(approveButton(page)).toHaveAttribute('aria-disabled', 'false');
const isUnarmed = (page: Page) => expect(approveButton(page)).toHaveAttribute('aria-disabled', 'true');

/** How long the button took to arm, in milliseconds. */
async function armingTime(page: Page, from: () => Promise<unknown>): Promise<number> {
  await from();
  await isUnarmed(page);
  const start = performance.now();
  await isArmed(page);
  return performance.now() - start;
}

test('a click in the first second does nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await clickAtOnce(page);
  await clickAtOnce(page);
  await isUnarmed(page);
  await isArmed(page);
  await scene.settle();
  expect([await scene.status(call), call.answers]).toEqual(['pending', []]);
  await clickAtOnce(page);
  expect((await call.answer()).result).toMatchObject({ ids });
});

test('a press that began in the first second does nothing when it ends after it', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await approveButton(page).hover({ force: true });
  await page.mouse.down();
  await isArmed(page);
  await page.mouse.up();
  await scene.settle();
  expect([await scene.status(call), call.answers]).toEqual(['pending', []]);
});

test('the clock starts again when the window was hidden', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await isArmed(page);
  // Playwright makes every page believe that it is seen.
  const session = await scene.chrome.context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const { window } = await scene.stored();
  const setState = (state: 'minimized' | 'normal') =>
    scene.control.evaluate(
      async ([id, next]) => {
        await chrome.windows.update(id, { state: next });
      },
      [window?.windowId ?? -1, state] as const,
    );
  await setState('minimized');
  await isUnarmed(page);
  expect(await armingTime(page, () => setState('normal'))).toBeGreaterThan(700);
  expect([await scene.status(call), call.answers]).toEqual(['pending', []]);
});

test('the clock starts again with another item', async ({ scene }) => {
  const [first = '', second = ''] = await scene.plant(2);
  const { page } = await scene.ask([first]);
  const { call: two } = await scene.ask([second]);
  await isArmed(page);
  const time = await armingTime(page, () => page.getByRole('button', { name: 'Next request' }).click());
  expect(time).toBeGreaterThan(700);
  await page.getByRole('button', { name: 'Previous request' }).click();
  await page.getByRole('button', { name: 'Next request' }).click();
  await clickAtOnce(page);
  await scene.settle();
  expect([await scene.status(two), await scene.left([first, second])]).toEqual(['pending', [first, second]]);
});

test('a click by script and a key that repeats do nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await approveButton(page).focus();
  await page.keyboard.down('Enter');
  await isArmed(page);
  // Playwright marks every further press of a key that is down as a repeat.
  for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('button.approve');
    button?.click();
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      button?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    }
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    button?.click();
  });
  await scene.settle();
  expect([await scene.status(call), call.answers]).toEqual(['pending', []]);
  await page.keyboard.press('Enter');
  expect((await call.answer()).result).toMatchObject({ ids });
});

test('a double click counts once, and does not reach the next item', async ({ scene }) => {
  const [first = '', second = ''] = await scene.plant(2);
  const { call: one, page } = await scene.ask([first]);
  const { call: two } = await scene.ask([second]);
  await isArmed(page);
  await approveButton(page).dblclick();
  expect((await one.answer()).result).toMatchObject({ ids: [first] });
  await scene.settle();
  expect([one.answers.length, await scene.status(two), await scene.left([first, second])]).toEqual([
    1,
    'pending',
    [second],
  ]);
});

test('Escape and keys outside the button decide nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await isArmed(page);
  for (const key of ['Escape', 'Control+Enter', 'y', 'd']) await page.keyboard.press(key);
  await scene.settle();
  expect([await scene.status(call), page.isClosed()]).toEqual(['pending', false]);
});
