import { expect, type Page } from 'playwright/test';
import { extensionId } from '../../scripts/launch.ts';
import { type ApprovalScene, test as base } from '../support/approvalScene.ts';
import { FixtureExtension } from '../support/fixtureExtension.ts';
import type { HandCall } from '../support/handDaemon.ts';

/** An extension to uninstall, new for each test. */
interface Victim {
  readonly id: string;
  readonly name: string;
  /** Whether it is still there, by Chrome's word. */
  readonly isInstalled: () => Promise<boolean>;
}

const test = base.extend<{ victim: Victim }>({
  victim: async ({ shownScene }, use, { testId }) => {
    const name = `Victim ${testId.slice(-6)}`;
    const fixture = await FixtureExtension.create(name);
    const id = await shownScene.chrome.load(fixture.folder);
    const isInstalled = () =>
      shownScene.control.evaluate(
        (victim) =>
          chrome.management.get(victim).then(
            () => true,
            () => false,
          ),
        id,
      );
    await use({ id, name, isInstalled });
    await fixture.dispose();
  },
});

test.describe.configure({ mode: 'default' });

const uninstallButton = (page: Page) => page.getByRole('button', { name: 'Uninstall' });

async function ask(scene: ApprovalScene, id: string): Promise<{ call: HandCall; page: Page }> {
  const call = await scene.request('extensions.uninstall', { id });
  await call.pending();
  return { call, page: await scene.window() };
}

/** Approves, and waits until Chrome's own dialog is open: Chrome tells nobody, so the window's call is looked for. */
async function askAndApprove(scene: ApprovalScene, id: string): Promise<{ call: HandCall; page: Page }> {
  const { call, page } = await ask(scene, id);
  await page.evaluate(() => {
    const { uninstall } = chrome.management;
    chrome.management.uninstall = ((...args: Parameters<typeof uninstall>) => {
      document.documentElement.dataset.dialog = 'open';
      return uninstall(...args);
    }) as typeof uninstall;
  });
  await uninstallButton(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-dialog', 'open');
  await expect(page.getByText('Now answer the dialog of Chrome.')).toBeVisible();
  expect(await scene.status(call)).toBe('executing');
  return { call, page };
}

/** Answers Chrome's dialog, which takes no key before it is drawn; a key that comes too early falls on nothing. */
async function answerDialog(
  scene: ApprovalScene,
  press: () => Promise<void>,
  isAnswered: () => Promise<boolean>,
): Promise<void> {
  await expect(async () => {
    await press();
    await expect.poll(isAnswered, { timeout: 700 }).toBe(true);
  }).toPass({ timeout: 15_000 });
  await scene.settle();
}

test('confirmed in Chrome’s dialog: uninstalled, and answered once', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await answerDialog(
    scene,
    () => display.press('Return'),
    async () => !(await victim.isInstalled()),
  );
  const expected = { id: victim.id, name: victim.name, contentTrust: 'untrusted-page-content' };
  expect((await call.answer()).result).toEqual(expected);
  await expect(page.getByText('Uninstalled this extension')).toBeVisible();
  expect([call.pendingCount, call.answers.length]).toEqual([1, 1]);
});

test('cancelled in Chrome’s dialog: the user rejected it', async ({ shownScene: scene, display, victim }) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await answerDialog(
    scene,
    () => display.press('Escape'),
    async () => call.answers.length > 0,
  );
  expect(await call.code()).toBe('USER_REJECTED');
  await expect(page.getByText('You cancelled in the dialog of Chrome.')).toBeVisible();
  expect([await victim.isInstalled(), call.answers.length]).toEqual([true, 1]);
});

test('rejected in our window: Chrome is never asked', async ({ shownScene: scene, victim }) => {
  const { call, page } = await ask(scene, victim.id);
  for (const text of [victim.name, '1.2.3', `The words of ${victim.name}`, victim.id, 'Enabled']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Reject' }).click();
  expect([await call.code(), await victim.isInstalled()]).toEqual(['USER_REJECTED', true]);
});

test('our window closed while the dialog is open: the others are rejected, this one ends at its deadline', async ({
  shownScene: scene,
  victim,
}) => {
  scene.backdate(298_000 - 6_000);
  const [bookmark = ''] = await scene.plant();
  const { call, page } = await askAndApprove(scene, victim.id);
  scene.backdate(0);
  const other = await scene.remove([bookmark]);
  await other.pending();
  await page.close();
  expect(await other.code()).toBe('USER_REJECTED');
  expect([call.answers, await scene.status(call)]).toEqual([[], 'executing']);
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  await scene.settle();
  expect([call.answers.length, await scene.stored(), await victim.isInstalled()]).toEqual([
    1,
    { window: null, records: [], owed: [] },
    true,
  ]);
});

test('our window closed while the dialog is open: an uninstall that happens all the same is the answer', async ({
  shownScene: scene,
  victim,
}) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await page.close();
  await scene.settle();
  expect([call.answers, await scene.status(call)]).toEqual([[], 'executing']);
  // The dialog went with the window, so Chrome is led to it in another way.
  await scene.chrome.unload(victim.id);
  expect((await call.answer()).result).toMatchObject({ id: victim.id, name: victim.name });
  await scene.settle();
  expect([call.answers.length, (await scene.stored()).records]).toEqual([1, []]);
});

test('the deadline passes while the dialog is open: answered once; what the dialog comes to is shown', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  scene.backdate(298_000 - 4_000);
  const { call, page } = await askAndApprove(scene, victim.id);
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  expect([await scene.status(call), await victim.isInstalled()]).toEqual(['executing', true]);
  await answerDialog(
    scene,
    () => display.press('Return'),
    async () => !(await victim.isInstalled()),
  );
  await expect(page.getByText('Uninstalled this extension')).toBeVisible();
  expect(call.answers).toHaveLength(1);
});

test('withdrawn while the dialog is open: not answered; what the dialog comes to is shown', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await scene.daemon.cancel(call);
  await scene.settle();
  await answerDialog(
    scene,
    () => display.press('Return'),
    async () => !(await victim.isInstalled()),
  );
  await expect(page.getByText('Uninstalled this extension')).toBeVisible();
  expect(call.answers).toEqual([]);
});

test('the connection closes while the dialog is open: not answered to the next one', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await scene.daemon.cut();
  await scene.daemon.connected();
  await answerDialog(
    scene,
    () => display.press('Escape'),
    async () => (await scene.status(call)) === 'failed',
  );
  await expect(page.getByText('You cancelled in the dialog of Chrome.')).toBeVisible();
  expect([call.answers, scene.daemon.strayAnswers, await victim.isInstalled()]).toEqual([[], [], true]);
});

test('the worker is stopped while the dialog is open: confirming answers the result', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  const { call, page } = await askAndApprove(scene, victim.id);
  await scene.chrome.stopWorker();
  await answerDialog(
    scene,
    () => display.press('Return'),
    async () => !(await victim.isInstalled()),
  );
  expect((await call.answer()).result).toMatchObject({ id: victim.id });
  await expect(page.getByText('Uninstalled this extension')).toBeVisible();
  expect(call.answers).toHaveLength(1);
});

test('the worker is stopped while the dialog is open: cancelling rejects', async ({
  shownScene: scene,
  display,
  victim,
}) => {
  const { call } = await askAndApprove(scene, victim.id);
  await scene.chrome.stopWorker();
  await answerDialog(
    scene,
    () => display.press('Escape'),
    async () => call.answers.length > 0,
  );
  expect([await call.code(), call.answers.length, await victim.isInstalled()]).toEqual([
    'USER_REJECTED',
    1,
    true,
  ]);
});

test('an extension that went meanwhile is not found, and Chrome is not asked', async ({
  shownScene: scene,
  victim,
}) => {
  const { call, page } = await ask(scene, victim.id);
  await scene.chrome.unload(victim.id);
  await uninstallButton(page).click();
  expect(await call.code()).toBe('NOT_FOUND');
  await expect(page.getByText('Not installed any more')).toBeVisible();
  expect(call.answers).toHaveLength(1);
});

test('what may not be uninstalled fails its checks and opens no window', async ({
  shownScene: scene,
  victim,
}) => {
  const outcome = (id: string) => scene.daemon.outcome('extensions.uninstall', { id });
  expect(await outcome('a'.repeat(32))).toBe('NOT_FOUND');
  expect(await outcome(extensionId())).toBe('INVALID_REQUEST');
  // Installing by policy takes an administrator, so here only Chrome's word for it is put on.
  for (const kept of [{ installType: 'admin' }, { mayDisable: false }]) {
    await scene.chrome.worker.evaluate((over) => {
      const { get } = chrome.management;
      const pretend = async (id: string) => ({ ...(await get(id)), ...over });
      Object.assign(globalThis, { stopPretending: () => Object.assign(chrome.management, { get }) });
      Object.assign(chrome.management, { get: pretend });
    }, kept);
    expect(await outcome(victim.id)).toBe('INVALID_REQUEST');
    await scene.chrome.worker.evaluate(() => {
      (globalThis as never as { stopPretending: () => void }).stopPretending();
    });
  }
  expect([scene.windows(), await victim.isInstalled()]).toEqual([[], true]);
});

test('the name and the words of an extension are text', async ({ shownScene: scene }) => {
  const fixture = await FixtureExtension.create('<img src=x>Reject \u202Edetsurt\u202C <b>1 item</b>');
  const id = await scene.chrome.load(fixture.folder);
  const { call, page } = await ask(scene, id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uninstall this extension?');
  await expect(page.getByText('<img src=x>Reject').first()).toBeVisible();
  expect(await page.locator('main img, main b').count()).toBe(0);
  expect(await page.locator('body').textContent()).not.toMatch(/[\u202A-\u202E]/);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  expect(await call.code()).toBe('USER_REJECTED');
  await scene.chrome.unload(id);
  await fixture.dispose();
});
