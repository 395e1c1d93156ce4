import type { Page } from 'playwright/test';
import type { RunningSctl } from '../scripts/sctl.ts';
import type { Browser } from './support/browser.ts';
import { expect, test } from './support/test.ts';

/** A folder "Recipes" with two bookmarks and an inner folder, and one bookmark beside it. */
interface Planted {
  readonly folder: string;
  readonly single: string;
}

async function plant(chrome: Browser): Promise<Planted> {
  return chrome.worker.evaluate(async () => {
    const folder = await globalThis.chrome.bookmarks.create({ title: 'Recipes' });
    const inner = await globalThis.chrome.bookmarks.create({ title: 'Soups', parentId: folder.id });
    await globalThis.chrome.bookmarks.create({
      title: 'Bread',
      url: 'https://bread.example/',
      parentId: folder.id,
    });
    await globalThis.chrome.bookmarks.create({
      title: 'Leek soup',
      url: 'https://leek.example/soup',
      parentId: inner.id,
    });
    const single = await globalThis.chrome.bookmarks.create({ title: 'News', url: 'https://news.example/' });
    return { folder: folder.id, single: single.id };
  });
}

const exists = (chrome: Browser, id: string): Promise<boolean> =>
  chrome.worker.evaluate(
    (bookmark) =>
      globalThis.chrome.bookmarks.get(bookmark).then(
        () => true,
        () => false,
      ),
    id,
  );

const badge = (chrome: Browser): Promise<string> =>
  chrome.worker.evaluate(() => globalThis.chrome.action.getBadgeText({}));

const approveButton = (page: Page, items = 2) =>
  page.getByRole('button', { name: `Delete ${items} item${items === 1 ? '' : 's'}` });

/** Asks for a removal, and waits for the window that shows it. */
async function ask(
  chrome: Browser,
  daemon: { run(...args: string[]): RunningSctl },
  ...ids: string[]
): Promise<{ command: RunningSctl; page: Page }> {
  let command: RunningSctl | undefined;
  const page = await chrome.approvalWindow(() => {
    command = daemon.run('bookmarks', 'rm', ...ids, '-o', 'json');
  });
  if (command === undefined) throw new Error('The command was not started');
  await command.printed(/waiting/i);
  return { command, page };
}

test('an approved removal deletes what the window showed', async ({ chrome, daemon, paired }) => {
  const { folder, single } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder, single);
  for (const text of ['Recipes', 'News', 'https://news.example/', 'sctl-cli']) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Reject' })).toBeFocused();
  await expect.poll(() => badge(chrome)).toBe('1');
  await approveButton(page).click();
  const { code, stdout, stderr } = await command.result;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ ids: [folder, single], bookmarks: 3, folders: 2 });
  expect(stderr).toContain(paired);
  expect([await exists(chrome, folder), await exists(chrome, single)]).toEqual([false, false]);
  await expect.poll(() => badge(chrome)).toBe('');
});

test('a rejected removal deletes nothing', async ({ chrome, daemon, paired }) => {
  const { folder } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder);
  await page.getByRole('button', { name: 'Reject' }).click();
  expect(await command.result).toMatchObject({ code: 1, stderr: expect.stringContaining('USER_REJECTED') });
  expect(await exists(chrome, folder), paired).toBe(true);
  await expect.poll(() => badge(chrome)).toBe('');
});

test('closing the window rejects what waits in it', async ({ chrome, daemon, paired }) => {
  const { folder, single } = await plant(chrome);
  const { command: first, page } = await ask(chrome, daemon, folder);
  const second = daemon.run('bookmarks', 'rm', single);
  await second.printed(/waiting/i);
  await page.close();
  for (const command of [first, second]) {
    expect(await command.result).toMatchObject({ code: 1, stderr: expect.stringContaining('USER_REJECTED') });
  }
  expect(await exists(chrome, folder), paired).toBe(true);
});

test('a bookmark that changed in between is a conflict, and nothing is deleted', async ({
  chrome,
  daemon,
  paired,
}) => {
  const { folder, single } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder, single);
  await chrome.worker.evaluate(
    (id) => globalThis.chrome.bookmarks.create({ title: 'Late', url: 'https://late.example/', parentId: id }),
    folder,
  );
  await approveButton(page).click();
  expect(await command.result).toMatchObject({ code: 3, stderr: expect.stringContaining('CONFLICT') });
  expect([await exists(chrome, folder), await exists(chrome, single)], paired).toEqual([true, true]);
});

test('Ctrl-C withdraws the request', async ({ chrome, daemon, paired }) => {
  const { folder } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder);
  const interrupted = await command.stop('SIGINT');
  expect(interrupted.code).toBe(2);
  await expect(page.getByText(/withdr|cancel/i).first()).toBeVisible();
  await expect(approveButton(page, 1)).toHaveCount(0);
  await expect.poll(() => badge(chrome)).toBe('');
  expect(await exists(chrome, folder), paired).toBe(true);
});

test('the window decides also after the worker was stopped', async ({ chrome, daemon, paired }) => {
  const { folder } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder);
  await chrome.stopWorker();
  await page.bringToFront();
  await approveButton(page, 1).click();
  expect(await command.result).toMatchObject({ code: 0 });
  expect(await exists(chrome, folder), paired).toBe(false);
});

test('a lost connection voids the request', async ({ chrome, daemon, paired }) => {
  const { folder } = await plant(chrome);
  const { command, page } = await ask(chrome, daemon, folder);
  await daemon.stop('SIGKILL');
  expect((await command.result).code).not.toBe(0);
  await expect(approveButton(page, 1)).toHaveCount(0);
  expect(await exists(chrome, folder), paired).toBe(true);
});

test('what fails its checks opens no window', async ({ chrome, daemon, paired }) => {
  const { folder } = await plant(chrome);
  const pages = chrome.context.pages().length;
  const cases: [string[], string][] = [
    [['987654'], 'NOT_FOUND'],
    [[folder, '987654'], 'NOT_FOUND'],
    [['0'], 'INVALID_REQUEST'],
    [['1'], 'INVALID_REQUEST'],
    [Array.from({ length: 501 }, () => folder), 'INVALID_REQUEST'],
  ];
  for (const [ids, code] of cases) {
    const { code: exit, stderr } = await daemon.sctl('bookmarks', 'rm', ...ids);
    expect([exit, stderr], ids.slice(0, 3).join(' ')).toEqual([3, expect.stringContaining(code)]);
  }
  expect(chrome.context.pages(), paired).toHaveLength(pages);
});
