import { expect, test } from './support/test.ts';

test('a daemon that comes back is usable within the back-off, and nothing was opened', async ({
  daemon,
  chrome,
  paired,
}) => {
  const popup = await chrome.popup();
  const tabsBefore = await chrome.tabCount();
  await daemon.stop('SIGKILL');
  await expect(popup.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await expect(popup.getByRole('status')).toContainText(/\d+ s/);
  await popup.getByRole('button', { name: 'Retry now' }).click();
  await daemon.start();
  await expect(popup.getByRole('status')).toContainText('Connected');
  expect(await daemon.json('browsers')).toMatchObject({ browsers: [{ name: paired, online: true }] });
  expect(await chrome.tabCount()).toBe(tabsBefore);
});

test('twenty forced reconnects open no tab and keep the name', async ({ daemon, chrome, paired }) => {
  const tabsBefore = await chrome.tabCount();
  for (let round = 0; round < 20; round++) {
    await chrome.reconnect();
    await expect.poll(async () => (await daemon.sctl('tabs', 'list')).code).toBe(0);
  }
  expect(await chrome.tabCount()).toBe(tabsBefore);
  expect(await daemon.json('browsers')).toMatchObject({ browsers: [{ name: paired }] });
});

test('a stopped worker answers the next call over the same connection', async ({
  daemon,
  chrome,
  paired,
}) => {
  const before = await daemon.json<{ browsers: { connectedAt: string }[] }>('browsers');
  await chrome.stopWorker();
  const { tabs } = await daemon.json<{ tabs: unknown[] }>('tabs', 'list');
  expect(tabs.length).toBeGreaterThan(0);
  expect(await daemon.json('browsers')).toEqual(before);
  expect(before.browsers).toMatchObject([{ name: paired }]);
});
