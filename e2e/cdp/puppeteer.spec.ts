import type { Browser } from 'puppeteer-core';
import { html } from './support/pages.ts';
import { test as base, expect } from './support/rig.ts';

const test = base.extend<{ puppeteer: Browser }>({
  puppeteer: async ({ rig }, use) => {
    const puppeteer = await rig.puppeteer();
    await use(puppeteer);
    await puppeteer.disconnect();
  },
});

test('goes to a page, types, clicks, evaluates, takes a picture, closes it', async ({ rig, puppeteer }) => {
  const page = await puppeteer.newPage();
  const form =
    '<input id=name><button onclick="document.title=document.querySelector(`#name`).value">Go</button>';
  await page.goto(rig.pages.url(html(form)));
  expect(await page.evaluate(() => 6 * 7)).toBe(42);
  await page.type('#name', 'typed');
  await page.keyboard.press('End');
  await page.click('button');
  expect(await page.title()).toBe('typed');
  expect((await page.screenshot()).length).toBeGreaterThan(100);
  await page.close();
  expect((await puppeteer.pages()).map((each) => each.url())).not.toContain(page.url());
});

test('frames of another site, console, requests, interception and dialogs', async ({ rig, puppeteer }) => {
  const page = await puppeteer.newPage();
  const inner = rig.pages.otherUrl(html('<p>inside</p>'));
  await page.goto(rig.pages.url(html(`<iframe src="${inner}"></iframe>`)));
  const frame = await page.waitForFrame((each) => each.url() === inner);
  expect(await frame.evaluate(() => document.body.textContent)).toBe('inside');

  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.evaluate(() => console.log('said'));
  await expect.poll(() => logged).toEqual(['said']);

  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().endsWith('/made-up')) void request.respond({ body: 'by the client' });
    else void request.continue();
  });
  expect(await page.evaluate(async () => (await fetch('/made-up')).text())).toBe('by the client');

  page.on('dialog', (dialog) => void dialog.accept('told'));
  expect(await page.evaluate(() => prompt('name?'))).toBe('told');
  await page.close();
});

test('popups know their opener', async ({ rig, puppeteer }) => {
  const page = await puppeteer.newPage();
  await page.goto(rig.pages.url(html('<button onclick="window.open(`/popup`)">open</button>')));
  const opened = new Promise<string>((resolve) => page.on('popup', (popup) => resolve(popup?.url() ?? '')));
  await page.click('button');
  expect(await opened).toContain('/popup');
  for (const each of await puppeteer.pages()) {
    if (each.url().includes('/popup')) await each.close();
  }
  await page.close();
});

test('closing the browser only ends the client, and the same address connects again', async ({ rig }) => {
  const first = await rig.puppeteer();
  const second = await rig.puppeteer().catch((error: { message?: string }) => String(error.message ?? error));
  expect(second).toContain('409');
  const page = await first.newPage();
  await page.goto(rig.pages.url('stays'));
  await first.close();
  await expect.poll(() => rig.browser.attachedTabs()).toEqual([]);
  const again = await rig.puppeteer();
  const stayed = (await again.pages()).find((each) => each.url() === rig.pages.url('stays'));
  expect(await stayed?.title()).toBe('/stays');
  await stayed?.close();
  await again.disconnect();
});
