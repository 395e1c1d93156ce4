import { beforeEach, describe, expect, test } from 'vitest';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { FakeBrowser, OWN_ID } from './testing/fakeBrowser.ts';

const OWN_PAGE = `chrome-extension://${OWN_ID}/approval.html`;

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  browser = new FakeBrowser();
  tab = browser.addTab();
});

const attaches = () => browser.log.filter((entry) => entry.startsWith('attach'));

describe('a page of this extension is not attached to', () => {
  test.each([
    ['it is shown', { url: OWN_PAGE }],
    ['its source is shown', { url: `view-source:${OWN_PAGE}` }],
    ['it is being loaded', { url: 'https://example.com/', pendingUrl: OWN_PAGE }],
  ])('when %s', async (_, page) => {
    Object.assign(browser.tab(tab), page);
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
    expect(attaches()).toEqual([]);
  });

  test('when the tab could go back to it', async () => {
    browser.tab(tab).history.unshift(OWN_PAGE);
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
    expect(browser.attached).toEqual(new Set());
    expect(browser.commands).toEqual([]);
  });

  test('when Chrome does not tell where the tab could go back to', async () => {
    browser.hold('Page.getNavigationHistory');
    const sent = send(browser, tab).catch((error: unknown) => error);
    await settle();
    await browser.clock.advance(2_000);
    expect(await sent).toMatchObject({ code: 'PAGE_UNRESPONSIVE' });
    expect(browser.attached).toEqual(new Set());
  });
});

describe('no command names a page of this extension', () => {
  test.each([
    ['Page.navigate', { url: OWN_PAGE }],
    ['Page.navigate', { url: OWN_PAGE, frameId: 'F1' }],
    ['Page.navigate', { url: `  CHROME-EXTENSION://${OWN_ID.toUpperCase()}/popup.html` }],
    ['Page.navigate', { url: `view-source:${OWN_PAGE}` }],
    ['Page.navigate', { url: `\u0000\tchrome-\next\r\nension://${OWN_ID}/popup.html` }],
    ['Page.navigate', { url: `filesystem:${OWN_PAGE}` }],
    ['Target.createTarget', { url: OWN_PAGE, background: true }],
    ['Fetch.continueRequest', { requestId: '1', url: OWN_PAGE }],
    [
      'Fetch.fulfillRequest',
      { requestId: '1', responseCode: 302, responseHeaders: [{ name: 'Location', value: OWN_PAGE }] },
    ],
    ['Storage.clearDataForOrigin', { origin: `chrome-extension://${OWN_ID}`, storageTypes: 'all' }],
    [
      'Target.sendMessageToTarget',
      { message: JSON.stringify({ id: 1, method: 'Page.navigate', params: { url: OWN_PAGE } }) },
    ],
    [
      'Target.sendMessageToTarget',
      {
        message: JSON.stringify({
          method: 'Target.sendMessageToTarget',
          params: { message: JSON.stringify({ method: 'Page.navigate', params: { url: OWN_PAGE } }) },
        }),
      },
    ],
  ])('%s %j', async (method, params) => {
    await expect(send(browser, tab, method, params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const inChild = { tabId: tab, sessionId: 'child', method, params };
    await expect(call(browser, 'debugger.send', inChild)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(browser.commands).toEqual([]);
    expect(attaches()).toEqual([]);
  });

  test.each([
    ['Runtime.evaluate', { expression: `document.title = '${OWN_PAGE}'` }],
    ['Page.navigate', { url: 'https://example.com/?from=chrome-extension://' }],
    ['Page.navigate', { url: 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/page.html' }],
    ['Target.sendMessageToTarget', { message: 'no JSON' }],
  ])('but others go through: %s %j', async (method, params) => {
    await send(browser, tab, method, params);
    expect(browser.commands).toHaveLength(1);
  });

  test('however deep the params are', async () => {
    let params: Record<string, unknown> = { url: OWN_PAGE };
    for (let depth = 0; depth < 50_000; depth++) params = { params };
    await expect(send(browser, tab, 'Page.navigate', params)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('a driven tab that reaches a page of this extension', () => {
  const expectDetached = () => {
    expect(browser.attached).toEqual(new Set());
    expect(browser.told('debugger.event')).toEqual([]);
  };

  test.each([
    ['commits it', () => browser.navigate(tab, OWN_PAGE)],
    [
      'starts to load it',
      () => {
        browser.tab(tab).pendingUrl = OWN_PAGE;
        browser.relay.onTabUpdated(tab, { status: 'loading' }, browser.chromeTab(tab));
      },
    ],
    ['announces it', () => browser.event(tab, 'Page.frameStartedNavigating', { url: OWN_PAGE })],
    [
      'shows it in a frame',
      () => browser.event(tab, 'Page.frameNavigated', { frame: { id: 'F1', url: OWN_PAGE } }, 'child'),
    ],
    [
      'shows its error page',
      () =>
        browser.event(tab, 'Page.frameNavigated', {
          frame: { url: 'chrome-error://chromewebdata/', unreachableUrl: OWN_PAGE },
        }),
    ],
    [
      'has a target of it',
      () => browser.event(tab, 'Target.attachedToTarget', { targetInfo: { type: 'iframe', url: OWN_PAGE } }),
    ],
  ])('is detached when it %s', async (_, reach) => {
    await send(browser, tab);
    reach();
    await settle();
    expectDetached();
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'target_closed' }]);
  });

  test('is detached before anything else is done: no write, no dialog, no further command', async () => {
    await send(browser, tab);
    browser.event(tab, 'Page.javascriptDialogOpening');
    await settle();
    browser.notifications.length = 0;
    browser.log.length = 0;
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab).catch((error: unknown) => error);
    await settle();
    browser.navigate(tab, OWN_PAGE);
    const late = send(browser, tab).catch((error: unknown) => error);
    await settle();
    expect(browser.log[0]).toBe(`detach ${tab}`);
    expect(browser.log).not.toContain(`dismiss ${tab}`);
    expect(await running).toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(await late).toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
    expect(browser.commands).toHaveLength(2);
  });

  test('during the attach is detached too', async () => {
    const letAttach = browser.hold('attach');
    const sent = send(browser, tab).catch((error: unknown) => error);
    await settle();
    browser.navigate(tab, OWN_PAGE);
    letAttach();
    expect(await sent).toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
    await settle();
    expect(browser.attached).toEqual(new Set());
  });

  test('is not taken for one because of a title', async () => {
    await send(browser, tab);
    const targetInfo = { title: OWN_PAGE, url: 'https://example.com/' };
    browser.event(tab, 'Target.targetInfoChanged', { targetInfo });
    expect(browser.told('debugger.event')).toHaveLength(1);
    expect(browser.attached).toEqual(new Set([tab]));
  });
});

describe('tabs for the endpoint', () => {
  test('are not opened on a page of this extension, nor on what is no URL', async () => {
    for (const url of [OWN_PAGE, 'popup.html']) {
      const opened = call(browser, 'debugger.open', { url });
      await expect(opened).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect(browser.tabs.size).toBe(1);
  });

  test('do not close a page of this extension', async () => {
    const own = browser.addTab(OWN_PAGE);
    await expect(call(browser, 'debugger.close', { tabId: own })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(browser.tabs.has(own)).toBe(true);
  });
});
