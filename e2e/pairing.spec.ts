import type { Page } from 'playwright/test';
import type { Daemon } from './support/daemon.ts';
import { expect, test } from './support/test.ts';

async function enroll(daemon: Daemon): Promise<string> {
  const connect = daemon.run('connect');
  const [code] = await connect.printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  return code;
}

async function tryCode(popup: Page, typed: string): Promise<void> {
  await popup.getByLabel('Pairing code').fill(typed);
  await popup.getByRole('button', { name: 'Pair', exact: true }).click();
}

const typedForms: Record<string, (code: string) => string> = {
  'as shown': (code) => code,
  'without its hyphen': (code) => code.replace('-', ''),
  'in lower case': (code) => code.toLowerCase(),
  'with spaces': (code) => ` ${code.replace('-', ' ')} `,
  'with O for 0 and l for 1': (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
};

for (const [form, type] of Object.entries(typedForms)) {
  test(`pairs by the code ${form}`, async ({ daemon, chrome }) => {
    const popup = await chrome.popup();
    await chrome.setAddress(popup, daemon.address);
    await tryCode(popup, type(await enroll(daemon)));
    await expect(popup.getByRole('status')).toContainText('Connected');
    const { browsers } = await daemon.json<{ browsers: { name: string; online: boolean }[] }>('browsers');
    expect(browsers).toMatchObject([{ name: expect.stringMatching(/^chromium-[0-9a-f]{4}$/), online: true }]);
  });
}

test('a wrong code is refused in words and can be corrected', async ({ daemon, chrome }) => {
  const popup = await chrome.popup();
  await chrome.setAddress(popup, daemon.address);
  const code = await enroll(daemon);
  await tryCode(popup, code.startsWith('0') ? '1111-1111' : '0000-0000');
  await expect(popup.getByRole('alert')).toContainText(/wrong|expired/i);
  expect(await daemon.json('browsers')).toEqual({ browsers: [] });
  await tryCode(popup, code);
  await expect(popup.getByRole('status')).toContainText('Connected');
});

test('a code that was used once pairs nobody else', async ({ daemon, chrome }) => {
  const popup = await chrome.popup();
  await chrome.setAddress(popup, daemon.address);
  const code = await enroll(daemon);
  await tryCode(popup, code);
  await expect(popup.getByRole('status')).toContainText('Connected');
  await popup.getByRole('button', { name: 'Forget' }).click();
  await popup.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await tryCode(popup, code);
  await expect(popup.getByRole('alert')).toContainText(/wrong|expired/i);
});

test('a dead address is named, and the typed code is kept', async ({ daemon, chrome }) => {
  const popup = await chrome.popup();
  await chrome.setAddress(popup, daemon.address);
  await daemon.stop();
  await tryCode(popup, '7K3M-9QXB');
  await expect(popup.getByRole('alert')).toContainText(daemon.address);
  await expect(popup.getByLabel('Pairing code')).toHaveValue('7K3M-9QXB');
  await popup.reload();
  await expect(popup.getByLabel('Pairing code')).toHaveValue('7K3M-9QXB');
});

test('what is no code cannot be sent', async ({ chrome }) => {
  const popup = await chrome.popup();
  for (const typed of ['', '7K3M', '7K3M-9QXU', '7K3M-9QXB-1']) {
    await popup.getByLabel('Pairing code').fill(typed);
    await expect(popup.getByRole('button', { name: 'Pair', exact: true })).toBeDisabled();
  }
});

test('an address that is none is refused and nothing changes', async ({ chrome }) => {
  const popup = await chrome.popup();
  await popup.getByRole('button', { name: 'Settings' }).click();
  await popup.getByLabel('Daemon address').fill('http://example.com');
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(popup.getByRole('alert')).toBeVisible();
  await popup.reload();
  await expect(popup.getByText('127.0.0.1:8643')).toBeVisible();
});

test('a paired browser comes back by itself after it was closed', async ({ daemon, chrome, paired }) => {
  await chrome.close();
  expect(await daemon.json('browsers')).toMatchObject({ browsers: [{ name: paired, online: false }] });
  await chrome.start();
  await expect
    .poll(() => daemon.json('browsers'))
    .toMatchObject({ browsers: [{ name: paired, online: true }] });
  expect((await daemon.sctl('tabs', 'list')).code).toBe(0);
});

test('a key survives a browser that is killed', async ({ daemon, chrome, paired }) => {
  await chrome.kill();
  await chrome.start();
  await expect
    .poll(() => daemon.json('browsers'))
    .toMatchObject({ browsers: [{ name: paired, online: true }] });
});

test('renames, and keeps the old name when the new one is taken', async ({ daemon, chrome, paired }) => {
  const popup = await chrome.popup();
  await popup.getByRole('button', { name: 'Rename' }).click();
  await popup.getByLabel('Name').fill('Work Laptop');
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(popup.getByText('worklaptop', { exact: true })).toBeVisible();
  await expect
    .poll(() => daemon.json('browsers'))
    .toMatchObject({ browsers: [{ name: 'worklaptop', online: true }] });
  expect(paired).not.toBe('worklaptop');
});

test('a browser the daemon forgot is told to pair again', async ({ daemon, chrome, paired }) => {
  const popup = await chrome.popup();
  expect((await daemon.sctl('browsers', 'forget', paired)).code).toBe(0);
  await expect(popup.getByRole('button', { name: 'Pair again' })).toBeVisible();
  expect(await daemon.json('browsers')).toEqual({ browsers: [] });
});

test('forgetting asks first, and then keeps no connection', async ({ daemon, chrome, paired }) => {
  const popup = await chrome.popup();
  await popup.getByRole('button', { name: 'Forget' }).click();
  const dialog = popup.getByRole('alertdialog');
  await expect(dialog).toContainText(`sctl browsers forget ${paired}`);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.getByRole('status')).toContainText('Connected');
  await popup.getByRole('button', { name: 'Forget' }).click();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(popup.getByLabel('Pairing code')).toBeVisible();
  await expect.poll(() => daemon.json('browsers')).toMatchObject({ browsers: [{ online: false }] });
});

test('a code that has expired is refused in words', async ({ chrome, clockedDaemon }) => {
  const popup = await chrome.popup();
  await chrome.setAddress(popup, clockedDaemon.address);
  const code = await clockedDaemon.enroll();
  clockedDaemon.advance(120_001);
  await tryCode(popup, code);
  await expect(popup.getByRole('alert')).toContainText(/expired/i);
  await expect(popup.getByRole('alert')).toContainText('sctl connect');
  await tryCode(popup, await clockedDaemon.enroll());
  await expect(popup.getByRole('status')).toContainText('Connected');
});
