import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { FakeBrowser } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  browser = new FakeBrowser();
  tab = browser.addTab();
});

const steps = () => browser.log.filter((entry) => !['set', 'alarm'].includes(entry));
const saved = () => browser.storage.debugger;

describe('debugger.detach', () => {
  test('detaches one tab, lists it, and tells nobody', async () => {
    const other = browser.addTab();
    await send(browser, tab);
    await send(browser, other);
    expect(await call(browser, 'debugger.detach', { tabId: tab })).toEqual({ tabIds: [tab] });
    expect(browser.attached).toEqual(new Set([other]));
    expect(browser.notifications).toEqual([]);
  });

  test('without a tab detaches every one', async () => {
    const other = browser.addTab();
    await send(browser, tab);
    await send(browser, other);
    expect(await call(browser, 'debugger.detach', {})).toEqual({ tabIds: [tab, other] });
    expect(browser.attached).toEqual(new Set());
  });

  test('clears the endpoint-owned mark', async () => {
    await call(browser, 'debugger.own', { tabId: tab, owned: true });
    await send(browser, tab);
    await call(browser, 'debugger.detach', { tabId: tab });
    expect(saved()).toMatchObject({ owned: [] });
  });

  test('a tab that is not attached is not listed', async () => {
    expect(await call(browser, 'debugger.detach', { tabId: tab })).toEqual({ tabIds: [] });
    expect(await call(browser, 'debugger.detach', {})).toEqual({ tabIds: [] });
  });

  test('two at the same time detach once and list the tab once', async () => {
    await send(browser, tab);
    const both = await Promise.all([
      call(browser, 'debugger.detach', { tabId: tab }),
      call(browser, 'debugger.detach', {}),
    ]);
    expect(both.flatMap(({ tabIds }) => tabIds)).toEqual([tab]);
    expect(steps()).toEqual([`attach ${tab}`, `detach ${tab}`]);
  });

  test('ends a running command with DEBUGGER_DETACHED', async () => {
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab);
    await settle();
    await call(browser, 'debugger.detach', { tabId: tab });
    await expect(running).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
  });

  test('waits for an attach under way, detaches, and does not send the command that waited too', async () => {
    const letAttach = browser.hold('attach');
    const sent = send(browser, tab).catch((error: unknown) => error);
    const detached = call(browser, 'debugger.detach', { tabId: tab });
    await settle();
    expect(steps()).toEqual([]);
    letAttach();
    expect(await detached).toEqual({ tabIds: [tab] });
    expect(await sent).toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(browser.commands).toEqual([]);
    expect(browser.attached).toEqual(new Set());
  });

  test('does not list a tab whose attach under way fails', async () => {
    browser.tab(tab).refusal = 'Cannot access a chrome:// URL';
    const sent = send(browser, tab).catch((error: unknown) => error);
    expect(await call(browser, 'debugger.detach', { tabId: tab })).toEqual({ tabIds: [] });
    expect(await sent).toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
  });

  test('a command sent meanwhile attaches anew afterwards', async () => {
    await send(browser, tab);
    const letDetach = browser.hold('detach');
    const detached = call(browser, 'debugger.detach', { tabId: tab });
    const sent = send(browser, tab);
    await settle();
    letDetach();
    await detached;
    expect(await sent).toEqual({});
    expect(steps()).toEqual([`attach ${tab}`, `detach ${tab}`, `attach ${tab}`]);
  });

  test("Chrome's report of an own detach is not passed on", async () => {
    await send(browser, tab);
    const letDetach = browser.hold('detach');
    const detached = call(browser, 'debugger.detach', { tabId: tab });
    await settle();
    browser.detachByChrome(tab, 'target_closed');
    letDetach();
    expect(await detached).toEqual({ tabIds: [tab] });
    expect(browser.notifications).toEqual([]);
    expect(saved()).toMatchObject({ tabs: [] });
  });
});

describe('an open JavaScript dialog', () => {
  const open = (sessionId?: string) =>
    browser.event(tab, 'Page.javascriptDialogOpening', { message: 'Sure?' }, sessionId);

  test.each([undefined, 'child'])(
    'is dismissed at the top level before the detach (reported by session %s)',
    async (sessionId) => {
      await send(browser, tab);
      open(sessionId);
      await call(browser, 'debugger.detach', { tabId: tab });
      expect(steps()).toEqual([`attach ${tab}`, `dismiss ${tab}`, `detach ${tab}`]);
      expect(browser.tab(tab).dialogOpen).toBe(false);
    },
  );

  test('that has closed is left alone', async () => {
    await send(browser, tab);
    open();
    browser.event(tab, 'Page.javascriptDialogClosed', { result: true });
    await call(browser, 'debugger.detach', { tabId: tab });
    expect(steps()).toEqual([`attach ${tab}`, `detach ${tab}`]);
  });

  test('that cannot be dismissed does not stop the detach', async () => {
    await send(browser, tab);
    open();
    browser.tab(tab).dialogOpen = false;
    expect(await call(browser, 'debugger.detach', { tabId: tab })).toEqual({ tabIds: [tab] });
  });

  test('whose dismissal hangs holds up the detach for a moment only', async () => {
    await send(browser, tab);
    open();
    browser.hold('Page.handleJavaScriptDialog');
    const detached = call(browser, 'debugger.detach', { tabId: tab });
    await settle();
    await browser.clock.advance(1_000);
    expect(await detached).toEqual({ tabIds: [tab] });
    expect(browser.attached).toEqual(new Set());
  });

  test('is dismissed too when the connection closes', async () => {
    await send(browser, tab);
    open();
    browser.relay.connectionClosed();
    await settle();
    expect(steps()).toEqual([`attach ${tab}`, `dismiss ${tab}`, `detach ${tab}`]);
  });
});

describe('when the connection closes', () => {
  test('every tab is detached, every mark dropped, and nobody told', async () => {
    const [second, unattached] = [browser.addTab(), browser.addTab()];
    await send(browser, tab);
    await send(browser, second);
    await call(browser, 'debugger.record', { tabId: tab, recording: true });
    await call(browser, 'debugger.own', { tabId: second, owned: true });
    await call(browser, 'debugger.own', { tabId: unattached, owned: true });
    browser.relay.connectionClosed();
    await settle();
    expect(browser.attached).toEqual(new Set());
    expect(browser.notifications).toEqual([]);
    expect(saved()).toEqual({ connection: null, tabs: [], owned: [] });
  });

  test('an attach under way is waited for and undone', async () => {
    const letAttach = browser.hold('attach');
    const sent = send(browser, tab).catch((error: unknown) => error);
    await settle();
    browser.relay.connectionClosed();
    letAttach();
    expect(await sent).toMatchObject({ code: 'DEBUGGER_DETACHED' });
    await settle();
    expect(browser.attached).toEqual(new Set());
  });

  test('a command that waits for a detach attaches no more', async () => {
    await send(browser, tab);
    const letDetach = browser.hold('detach');
    const detached = call(browser, 'debugger.detach', { tabId: tab });
    const sent = send(browser, tab).catch((error: unknown) => error);
    await settle();
    browser.relay.connectionClosed();
    letDetach();
    await detached;
    expect(await sent).toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(browser.attached).toEqual(new Set());
  });

  test('the next connection starts from nothing and is not disturbed by what still goes on', async () => {
    await send(browser, tab);
    const letDetach = browser.hold('detach');
    browser.relay.connectionClosed();
    const sent = call(browser, 'debugger.send', { tabId: tab, method: 'Page.enable' }, 'connection-2');
    const marked = call(browser, 'debugger.own', { tabId: tab, owned: true }, 'connection-2');
    await settle();
    letDetach();
    expect(await sent).toEqual({ result: {} });
    await marked;
    await settle();
    expect(browser.attached).toEqual(new Set([tab]));
    expect(saved()).toMatchObject({ connection: 'connection-2', owned: [tab] });
  });

  test('a connection that is replaced without a word is closed all the same', async () => {
    await send(browser, tab);
    browser.relay.connectionIs('connection-2');
    await settle();
    expect(browser.attached).toEqual(new Set());
  });

  test('the same connection again changes nothing', async () => {
    await send(browser, tab);
    browser.relay.connectionIs('connection-1');
    await settle();
    expect(browser.attached).toEqual(new Set([tab]));
  });

  test('a later command attaches again, whatever happened before', async () => {
    await send(browser, tab);
    browser.relay.connectionClosed();
    await settle();
    browser.relay.onDetach({ tabId: tab }, 'target_closed');
    const sent = call(browser, 'debugger.send', { tabId: tab, method: 'Page.enable' }, 'connection-2');
    expect(await sent).toEqual({ result: {} });
    expect(browser.told('debugger.detached')).toEqual([]);
  });
});
