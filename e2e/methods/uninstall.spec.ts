import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../support/browser.ts';
import { Display } from '../support/display.ts';
import { type Asked, Methods } from '../support/methods.ts';
import { test as base, expect } from '../support/test.ts';

/** A browser on a display, where Chrome shows its own dialog, with a second extension in it. */
const test = base.extend<{ display: Display; shown: Browser; methods: Methods; victim: string }>({
  display: async ({}, use) => {
    const display = await Display.create();
    await use(display);
    await display.dispose();
  },
  shown: async ({ display, daemon }, use) => {
    const browser = await Browser.create({ display });
    await browser.pair(daemon);
    await use(browser);
    await browser.dispose();
  },
  methods: async ({ shown, daemon }, use) => {
    await use(new Methods(shown, daemon));
  },
  victim: async ({ shown }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-victim-'));
    const manifest = { manifest_version: 3, name: 'Victim', version: '1.2.3' };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const devtools = await shown.context.browser()?.newBrowserCDPSession();
    const loaded = await devtools?.send('Extensions.loadUnpacked', { path: folder });
    await use(loaded?.id ?? '');
    await rm(folder, { recursive: true });
  },
});

const isInstalled = (browser: Browser, id: string) =>
  browser.worker.evaluate((extension) => chrome.management.get(extension).then(Boolean, () => false), id);

/** Approves in our window, then presses a key until Chrome's dialog, which opens a little later, has taken it. */
async function approveAndPress(asked: Asked<'extensions.uninstall'>, display: Display, key: string) {
  await asked.page.getByRole('button', { name: 'Uninstall' }).click();
  let isSettled = false;
  asked.settled.then(() => {
    isSettled = true;
  });
  await expect
    .poll(async () => {
      await display.press(key);
      return isSettled;
    })
    .toBe(true);
}

test('an uninstall confirmed in our window and in Chrome’s takes place', async ({
  methods,
  shown,
  display,
  victim,
}) => {
  const asked = await methods.ask('extensions.uninstall', { id: victim });
  expect(await isInstalled(shown, victim)).toBe(true);
  await approveAndPress(asked, display, 'Return');
  expect(await asked.works()).toEqual({ id: victim, name: 'Victim', contentTrust: 'untrusted-page-content' });
  expect(await isInstalled(shown, victim)).toBe(false);
});

test('an uninstall cancelled in Chrome’s dialog is rejected', async ({ methods, shown, display, victim }) => {
  const asked = await methods.ask('extensions.uninstall', { id: victim });
  await approveAndPress(asked, display, 'Escape');
  await asked.fails('USER_REJECTED');
  expect(await isInstalled(shown, victim)).toBe(true);
});
