import { expect } from 'playwright/test';
import type { ApprovalScene } from '../support/approvalScene.ts';
import { approveButton, gate, rejectButton, test } from '../support/approvalScene.ts';
import type { HandCall } from '../support/handDaemon.ts';

test.describe.configure({ mode: 'default' });

/** How far back a request must be dated to expire this soon. */
const expiringIn = (milliseconds: number) => 298_000 - milliseconds;

/** Every frame that came for a call: how often it was reported as waiting, and its responses. */
async function heard(scene: ApprovalScene, call: HandCall): Promise<[number, number]> {
  await scene.settle();
  return [call.pendingCount, call.answers.length];
}

test('approve: reported as waiting once, answered once', async ({ scene }) => {
  const ids = await scene.plant(2);
  const { call, page } = await scene.ask(ids);
  expect(await scene.status(call)).toBe('pending');
  await expect.poll(() => scene.badge()).toBe('1');
  await approveButton(page, 2).click();
  expect((await call.answer()).result).toEqual({ ids, bookmarks: 2, folders: 0 });
  expect(await heard(scene, call)).toEqual([1, 1]);
  expect(await scene.left(ids)).toEqual([]);
  expect(await scene.stored()).toMatchObject({ records: [{ status: 'done' }], owed: [] });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => scene.windows().length).toBe(0);
  expect((await scene.stored()).records).toEqual([]);
});

test('reject: answered once, and gone at once', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await rejectButton(page).click();
  expect(await call.code()).toBe('USER_REJECTED');
  expect(await heard(scene, call)).toEqual([1, 1]);
  expect(await scene.stored()).toEqual({ window: null, records: [], owed: [] });
  expect(await scene.left(ids)).toEqual(ids);
  await expect.poll(() => scene.badge()).toBe('');
});

test('closing the window rejects all that waits, and keeps what is being carried out', async ({ scene }) => {
  const [first = '', second = '', third = ''] = await scene.plant(3);
  const open = await gate(scene.chrome, 'bookmarks.remove');
  const { call: running, page } = await scene.ask([first]);
  await approveButton(page).click();
  await expect.poll(() => scene.status(running)).toBe('executing');
  const { call: one } = await scene.ask([second]);
  const { call: two } = await scene.ask([third]);
  await expect.poll(() => scene.badge()).toBe('2');
  await page.close();
  expect([await one.code(), await two.code()]).toEqual(['USER_REJECTED', 'USER_REJECTED']);
  expect(running.answers).toEqual([]);
  await open();
  expect((await running.answer()).result).toMatchObject({ ids: [first] });
  expect(await heard(scene, running)).toEqual([1, 1]);
  expect(await scene.left([first, second, third])).toEqual([second, third]);
  expect(await scene.stored()).toEqual({ window: null, records: [], owed: [] });
});

test('expire: answered shortly before the daemon would, and shown', async ({ scene }) => {
  const ids = await scene.plant();
  scene.backdate(expiringIn(1_500));
  const { call, page } = await scene.ask(ids);
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  await expect(page.getByText('Time ran out.')).toBeVisible();
  await expect(approveButton(page)).toHaveCount(0);
  expect([await heard(scene, call), await scene.status(call)]).toEqual([[1, 1], 'expired']);
  await expect.poll(() => scene.badge()).toBe('');
  expect(await scene.left(ids)).toEqual(ids);
});

test('expire: an alarm wakes a stopped worker in time', async ({ scene }) => {
  const ids = await scene.plant();
  scene.backdate(expiringIn(2_000));
  const { call } = await scene.ask(ids);
  await scene.chrome.stopWorker();
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  expect([await heard(scene, call), await scene.status(call)]).toEqual([[1, 1], 'expired']);
});

test('expire: a deadline that passed without an alarm is seen at the next look, before any decision', async ({
  scene,
}) => {
  const ids = await scene.plant();
  scene.backdate(expiringIn(1_500));
  const { call, page } = await scene.ask(ids);
  await scene.control.evaluate(() => chrome.alarms.clearAll());
  // A window that has lost its clock still offers the button.
  await page.evaluate(() => {
    const at = Date.now();
    Date.now = () => at;
  });
  const deadline = Date.now() + 1_700;
  await expect.poll(() => Date.now() > deadline, { timeout: 5_000 }).toBe(true);
  expect(await scene.status(call)).toBe('pending');
  await approveButton(page).click();
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  expect(await heard(scene, call)).toEqual([1, 1]);
  expect(await scene.left(ids)).toEqual(ids);
});

test('expire while carried out: answered once at the deadline, and shown to its end', async ({ scene }) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'bookmarks.remove');
  scene.backdate(expiringIn(4_000));
  const { call, page } = await scene.ask(ids);
  await approveButton(page).click();
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  expect(await scene.status(call)).toBe('executing');
  await open();
  await expect(page.getByText('Deleted 1 item from your bookmarks')).toBeVisible();
  expect([await heard(scene, call), await scene.left(ids)]).toEqual([[1, 1], []]);
});

test('a check that outlasts the deadline expires without a window', async ({ scene }) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'bookmarks.getTree');
  scene.backdate(expiringIn(-1));
  const call = await scene.remove(ids);
  await open();
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  expect([await heard(scene, call), scene.windows()]).toEqual([[0, 1], []]);
});

test('a failing check answers at once: no window, no report', async ({ scene }) => {
  const call = await scene.remove(['987654']);
  expect(await call.code()).toBe('NOT_FOUND');
  expect([await heard(scene, call), scene.windows()]).toEqual([[0, 1], []]);
});

test('it is reported as waiting only once it is stored', async ({ scene }) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'storage.session.set');
  const call = await scene.remove(ids);
  await expect
    .poll(() => scene.chrome.worker.evaluate(() => (globalThis as { isReached?: boolean }).isReached))
    .toBe(true);
  await scene.daemon.outcome('windows.list', {});
  expect([call.frames, (await scene.stored()).records, scene.windows()]).toEqual([[], [], []]);
  await open();
  await call.pending();
  expect(await scene.status(call)).toBe('pending');
  await scene.chrome.stopWorker();
  // The next worker confirms what waits, and nobody is told twice.
  expect(await heard(scene, call)).toEqual([1, 0]);
});

test('cancel during the checks: no window, no report, no answer', async ({ scene }) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'bookmarks.getTree');
  const call = await scene.remove(ids);
  await scene.daemon.cancel(call);
  await scene.settle();
  await open();
  expect([await heard(scene, call), scene.windows()]).toEqual([[0, 0], []]);
  expect((await scene.stored()).records).toEqual([]);
});

test('cancel right behind the request: never answered, and nothing is left waiting', async ({ scene }) => {
  const ids = await scene.plant();
  const call = await scene.remove(ids);
  await scene.daemon.cancel(call);
  // It may have been queued before the withdrawal came; then it was reported too.
  await scene.settle();
  expect(call.answers).toEqual([]);
  expect((await scene.stored()).records.map(({ status }) => status)).not.toContain('pending');
});

test('cancel while it is being stored: never reported, never answered', async ({ scene }) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'storage.session.set');
  const call = await scene.remove(ids);
  await scene.daemon.outcome('windows.list', {});
  await scene.daemon.cancel(call);
  await scene.daemon.outcome('windows.list', {});
  await open();
  expect(await heard(scene, call)).toEqual([0, 0]);
  expect((await scene.stored()).records.map(({ status }) => status)).not.toContain('pending');
});

test('cancel while pending: shown, not answered, no longer to be approved', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await scene.daemon.cancel(call);
  await expect(page.getByText('The request was withdrawn.')).toBeVisible();
  await expect(approveButton(page)).toHaveCount(0);
  expect([await heard(scene, call), await scene.status(call)]).toEqual([[1, 0], 'cancelled']);
  await expect.poll(() => scene.badge()).toBe('');
  expect(await scene.left(ids)).toEqual(ids);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => scene.windows().length).toBe(0);
});

test('cancel while pending reaches a stopped worker too', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await scene.chrome.stopWorker();
  await scene.daemon.cancel(call);
  await expect(page.getByText('The request was withdrawn.')).toBeVisible();
  expect([await heard(scene, call), await scene.left(ids)]).toEqual([[1, 0], ids]);
});

test('cancel while carried out: goes on, is shown, is not answered', async ({ scene }) => {
  const ids = await scene.plant(2);
  const open = await gate(scene.chrome, 'bookmarks.remove');
  const { call, page } = await scene.ask(ids);
  await approveButton(page, 2).click();
  await expect.poll(() => scene.status(call)).toBe('executing');
  await scene.daemon.cancel(call);
  await scene.settle();
  await open();
  await expect(page.getByText('Deleted 2 items from your bookmarks')).toBeVisible();
  expect([await heard(scene, call), await scene.left(ids)]).toEqual([[1, 0], []]);
});

test('cancel after the deadline: it stays expired, and answered once', async ({ scene }) => {
  const ids = await scene.plant();
  scene.backdate(expiringIn(1_500));
  const { call, page } = await scene.ask(ids);
  expect(await call.code()).toBe('OPERATION_EXPIRED');
  await scene.daemon.cancel(call);
  expect([await heard(scene, call), await scene.status(call)]).toEqual([[1, 1], 'expired']);
  await expect(page.getByText('Time ran out.')).toBeVisible();
});

test('a closed connection voids what waits, and a new one may use the same request ID', async ({ scene }) => {
  const [first = '', second = ''] = await scene.plant(2);
  const { call: old, page } = await scene.ask([first], 'same');
  await scene.daemon.cut();
  await expect(page.getByText('The connection to the daemon was lost.')).toBeVisible();
  await expect(approveButton(page)).toHaveCount(0);
  const { call } = await scene.ask([second], 'same');
  await page.getByRole('button', { name: 'Next request' }).click();
  await approveButton(page).click();
  expect((await call.answer()).result).toMatchObject({ ids: [second] });
  expect([await heard(scene, old), await heard(scene, call)]).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect((await scene.stored()).records.map(({ status }) => status)).toEqual(['voided', 'done']);
  expect(await scene.left([first, second])).toEqual([first]);
});

test('a connection that closes while it is carried out: goes on, is shown, is not answered to anybody', async ({
  scene,
}) => {
  const ids = await scene.plant();
  const open = await gate(scene.chrome, 'bookmarks.remove');
  const { call, page } = await scene.ask(ids, 'reused');
  await approveButton(page).click();
  await expect.poll(() => scene.status(call)).toBe('executing');
  await scene.daemon.cut();
  const [other = ''] = await scene.plant();
  const { call: next } = await scene.ask([other], 'reused');
  await open();
  await expect(page.getByText('Deleted 1 item from your bookmarks')).toBeVisible();
  expect([await heard(scene, call), await heard(scene, next)]).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(await scene.left([...ids, other])).toEqual([other]);
});

test('a new offscreen document voids what waits', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await scene.chrome.reconnect();
  await expect(page.getByText('The connection to the daemon was lost.')).toBeVisible();
  await scene.daemon.connected();
  const [other = ''] = await scene.plant();
  const { call: next } = await scene.ask([other]);
  await page.getByRole('button', { name: 'Next request' }).click();
  await rejectButton(page).click();
  expect(await next.code()).toBe('USER_REJECTED');
  expect([await heard(scene, call), await scene.left(ids)]).toEqual([[1, 0], ids]);
});

test('a connection that was lost while no worker ran cannot be approved any more', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  await scene.chrome.stopWorker();
  await scene.control.evaluate(() => chrome.offscreen.closeDocument());
  // The click wakes the worker, which opens the document before it believes that somebody still waits.
  await approveButton(page).click();
  await expect(page.getByText('The connection to the daemon was lost.')).toBeVisible();
  await scene.daemon.connected();
  expect([await heard(scene, call), await scene.left(ids)]).toEqual([[1, 0], ids]);
});

test('a request ID in use on its connection ends the connection', async ({ scene }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids, 'twice');
  const wire = await scene.daemon.connected();
  wire.send({ id: 'twice', method: 'bookmarks.remove', params: { input: { ids } } });
  expect(await wire.closed).toMatchObject({ code: 1000 });
  await expect(page.getByText('The connection to the daemon was lost.')).toBeVisible();
  expect([call.answers, await scene.left(ids)]).toEqual([[], ids]);
});
