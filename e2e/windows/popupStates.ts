import { expect, type Page } from 'playwright/test';
import { takeName } from '../support/namedPeer.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function moveTo(page: Page, address: string): Promise<void> {
  await button(page, 'Settings').click();
  await page.getByLabel('Daemon address').fill(address);
  await button(page, 'Save').click();
}

async function tryCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Pairing code').fill(code);
  await button(page, 'Pair').click();
}

const status = (page: Page) => page.getByRole('status');

/** The name this browser proposes. */
const proposedName = (world: World): Promise<string> =>
  world.chrome.worker.evaluate(async () => {
    const reply = await chrome.runtime.sendMessage({ to: 'offscreen', command: 'getState', payload: null });
    return reply.value.name;
  });

/** Some of what tools do in a day. */
async function work({ daemon, site }: World): Promise<void> {
  const { tabId } = await daemon.json<{ tabId: number }>('tabs', 'open', site.url('inbox'));
  await daemon.json('tabs', 'list');
  await daemon.json('tabs', 'list');
  await daemon.json('bookmarks', 'add', 'https://bread.example/', '--title', 'Bread');
  await daemon.sctl('history', 'clear');
  await daemon.json('tabs', 'close', String(tabId));
}

/** The popup's states, in an order in which each follows from the one before. */
export const POPUP_STATES: readonly State[] = [
  {
    name: 'popup-unpaired',
    async reach(world) {
      const page = await world.popup();
      await expect(status(page)).toHaveText('Not paired');
      await expect(page.getByLabel('Pairing code')).toBeFocused();
      await expect(button(page, 'Pair')).toBeDisabled();
      return page;
    },
  },
  {
    name: 'popup-no-code',
    async reach(world) {
      const page = await world.popup();
      await page.getByLabel('Pairing code').fill('7K3M-9QXU');
      await expect(page.getByRole('alert')).toContainText('eight letters and digits');
      return page;
    },
  },
  {
    name: 'popup-unreachable',
    async reach(world) {
      const page = await world.popup();
      await moveTo(page, '127.0.0.1:9');
      await tryCode(page, '7K3M-9QXB');
      await expect(status(page)).toHaveText('No daemon found');
      await expect(page.getByRole('alert')).toContainText('127.0.0.1:9');
      return page;
    },
  },
  {
    name: 'popup-pairing',
    async reach(world) {
      const page = await world.popup();
      await moveTo(page, world.silent.address);
      await tryCode(page, '7K3M-9QXB');
      await expect(status(page)).toHaveText('Pairing…');
      await expect(button(page, 'Settings')).toBeDisabled();
      return page;
    },
    leave: async (world) => {
      (await world.silent.accept()).cut();
      await expect(status(await world.popup())).toHaveText('Not paired');
    },
  },
  {
    name: 'popup-code-rejected',
    async reach(world) {
      const page = await world.popup();
      await moveTo(page, world.daemon.address);
      await tryCode(page, (await world.code()).startsWith('0') ? '1111-1111' : '0000-0000');
      await expect(page.getByRole('alert')).toContainText('wrong or has expired');
      return page;
    },
  },
  {
    name: 'popup-name-taken',
    async reach(world) {
      const page = await world.popup();
      await takeName(world.daemon, await proposedName(world));
      await tryCode(page, await world.code());
      await expect(page.getByRole('alert')).toContainText('already has a browser named');
      return page;
    },
    leave: async (world) => {
      await world.daemon.json('browsers', 'forget', await proposedName(world));
    },
  },
  {
    name: 'popup-connected',
    async reach(world) {
      const page = await world.popup();
      await tryCode(page, await world.code());
      await expect(status(page)).toHaveText('Connected');
      await expect(page.getByRole('switch', { name: 'Pause' })).not.toBeChecked();
      await expect(button(page, 'Rename')).toBeEnabled();
      return page;
    },
  },
  {
    name: 'popup-rename',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Rename').click();
      await expect(page.getByLabel('Name')).toBeFocused();
      return page;
    },
  },
  {
    name: 'popup-rename-taken',
    async reach(world) {
      const page = await world.popup();
      await takeName(world.daemon, 'kitchen');
      await page.getByLabel('Name').fill('kitchen');
      await button(page, 'Save').click();
      await expect(page.getByRole('alert')).toContainText('Another paired browser has this name');
      await expect(status(page)).toHaveText('Connected');
      return page;
    },
    leave: async (world) => button(await world.popup(), 'Cancel').click(),
  },
  {
    name: 'popup-forget',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Forget').click();
      const dialog = page.getByRole('alertdialog', { name: 'Forget this pairing?' });
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      return page;
    },
    leave: async (world) => button(await world.popup(), 'Cancel').click(),
  },
  {
    name: 'popup-activity-empty',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Activity').click();
      await expect(page.getByText('No tool has done anything here yet.')).toBeVisible();
      return page;
    },
  },
  {
    name: 'popup-activity',
    async reach(world) {
      await work(world);
      const page = await world.popup();
      await expect(page.getByRole('listitem').filter({ hasText: 'Tabs: close' })).toContainText('/inbox');
      await expect(page.getByRole('combobox', { name: 'All callers' })).toBeVisible();
      return page;
    },
  },
  {
    name: 'popup-activity-clear',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Clear').click();
      await expect(page.getByRole('alertdialog', { name: 'Clear the activity?' })).toBeVisible();
      return page;
    },
    leave: async (world) => button(await world.popup(), 'Cancel').click(),
  },
  {
    name: 'popup-settings',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Back').click();
      await button(page, 'Settings').click();
      await expect(
        page.getByRole('radiogroup').or(page.getByRole('group', { name: 'Appearance' })),
      ).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Record activity' })).toBeChecked();
      await expect(page.getByRole('link', { name: 'Third-party licences' })).toBeVisible();
      return page;
    },
  },
  {
    name: 'popup-settings-invalid',
    async reach(world) {
      const page = await world.popup();
      await page.getByLabel('Daemon address').fill('http://example.com');
      await button(page, 'Save').click();
      await expect(page.getByRole('alert')).toContainText('Enter host and port');
      return page;
    },
    leave: async (world) => button(await world.popup(), 'Back').click(),
  },
  {
    name: 'popup-paused',
    async reach(world) {
      const page = await world.popup();
      await page.getByRole('switch', { name: 'Pause' }).click();
      await expect(page.getByRole('alert')).toContainText('No tool can use this browser');
      await expect(page.getByRole('switch', { name: 'Pause' })).toBeChecked();
      await expect(status(page)).toHaveText('Connected');
      return page;
    },
    leave: async (world) => {
      const page = await world.popup();
      await button(page, 'Resume').click();
      await expect(page.getByRole('switch', { name: 'Pause' })).not.toBeChecked();
    },
  },
  {
    name: 'popup-reconnecting',
    async reach(world) {
      await world.daemon.stop();
      const page = await world.popup();
      await expect(status(page)).toContainText('Next try in');
      await expect(button(page, 'Retry now')).toBeEnabled();
      return page;
    },
  },
  {
    name: 'popup-rejected',
    async reach(world) {
      await world.daemon.start();
      const page = await world.popup();
      await world.daemon.json('browsers', 'forget', await proposedName(world));
      await expect(status(page)).toHaveText('Pairing refused', { timeout: 40_000 });
      await expect(button(page, 'Pair again')).toBeVisible();
      return page;
    },
  },
  {
    name: 'popup-pair-again',
    async reach(world) {
      const page = await world.popup();
      await button(page, 'Pair again').click();
      await expect(page.getByLabel('Pairing code')).toBeFocused();
      return page;
    },
  },
];
