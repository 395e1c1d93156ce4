import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { html } from './support/pages.ts';
import { test as base, expect, Rig } from './support/rig.ts';

/** Another extension, whose page any site may put into a frame. */
const FRAMED_EXTENSION = {
  manifest_version: 3,
  name: 'framed',
  version: '1',
  web_accessible_resources: [{ resources: ['frame.html'], matches: ['<all_urls>'] }],
};

const test = base.extend<object, { framed: string }>({
  framed: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-framed-'));
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(FRAMED_EXTENSION));
      await writeFile(join(folder, 'frame.html'), '<p>framed</p>');
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  rig: [
    async ({ framed }, use) => {
      const rig = await Rig.create({ extensions: [framed] });
      await use(rig);
      await rig.dispose();
    },
    { scope: 'worker' },
  ],
});

test('a tab in the background is driven without coming to the front', async ({ rig, context }) => {
  const { tabId } = await rig.daemon.json<{ tabId: number }>(
    'tabs',
    'open',
    rig.pages.url('behind'),
    '--background',
  );
  const isActive = async () => {
    const { tabs } = await rig.daemon.json<{ tabs: { tabId: number; active: boolean }[] }>('tabs', 'list');
    return tabs.find((tab) => tab.tabId === tabId)?.active;
  };
  await expect.poll(() => context.pages().map((page) => page.url())).toContain(rig.pages.url('behind'));
  const page = context.pages().find((each) => each.url() === rig.pages.url('behind'));
  if (page === undefined) throw new Error('The page is gone');
  await page.goto(rig.pages.url(html('<button onclick="document.title=`pressed`">b</button>')));
  await page.click('button');
  expect(await page.title()).toBe('pressed');
  expect((await page.screenshot()).length).toBeGreaterThan(500);
  expect(await page.evaluate(() => document.hasFocus())).toBe(true);
  expect(await isActive()).toBe(false);
  await page.bringToFront();
  expect(await isActive()).toBe(true);
  await page.close();
});

test('the worker stopped in the middle loses neither tabs nor events', async ({ rig, page }) => {
  await page.goto(rig.pages.url('before'));
  await page.exposeFunction('told', () => 'by the client');
  await rig.browser.stopWorker();
  const logged = page.waitForEvent('console');
  expect(await page.evaluate(() => document.title)).toBe('/before');
  await page.evaluate(() => console.log('after'));
  expect((await logged).text()).toBe('after');
  await rig.browser.stopWorker();
  await page.goto(rig.pages.url('next'));
  expect(await page.evaluate('told()')).toBe('by the client');
});

test('a frame that goes to a scheme the browser does not know costs the page nothing', async ({
  rig,
  context,
  page,
}) => {
  const other = await context.newPage();
  await other.goto(rig.pages.url('other'));
  await page.goto(rig.pages.url(html('<iframe></iframe><p>still here</p>')));
  await page.route('**/made-up', (route) => route.fulfill({ body: 'by the client' }));
  await page.evaluate(() => {
    const [frame] = document.getElementsByTagName('iframe');
    // Not before this call is answered, since a command that is under way ends with the session.
    if (frame !== undefined) setTimeout(() => Object.assign(frame, { src: 'nope://nowhere' }));
  });
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/made-up')).text()).catch(() => ''))
    .toBe('by the client');
  const logged = page.waitForEvent('console');
  await page.evaluate(() => console.log('still told'));
  expect((await logged).text()).toBe('still told');
  expect(await page.textContent('p')).toBe('still here');
  expect(page.isClosed()).toBe(false);
  expect(await other.evaluate(() => document.title)).toBe('/other');
  await other.close();
});

test('a tab moved to a page of the browser is let go, and found again when it comes back', async ({
  rig,
  context,
  page,
}) => {
  const other = await context.newPage();
  await other.goto(rig.pages.url('other'));
  const closed = other.waitForEvent('close');
  const target = (await rig.browser.targets()).find(({ url }) => url === rig.pages.url('other'));
  const { sessionId } = await rig.browser.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId: target?.targetId,
    flatten: true,
  });
  await rig.browser.send('Page.navigate', { url: 'chrome://version/' }, sessionId);
  await closed;
  expect(await page.evaluate(() => 1)).toBe(1);
  const back = context.waitForEvent('page');
  await rig.browser.send('Page.navigate', { url: rig.pages.url('back') }, sessionId);
  expect(await (await back).evaluate(() => document.title)).toBe('/back');
  await (await back).close();
});

test('a tab closed in the middle of a command ends the command', async ({ rig, context, page }) => {
  const other = await context.newPage();
  await other.goto(rig.pages.url('closing'));
  const never = other.evaluate(() => new Promise(() => undefined)).catch((error: Error) => error.message);
  const { tabs } = await rig.daemon.json<{ tabs: { tabId: number; url: string }[] }>('tabs', 'list');
  const tabId = tabs.find(({ url }) => url === rig.pages.url('closing'))?.tabId;
  await rig.daemon.json('tabs', 'close', String(tabId));
  expect(await never).toContain('closed');
  expect(await page.evaluate(() => 1)).toBe(1);
});

test('a frame of another extension: the error says whose, and the other tabs work on', async ({
  rig,
  context,
  page,
}) => {
  const other = await context.newPage();
  await other.goto(rig.pages.url('host'));
  const session = await context.newCDPSession(other);
  const id = await rig.browser.inWorker<string>(
    '(async () => (await chrome.management.getAll()).find(({ name }) => name === "framed").id)()',
  );
  await other
    .evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, `chrome-extension://${id}/frame.html`)
    .catch(() => undefined);
  const outcome = () =>
    session.send('Runtime.evaluate', { expression: '1' }).then(
      () => 'answered',
      (error: Error) => error.message,
    );
  await expect.poll(outcome).toContain(id);
  expect(await page.evaluate(() => 1)).toBe(1);
  const target = (await rig.browser.targets()).find(({ url }) => url === rig.pages.url('host'));
  await rig.browser.evaluateIn(target?.targetId ?? '', 'document.querySelector("iframe").remove()');
  await expect.poll(outcome).toBe('answered');
  expect(await other.evaluate(() => document.title)).toBe('/host');
  await other.close();
});

test('a page of the extension is let go the moment a driven tab shows it', async ({ rig, context, page }) => {
  const other = await context.newPage();
  await other.goto(rig.pages.url('to-be-own'));
  const closed = other.waitForEvent('close');
  const target = (await rig.browser.targets()).find(({ url }) => url === rig.pages.url('to-be-own'));
  const { sessionId } = await rig.browser.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId: target?.targetId,
    flatten: true,
  });
  await rig.browser.send('Page.navigate', { url: rig.ownPage('approval.html') }, sessionId);
  await closed;
  expect(await page.evaluate(() => 1)).toBe(1);
  await rig.browser.send('Target.detachFromTarget', { sessionId });
  expect(await rig.browser.attachedTabs()).not.toContain(rig.ownPage('approval.html'));
  await rig.browser.send('Target.closeTarget', { targetId: target?.targetId });
});

test('a daemon that is killed leaves nothing attached', async ({ rig }) => {
  const client = await rig.playwright();
  const page = await client.contexts()[0]?.newPage();
  await page?.goto(rig.pages.url('orphan'));
  expect(await rig.browser.attachedTabs()).toContain(rig.pages.url('orphan'));
  await rig.daemon.stop('SIGKILL');
  await expect.poll(() => rig.browser.attachedTabs()).toEqual([]);
  await rig.daemon.start();
  await rig.online();
});
