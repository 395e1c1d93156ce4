import { beforeEach, describe, expect, test } from 'vitest';
import { call, send } from '../debugger/testing/call.ts';
import { settle } from '../debugger/testing/clock.ts';
import { FakeBrowser, OTHER_ID } from '../debugger/testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  browser = new FakeBrowser();
  tab = browser.addTab();
});

const owned = () => (browser.storage.debugger as { owned: number[] }).owned;

describe('debugger.record', () => {
  test('needs an attached tab to start, and none to stop', async () => {
    const start = call(browser, 'debugger.record', { tabId: tab, recording: true });
    await expect(start).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    const stopped = await call(browser, 'debugger.record', { tabId: tab, recording: false });
    expect(stopped).toEqual({ recording: false });
    expect(browser.attached).toEqual(new Set());
  });

  test('echoes the state in force, once it is written down', async () => {
    await send(browser, tab);
    expect(await call(browser, 'debugger.record', { tabId: tab, recording: true })).toEqual({
      recording: true,
    });
    expect(browser.storage.debugger).toMatchObject({ tabs: [{ tabId: tab, recording: true }] });
    expect(await call(browser, 'debugger.record', { tabId: tab, recording: false })).toEqual({
      recording: false,
    });
  });

  test('waits for an attach under way', async () => {
    const letAttach = browser.hold('attach');
    const sent = send(browser, tab);
    const started = call(browser, 'debugger.record', { tabId: tab, recording: true });
    await settle();
    letAttach();
    expect(await started).toEqual({ recording: true });
    await sent;
  });

  test('does not claim to record a tab that is detached meanwhile', async () => {
    await send(browser, tab);
    const letSave = browser.hold('set');
    const started = call(browser, 'debugger.record', { tabId: tab, recording: true }).catch(
      (error: unknown) => error,
    );
    await settle();
    browser.detachByChrome(tab, 'canceled_by_user');
    letSave();
    expect(await started).toMatchObject({ code: 'DEBUGGER_DETACHED' });
  });
});

describe('debugger.own', () => {
  test('marks a tab that is not attached, and clears the mark', async () => {
    expect(await call(browser, 'debugger.own', { tabId: tab, owned: true })).toEqual({ owned: true });
    expect(owned()).toEqual([tab]);
    expect(await call(browser, 'debugger.own', { tabId: tab, owned: false })).toEqual({ owned: false });
    expect(owned()).toEqual([]);
  });

  test('clears the mark of a tab that is gone, but marks none', async () => {
    expect(await call(browser, 'debugger.own', { tabId: 99, owned: false })).toEqual({ owned: false });
    const marked = call(browser, 'debugger.own', { tabId: 99, owned: true });
    await expect(marked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(owned()).toEqual([]);
  });

  test('closing the tab clears the mark', async () => {
    await call(browser, 'debugger.own', { tabId: tab, owned: true });
    browser.closeTab(tab);
    await settle();
    expect(owned()).toEqual([]);
  });
});

describe('debugger.open', () => {
  test('opens a tab that is marked, in storage too, before it is named', async () => {
    const letList = browser.hold('getTargets');
    const opened = call(browser, 'debugger.open', { url: 'https://example.com/new' });
    await settle();
    expect(owned()).toHaveLength(1);
    letList();
    const { tabId, targetId } = await opened;
    expect(targetId).toBe(`target-${tabId}`);
    expect(browser.tab(tabId).url).toBe('https://example.com/new');
    expect(owned()).toEqual([tabId]);
  });

  test('answers NOT_FOUND and leaves the tab open but unmarked when Chrome lists no target', async () => {
    const letList = browser.hold('getTargets');
    const opened = call(browser, 'debugger.open', { url: 'https://example.com/new' });
    await settle();
    const [newTab = -1] = owned();
    const hidden = browser.tab(newTab);
    browser.tabs.delete(newTab);
    letList();
    await expect(opened).rejects.toMatchObject({ code: 'NOT_FOUND' });
    browser.tabs.set(newTab, hidden);
    expect(owned()).toEqual([]);
  });

  test('marks nothing for a connection that has closed meanwhile', async () => {
    const letCreate = browser.hold('tabs.create');
    const opened = call(browser, 'debugger.open', { url: 'https://example.com/new' }).catch(
      (error: unknown) => error,
    );
    await settle();
    browser.relay.connectionClosed();
    letCreate();
    expect(await opened).toMatchObject({ code: 'DEBUGGER_DETACHED' });
    await settle();
    expect(owned()).toEqual([]);
  });
});

describe('debugger.close', () => {
  test('closes the tab and clears its mark', async () => {
    await call(browser, 'debugger.own', { tabId: tab, owned: true });
    expect(await call(browser, 'debugger.close', { tabId: tab })).toEqual({ tabId: tab });
    expect(browser.tabs.has(tab)).toBe(false);
    expect(owned()).toEqual([]);
  });

  test('answers NOT_FOUND for a tab that is not there', async () => {
    await expect(call(browser, 'debugger.close', { tabId: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('debugger.targets', () => {
  test('lists the pages a debugger may attach to, without attaching', async () => {
    browser.addTab('chrome://settings/');
    browser.addTab(`chrome-extension://${OTHER_ID}/options.html`);
    browser.addTab('https://chromewebstore.google.com/');
    const blank = browser.addTab('about:blank');
    browser.otherTargets.push({
      type: 'worker',
      id: 'worker-1',
      title: '',
      url: 'https://example.com/worker.js',
      attached: false,
    });
    expect(await call(browser, 'debugger.targets', {})).toEqual({
      targets: [
        { tabId: tab, targetId: `target-${tab}`, title: `Tab ${tab}`, url: 'https://example.com/' },
        { tabId: blank, targetId: `target-${blank}`, title: `Tab ${blank}`, url: 'about:blank' },
      ],
    });
    expect(browser.attached).toEqual(new Set());
  });

  test('leaves out a tab taken out of memory, which has no page to answer', async () => {
    browser.discard(browser.addTab('https://example.com/away'));
    const { targets } = await call(browser, 'debugger.targets', {});
    expect(targets.map(({ tabId }) => tabId)).toEqual([tab]);
  });
});

test("debugger.userAgent returns the browser's own", async () => {
  expect(await call(browser, 'debugger.userAgent', {})).toEqual({
    userAgent: 'Mozilla/5.0 (Fake) Chrome/156.0.0.0',
  });
});
