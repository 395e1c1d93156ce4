import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { type Death, FakeBrowser, OWN_ID } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  browser = new FakeBrowser();
  tab = browser.addTab();
});

/** Stops the worker; whatever happens next wakes another. */
const restart = async () => {
  await settle();
  browser.kill();
  browser.start();
  await settle();
};

const count = (entry: string) => browser.log.filter((logged) => logged === entry).length;
const detached = () => browser.told('debugger.detached');

describe('after a restart of the worker', () => {
  test('a tab that is still attached is driven on without another attach', async () => {
    await send(browser, tab);
    await restart();
    expect(await send(browser, tab)).toEqual({});
    expect(count(`attach ${tab}`)).toBe(1);
    expect(detached()).toEqual([]);
  });

  test('commands wait until the earlier state is restored', async () => {
    await send(browser, tab);
    browser.kill();
    const letLoad = browser.hold('get');
    const sent = send(browser, tab);
    await settle();
    expect(browser.commands).toHaveLength(1);
    letLoad();
    await sent;
    expect(count(`attach ${tab}`)).toBe(1);
  });

  test('the events that woke the worker are passed on in order, before any later one', async () => {
    await send(browser, tab);
    browser.kill();
    const letLoad = browser.hold('get');
    browser.event(tab, 'Page.frameStartedNavigating', { url: 'https://example.com/next' });
    browser.event(tab, 'Page.frameNavigated', {}, 'child');
    await settle();
    expect(browser.notifications).toEqual([]);
    letLoad();
    await settle();
    browser.event(tab, 'Page.loadEventFired');
    expect(browser.told('debugger.event').map(({ method }) => method)).toEqual([
      'Page.frameStartedNavigating',
      'Page.frameNavigated',
      'Page.loadEventFired',
    ]);
  });

  test('a tab that is attached no more is reported as target_closed, and the next command attaches', async () => {
    await send(browser, tab);
    browser.kill();
    browser.attached.delete(tab);
    browser.start();
    await settle();
    expect(detached()).toEqual([{ tabId: tab, reason: 'target_closed' }]);
    expect(await send(browser, tab)).toEqual({});
    expect(count(`attach ${tab}`)).toBe(2);
  });

  test("the detach that woke the worker is reported once, with Chrome's reason", async () => {
    await send(browser, tab);
    browser.kill();
    browser.detachByChrome(tab, 'canceled_by_user');
    await settle();
    expect(detached()).toEqual([{ tabId: tab, reason: 'canceled_by_user' }]);
  });

  test('DevTools on a tab are not taken for our session', async () => {
    await send(browser, tab);
    browser.kill();
    browser.attached.delete(tab);
    browser.withDevTools.add(tab);
    browser.start();
    await settle();
    expect(detached()).toEqual([{ tabId: tab, reason: 'target_closed' }]);
  });

  test('DevTools beside our session do not disturb it', async () => {
    await send(browser, tab);
    browser.withDevTools.add(tab);
    await restart();
    expect(await send(browser, tab)).toEqual({});
    expect(count(`attach ${tab}`)).toBe(1);
  });

  test('an open dialog is still known, and dismissed before the detach', async () => {
    await send(browser, tab);
    browser.event(tab, 'Page.javascriptDialogOpening');
    await restart();
    await call(browser, 'debugger.detach', { tabId: tab });
    expect(browser.log.filter((entry) => !['set', 'alarm'].includes(entry)).slice(-2)).toEqual([
      `dismiss ${tab}`,
      `detach ${tab}`,
    ]);
  });

  test('the owned mark of a tab that has closed meanwhile is dropped', async () => {
    const closed = browser.addTab();
    await call(browser, 'debugger.own', { tabId: tab, owned: true });
    await call(browser, 'debugger.own', { tabId: closed, owned: true });
    browser.kill();
    browser.tabs.delete(closed);
    await send(browser, tab);
    expect(browser.storage.debugger).toMatchObject({ owned: [tab] });
  });

  test('what cannot be understood in storage counts as nothing', async () => {
    browser.storage.debugger = { tabs: [{ tabId: 'seven' }] };
    expect(await send(browser, tab)).toEqual({});
  });

  test('a storage that cannot be read counts as empty', async () => {
    browser.failing.add('get');
    expect(await send(browser, tab)).toEqual({});
  });

  test('without a list of targets the record is believed', async () => {
    await send(browser, tab);
    browser.kill();
    browser.failing.add('getTargets');
    await send(browser, tab);
    expect(count(`attach ${tab}`)).toBe(1);
  });
});

describe('the worker is held by other means', () => {
  test('exactly while a tab is attached that an earlier life attached', async () => {
    await send(browser, tab);
    expect(browser.keptAwake).toBe(false);
    await restart();
    expect(browser.keptAwake).toBe(true);
    await call(browser, 'debugger.detach', { tabId: tab });
    expect(browser.keptAwake).toBe(false);
    await send(browser, tab);
    expect(browser.keptAwake).toBe(false);
  });
});

describe('what an earlier life had begun', () => {
  test('a detach is finished, its dialog dismissed, and nobody told', async () => {
    await send(browser, tab);
    browser.event(tab, 'Page.javascriptDialogOpening');
    browser.hold('Page.handleJavaScriptDialog');
    call(browser, 'debugger.detach', { tabId: tab });
    await settle();
    browser.kill();
    browser.hold('Page.handleJavaScriptDialog')();
    browser.start();
    await settle();
    expect(browser.attached).toEqual(new Set());
    expect(browser.tab(tab).dialogOpen).toBe(false);
    expect(detached()).toEqual([]);
  });

  test('tabs of a connection that closed while there was no worker are detached, their marks dropped', async () => {
    await send(browser, tab);
    await call(browser, 'debugger.own', { tabId: browser.addTab(), owned: true });
    browser.kill();
    browser.start().connectionIs('connection-2');
    await settle();
    expect(browser.attached).toEqual(new Set());
    expect(browser.storage.debugger).toMatchObject({ tabs: [], owned: [] });
    expect(detached()).toEqual([]);
  });

  test('marks alone are dropped too', async () => {
    await call(browser, 'debugger.own', { tabId: tab, owned: true });
    browser.kill();
    browser.start().connectionIs('connection-2');
    await settle();
    expect(browser.storage.debugger).toMatchObject({ owned: [] });
  });

  test('so are those of a connection that closed and left none', async () => {
    await send(browser, tab);
    browser.kill();
    browser.start().connectionClosed();
    await settle();
    expect(browser.attached).toEqual(new Set());
  });

  test('tabs of the connection that is still up are kept', async () => {
    await send(browser, tab);
    browser.kill();
    browser.start().connectionIs('connection-1');
    await settle();
    expect(browser.attached).toEqual(new Set([tab]));
  });

  test('a tab that shows a page of this extension meanwhile is detached', async () => {
    await send(browser, tab);
    browser.kill();
    browser.tab(tab).url = `chrome-extension://${OWN_ID}/popup.html`;
    browser.start();
    await settle();
    expect(browser.attached).toEqual(new Set());
    expect(detached()).toEqual([{ tabId: tab, reason: 'target_closed' }]);
  });
});

describe('a worker that dies at any of its calls', () => {
  /** A day's work on one tab. Calls of a dead worker never answer, so nothing is awaited. */
  const work = async () => {
    const step = async (act: () => unknown) => {
      if (browser.isAlive) act();
      await settle();
    };
    await step(() => send(browser, tab, 'Command.one'));
    await step(() => call(browser, 'debugger.own', { tabId: tab, owned: true }));
    await step(() => call(browser, 'debugger.record', { tabId: tab, recording: true }));
    await step(() => browser.event(tab, 'Page.javascriptDialogOpening'));
    await step(() => send(browser, tab, 'Command.two'));
    await step(() => call(browser, 'debugger.detach', { tabId: tab }));
    await step(() => send(browser, tab, 'Command.three'));
    await step(() => browser.relay.connectionClosed());
  };

  const callsOf = async (act: () => Promise<void>) => {
    let calls = 0;
    for (let died = true; died; ) {
      calls += 1;
      browser = new FakeBrowser();
      tab = browser.addTab();
      browser.start({ atCall: calls, when: 'after' });
      await act();
      died = !browser.isAlive;
    }
    return calls - 1;
  };

  test('leaves no debugger that its successor does not know, drives on, and repeats nothing', async () => {
    const calls = await callsOf(work);
    expect(calls).toBeGreaterThan(15);
    const deaths = Array.from({ length: calls }, (_, index) => index + 1).flatMap((atCall): Death[] => [
      { atCall, when: 'before' },
      { atCall, when: 'after' },
    ]);
    for (const death of deaths) {
      browser = new FakeBrowser();
      tab = browser.addTab();
      browser.start(death);
      await work();
      expect(browser.isAlive, JSON.stringify(death)).toBe(false);

      browser.start();
      await settle();
      expect(await send(browser, tab, 'Command.four'), JSON.stringify(death)).toEqual({});
      await call(browser, 'debugger.detach', {});
      expect(browser.attached, JSON.stringify(death)).toEqual(new Set());
      expect(browser.storage.debugger, JSON.stringify(death)).toMatchObject({ tabs: [] });
      const sent = browser.commands.map(({ method }) => method);
      expect(sent, JSON.stringify(death)).toEqual([...new Set(sent)]);
    }
  });
});
