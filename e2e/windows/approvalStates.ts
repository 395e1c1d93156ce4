import { expect, type Page } from 'playwright/test';
import { extensionUrl } from '../../scripts/launch.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What the states of the approval window share. */
class Scene {
  planted = { folder: '', single: '', long: '' };
  page: Page | undefined;
  last: { stop(signal: NodeJS.Signals): Promise<unknown> } | undefined;

  get window(): Page {
    if (this.page === undefined) throw new Error('No approval window is open');
    return this.page;
  }

  /** Opens the window with a request for these bookmarks. */
  async remove(world: World, ...ids: string[]): Promise<Page> {
    this.page = await world.approvals(async () => {
      this.last = await world.ask('bookmarks', 'rm', ...ids);
    });
    await this.page.bringToFront();
    return this.page;
  }

  /** Leaves the window with nothing to show, which closes it. */
  async dismiss(): Promise<void> {
    const closed = this.window.waitForEvent('close');
    await button(this.window, 'Dismiss').click();
    await closed;
  }
}

/** The approval window's states, in an order in which each follows from the one before. The browser must be paired. */
export function approvalStates(): readonly State[] {
  const scene = new Scene();
  return [
    {
      name: 'approval-bookmarks',
      async reach(world) {
        scene.planted = await world.plant();
        await world.visitWithIcon('bread');
        const { folder, single, long } = scene.planted;
        const page = await scene.remove(world, folder, single, long);
        await expect(heading(page)).toHaveText('Delete 3 items from your bookmarks?');
        await expect(button(page, 'Reject')).toBeFocused();
        await expect(page.getByRole('button', { name: 'Delete 3 items' })).toBeEnabled();
        await expect(page.getByRole('timer')).toBeVisible();
        return page;
      },
    },
    {
      name: 'approval-unfolded',
      async reach() {
        const page = scene.window;
        await page.getByRole('button', { name: '3 bookmarks and 1 folder inside' }).click();
        await page.getByRole('button', { name: '2 bookmarks inside' }).click();
        await expect(page.getByText('Minestrone', { exact: true })).toBeVisible();
        const icons = page.locator('li img');
        await expect(icons).toHaveCount(5);
        await expect
          .poll(() =>
            icons.evaluateAll((all) =>
              all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
            ),
          )
          .toBe(true);
        return page;
      },
    },
    {
      name: 'approval-paused',
      async reach(world) {
        const popup = await world.popup();
        await popup.getByRole('switch', { name: 'Pause' }).click();
        const page = scene.window;
        await page.bringToFront();
        await expect(page.getByRole('alert')).toContainText('Paused');
        return page;
      },
      async leave(world) {
        await button(await world.popup(), 'Resume').click();
      },
    },
    {
      name: 'approval-stack',
      async reach(world) {
        await world.ask('extensions', 'uninstall', await world.removableExtension());
        const page = scene.window;
        await page.bringToFront();
        await expect(page.getByText('1 of 2')).toBeVisible();
        return page;
      },
    },
    {
      name: 'popup-waiting',
      async reach(world) {
        const page = await world.popup();
        await expect(page.getByText('2 requests awaiting approval')).toBeVisible();
        await expect(button(page, 'View')).toBeVisible();
        return page;
      },
    },
    {
      name: 'approval-extension',
      async reach() {
        const page = scene.window;
        await page.bringToFront();
        await button(page, 'Next request').click();
        await expect(heading(page)).toHaveText('Uninstall this extension?');
        await expect(page.getByText('Coupon Finder')).toBeVisible();
        return page;
      },
      async leave() {
        const page = scene.window;
        await button(page, 'Reject').click();
        await expect(heading(page)).toHaveText('Delete 3 items from your bookmarks?');
        await Promise.all([page.waitForEvent('close'), button(page, 'Reject').click()]);
      },
    },
    {
      name: 'approval-done',
      async reach(world) {
        const page = await scene.remove(world, scene.planted.folder);
        await page.getByRole('button', { name: 'Delete 1 item' }).click();
        await expect(heading(page)).toHaveText('Deleted 1 item from your bookmarks');
        await expect(page.getByRole('status')).toContainText('3 bookmarks and 2 folders');
        return page;
      },
      leave: () => scene.dismiss(),
    },
    {
      name: 'approval-conflict',
      async reach(world) {
        const page = await scene.remove(world, scene.planted.single);
        await world.chrome.worker.evaluate(
          (id) => chrome.bookmarks.update(id, { title: 'Evening news' }),
          scene.planted.single,
        );
        await page.getByRole('button', { name: 'Delete 1 item' }).click();
        await expect(page.getByRole('status')).toContainText('changed after you were asked');
        return page;
      },
      leave: () => scene.dismiss(),
    },
    {
      name: 'approval-withdrawn',
      async reach(world) {
        const page = await scene.remove(world, scene.planted.single);
        await scene.last?.stop('SIGINT');
        await expect(page.getByRole('status')).toContainText('The request was withdrawn');
        return page;
      },
      leave: () => scene.dismiss(),
    },
    {
      name: 'approval-expired',
      async reach(world) {
        const page = await scene.remove(world, scene.planted.single);
        // Five minutes in a moment: the stored deadline is put back, and whoever looks next finds it over.
        await world.chrome.worker.evaluate(async () => {
          const { approvals } = await chrome.storage.session.get<{ approvals: { records: object[] } }>(
            'approvals',
          );
          const records = approvals.records.map((record) => ({ ...record, expiresAt: Date.now() }));
          await chrome.storage.session.set({ approvals: { ...approvals, records } });
        });
        await world.freshPopup();
        await page.bringToFront();
        await expect(page.getByRole('status')).toContainText('Time ran out');
        return page;
      },
      leave: () => scene.dismiss(),
    },
    {
      name: 'approval-disconnected',
      async reach(world) {
        const page = await scene.remove(world, scene.planted.single);
        await world.daemon.stop();
        await expect(page.getByRole('status')).toContainText('connection to the daemon was lost');
        return page;
      },
      leave: () => scene.dismiss(),
    },
    {
      name: 'approval-empty',
      async reach(world) {
        const page = await world.chrome.context.newPage();
        await page.setViewportSize({ width: 440, height: 652 });
        await page.goto(extensionUrl('approval.html'));
        await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
        return page;
      },
    },
  ];
}
