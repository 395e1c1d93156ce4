import { html } from './support/pages.ts';
import { expect, test } from './support/rig.ts';

const FORM =
  '<input id=name><button onclick="document.title=document.querySelector(`#name`).value">Go</button>';

test('goes to a page, fills, clicks, types, evaluates, takes a picture', async ({ rig, page }) => {
  await page.goto(rig.pages.url(html(FORM)));
  expect(await page.evaluate(() => 6 * 7)).toBe(42);
  await page.fill('#name', 'typed');
  await page.keyboard.type('!');
  await page.click('button');
  expect(await page.title()).toBe('typed!');
  const picture = await page.screenshot();
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
});

test('sees the pages that are there, new ones, and their end', async ({ rig, context, page }) => {
  await page.goto(rig.pages.url('kept'));
  const other = await rig.playwright().catch((error: Error) => error.message);
  expect(other).toContain('409');
  const before = context.pages().length;
  const opened = context.waitForEvent('page');
  const { tabId } = await rig.daemon.json<{ tabId: number }>('tabs', 'open', rig.pages.url('opened'));
  const newcomer = await opened;
  await expect(newcomer).toHaveURL(rig.pages.url('opened'));
  expect(context.pages()).toHaveLength(before + 1);
  const closed = newcomer.waitForEvent('close');
  await rig.daemon.json('tabs', 'close', String(tabId));
  await closed;
});

test('frames of another site, console, requests and routes', async ({ rig, page }) => {
  const inner = rig.pages.otherUrl(
    html('<button onclick="console.log(`pressed`, location.host)">inner</button>'),
  );
  await page.goto(rig.pages.url(html(`<iframe src="${inner}"></iframe>`)));
  const logged = page.waitForEvent('console');
  await page.frameLocator('iframe').getByRole('button').click();
  expect((await logged).text()).toBe(`pressed 127.0.0.1:${rig.pages.port}`);

  await page.route('**/made-up', (route) => route.fulfill({ body: 'by the client' }));
  const requested = page.waitForRequest('**/made-up');
  expect(await page.evaluate(async () => (await fetch('/made-up')).text())).toBe('by the client');
  expect((await requested).method()).toBe('GET');
  const response = page.waitForResponse('**/plain');
  await page.evaluate(() => fetch('/plain'));
  expect(await (await response).text()).toContain('/plain');
});

test('dialogs of all four kinds', async ({ rig, page }) => {
  await page.goto(rig.pages.url(html('<button onclick="window.answer=confirm(`sure?`)">c</button>')));
  const seen: string[] = [];
  page.on('dialog', async (dialog) => {
    seen.push(`${dialog.type()} ${dialog.message()}`);
    await dialog.accept(dialog.type() === 'prompt' ? 'told' : undefined);
  });
  await page.evaluate(() => alert('hello'));
  expect(await page.evaluate(() => prompt('name?'))).toBe('told');
  await page.click('button');
  expect(await page.evaluate('window.answer')).toBe(true);
  await page.evaluate(() => {
    window.onbeforeunload = (event) => event.preventDefault();
  });
  await page.click('button');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(seen).toEqual(['alert hello', 'prompt name?', 'confirm sure?', 'confirm sure?', 'beforeunload ']);
});

test('popups are announced with their opener', async ({ rig, page }) => {
  await page.goto(rig.pages.url(html('<button onclick="window.open(`/popup`)">open</button>')));
  const opened = page.waitForEvent('popup');
  await page.click('button');
  const popup = await opened;
  await expect(popup).toHaveURL(rig.pages.url('popup'));
  expect(await popup.opener()).toBe(page);
  expect(await popup.evaluate(() => document.title)).toBe('/popup');
  await popup.close();
});

test('cookies and a session of the client’s own on the page', async ({ rig, context, page }) => {
  await page.goto(rig.pages.url('jar'));
  await context.addCookies([{ name: 'made', value: 'here', url: rig.pages.url() }]);
  expect(await page.evaluate(() => document.cookie)).toContain('made=here');
  expect((await context.cookies(rig.pages.url())).map(({ name }) => name)).toContain('made');
  const session = await context.newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: '1+1', returnByValue: true });
  expect(result.value).toBe(2);
  await session.detach();
  expect(await page.title()).toBe('/jar');
});

test('a page of the extension can be neither opened nor gone to', async ({ rig, context, page }) => {
  const own = rig.ownPage('approval.html');
  await expect(page.goto(own)).rejects.toThrow(/extension's pages/);
  await page.goto(rig.pages.url('still'));
  expect(await page.title()).toBe('/still');
  const session = await context.browser()?.newBrowserCDPSession();
  await expect(session?.send('Target.createTarget', { url: own })).rejects.toThrow(/INVALID_REQUEST/);
  expect((await rig.browser.targets()).some(({ url }) => url.startsWith(own))).toBe(false);
});

test('what cannot be is refused by name', async ({ client, context }) => {
  await expect(client.newContext()).rejects.toThrow(/createBrowserContext is not supported/);
  await expect(context.grantPermissions(['geolocation'])).rejects.toThrow(
    /grantPermissions is not supported/,
  );
});

test('closing the client leaves the browser as it was, and the same address connects again', async ({
  rig,
}) => {
  const client = await rig.playwright();
  const [context] = client.contexts();
  const page = await context?.newPage();
  await page?.goto(rig.pages.url('stays'));
  await page?.setViewportSize({ width: 300, height: 200 });
  expect(await rig.browser.attachedTabs()).not.toEqual([]);
  await client.close();
  await expect.poll(() => rig.browser.attachedTabs()).toEqual([]);
  const again = await rig.playwright();
  const stayed = again
    .contexts()[0]
    ?.pages()
    .find((each) => each.url() === rig.pages.url('stays'));
  expect(await stayed?.evaluate(() => innerWidth)).not.toBe(300);
  await stayed?.close();
  await again.close();
});
