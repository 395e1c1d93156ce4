import { expect } from 'playwright/test';
import { approveButton, rejectButton, test } from '../support/approvalScene.ts';

test.describe.configure({ mode: 'default' });

/** Where on the screen a button's middle is. */
async function placeOf(button: ReturnType<typeof rejectButton>): Promise<[number, number]> {
  return button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const frame = { x: (outerWidth - innerWidth) / 2, y: outerHeight - innerHeight };
    return [Math.round(screenX + frame.x + x + width / 2), Math.round(screenY + frame.y + y + height / 2)];
  });
}

test('clicks of the pointer that begin before the window is there approve nothing', async ({
  shownScene: scene,
  display,
}) => {
  const [probe = '', id = ''] = await scene.plant(2);
  const { call: first, page } = await scene.ask([probe]);
  const [x, y] = await placeOf(approveButton(page));
  await rejectButton(page).click();
  await first.answer();
  await expect.poll(() => scene.windows().length).toBe(0);

  const clicking = display.clickRepeatedly(x, y, { times: 60, everyMs: 15 });
  const { call, page: next } = await scene.ask([id]);
  const early = next.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clicks = 0;
        document.addEventListener('click', () => clicks++, true);
        setTimeout(() => resolve(clicks), 700);
      }),
  );
  // They do land on the button; nothing but its arming stands between them and the deletion.
  expect(await early).toBeGreaterThan(0);
  await clicking;
  await scene.settle();
  expect([await scene.status(call), await scene.left([id])]).toEqual(['pending', [id]]);
  await expect(approveButton(next)).toHaveAttribute('aria-disabled', 'false');
  await display.click(...(await placeOf(approveButton(next))));
  expect((await call.answer()).result).toMatchObject({ ids: [id] });
});

test('a Return key held since before the window is there decides nothing', async ({
  shownScene: scene,
  display,
}) => {
  const ids = await scene.plant();
  const release = await display.hold('Return');
  const { call, page } = await scene.ask(ids);
  const repeats = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        document.addEventListener('keydown', (event) => event.repeat && count++, true);
        setTimeout(() => resolve(count), 2_000);
      }),
  );
  expect(await repeats).toBeGreaterThan(5);
  await approveButton(page).focus();
  await expect(approveButton(page)).toHaveAttribute('aria-disabled', 'false');
  await scene.settle();
  await release();
  await scene.settle();
  expect([await scene.status(call), await scene.left(ids)]).toEqual(['pending', ids]);
});

test('the clock stands still while another window has the focus', async ({ shownScene: scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  // Playwright makes every page believe that it has the focus.
  const session = await scene.chrome.context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const focus = (windowId: number) =>
    scene.control.evaluate(async (id) => {
      await chrome.windows.update(id, { focused: true });
    }, windowId);
  const other = await scene.control.evaluate(async () => (await chrome.tabs.getCurrent())?.windowId ?? -1);
  await focus(other);
  await expect(approveButton(page)).toHaveAttribute('aria-disabled', 'true');
  const { window } = await scene.stored();
  await focus(window?.windowId ?? -1);
  const start = performance.now();
  await expect(approveButton(page)).toHaveAttribute('aria-disabled', 'false');
  expect(performance.now() - start).toBeGreaterThan(700);
  expect([await scene.status(call), await scene.left(ids)]).toEqual(['pending', ids]);
});
