import { expect } from 'playwright/test';
import { ApprovalScene, approveButton, rejectButton, test } from '../support/approvalScene.ts';

test.describe.configure({ mode: 'default' });

/** Lets Chrome refuse to open windows, until what is returned is called. */
async function refuseWindows({ chrome: browser }: ApprovalScene): Promise<() => Promise<void>> {
  await browser.worker.evaluate(() => {
    const { create } = chrome.windows;
    chrome.windows.create = async () => {
      throw new Error('No window');
    };
    Object.assign(globalThis, { allowWindows: () => Object.assign(chrome.windows, { create }) });
  });
  return () =>
    browser.worker.evaluate(() => {
      (globalThis as never as { allowWindows: () => void }).allowWindows();
    });
}

test('one window shows all requests, and a new one does not move the view', async ({ scene }) => {
  const [first = '', second = '', third = ''] = await scene.plant(3);
  const { call: one, page } = await scene.ask([first]);
  await expect(page.getByText('by-hand')).toBeVisible();
  const { call: two } = await scene.ask([second]);
  const { call: three } = await scene.ask([third]);
  expect(scene.windows()).toEqual([page]);
  await expect.poll(() => scene.badge()).toBe('3');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(page.getByText('Closing this window rejects all 3 waiting requests.')).toBeVisible();
  await expect(page.getByText('https://example.com/0')).toBeVisible();
  await page.getByRole('button', { name: 'Next request' }).click();
  await expect(page.getByText('https://example.com/1')).toBeVisible();
  await rejectButton(page).click();
  expect(await two.code()).toBe('USER_REJECTED');
  await expect(page.getByText('https://example.com/2')).toBeVisible();
  await approveButton(page).click();
  expect((await three.answer()).result).toMatchObject({ ids: [third] });
  expect(one.answers).toEqual([]);
  expect(await scene.left([first, second, third])).toEqual([first, second]);
});

test('closing any other window decides nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call } = await scene.ask(ids);
  await scene.control.evaluate(async () => {
    const other = await chrome.windows.create({ url: 'about:blank', type: 'popup' });
    if (other?.id !== undefined) await chrome.windows.remove(other.id);
  });
  await scene.settle();
  expect([call.answers, await scene.status(call), scene.windows().length]).toEqual([[], 'pending', 1]);
});

test('a window that cannot be opened leaves the request waiting; the badge shows it, the popup leads to it', async ({
  scene,
}) => {
  const ids = await scene.plant();
  const allow = await refuseWindows(scene);
  const call = await scene.remove(ids);
  await call.pending();
  await scene.settle();
  expect([scene.windows(), call.answers, await scene.status(call)]).toEqual([[], [], 'pending']);
  await expect.poll(() => scene.badge()).toBe('1');
  const popup = await scene.chrome.popup();
  await expect(popup.getByText('1 request awaiting approval')).toBeVisible();
  // Still refused: nothing is decided by that either.
  await popup.getByRole('button', { name: 'View' }).click();
  await scene.settle();
  expect([scene.windows(), call.answers, await scene.status(call)]).toEqual([[], [], 'pending']);
  await allow();
  // The real popup closes itself after a click; in a tab it may or may not, so it is opened anew.
  await popup.close();
  const again = await scene.chrome.popup();
  await again.getByRole('button', { name: 'View' }).click();
  const page = await scene.window();
  if (!again.isClosed()) await again.close();
  await page.bringToFront();
  await approveButton(page).click();
  expect((await call.answer()).result).toMatchObject({ ids });
});

test('a new request opens the window for those that have none', async ({ scene }) => {
  const [first = '', second = ''] = await scene.plant(2);
  const allow = await refuseWindows(scene);
  const call = await scene.remove([first]);
  await call.pending();
  await scene.settle();
  await allow();
  const { page } = await scene.ask([second]);
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(page.getByText('https://example.com/0')).toBeVisible();
});

test('a worker that starts opens the window for those that have none', async ({ scene }) => {
  const ids = await scene.plant();
  await refuseWindows(scene);
  const call = await scene.remove(ids);
  await call.pending();
  await scene.settle();
  await scene.chrome.stopWorker();
  await scene.settle();
  await expect((await scene.window()).getByText('https://example.com/0')).toBeVisible();
  expect(call.answers).toEqual([]);
});

test('View raises the window there is', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  const popup = await scene.chrome.popup();
  await popup.getByRole('button', { name: 'View' }).click();
  await scene.settle();
  if (!popup.isClosed()) await popup.close();
  expect([scene.windows(), call.answers]).toEqual([[page], []]);
});

test('a reload of the window puts a new one in its place, and rejects nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  const replaced = scene.chrome.context.waitForEvent('page');
  await page.reload().catch(() => undefined);
  await replaced;
  await expect.poll(() => page.isClosed()).toBe(true);
  const next = await scene.window();
  expect([call.answers, await scene.status(call)]).toEqual([[], 'pending']);
  await approveButton(next).click();
  expect((await call.answer()).result).toMatchObject({ ids });
  expect(await scene.left(ids)).toEqual([]);
});

test('a window that was led elsewhere is replaced when it is needed again', async ({ scene }) => {
  const [first = '', second = ''] = await scene.plant(2);
  const { call, page } = await scene.ask([first]);
  await page.goto('about:blank');
  const { page: next } = await scene.ask([second]);
  expect(next).not.toBe(page);
  await expect(next.getByText('1 of 2')).toBeVisible();
  await scene.settle();
  expect([call.answers, page.isClosed()]).toEqual([[], true]);
});

test('our tab moved into another window by somebody else rejects nothing', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  const { window } = await scene.stored();
  await scene.control.evaluate(async (tabId) => {
    const { windowId } = await chrome.tabs.getCurrent().then((tab) => tab ?? { windowId: -1 });
    await chrome.tabs.move(tabId, { windowId, index: -1 });
  }, window?.tabId ?? -1);
  await expect.poll(async () => (await scene.stored()).window?.windowId).not.toBe(window?.windowId);
  await expect.poll(() => page.isClosed()).toBe(true);
  const next = await scene.window();
  await expect(next.getByText('https://example.com/0')).toBeVisible();
  expect([call.answers, await scene.status(call)]).toEqual([[], 'pending']);
});

test('a browser that ends rejects nothing', async () => {
  const scene = await ApprovalScene.create();
  const [id = ''] = await scene.plant();
  const { call } = await scene.ask([id]);
  await scene.chrome.close();
  expect(call.answers).toEqual([]);
  await scene.chrome.start();
  await scene.daemon.connected();
  const title = await scene.chrome.worker.evaluate(
    async (bookmark) => (await chrome.bookmarks.get(bookmark))[0]?.title,
    id,
  );
  expect([call.answers, title, scene.windows()]).toEqual([[], 'Bookmark 0', []]);
  await scene.dispose();
});
