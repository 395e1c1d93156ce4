import { beforeEach, describe, expect, test } from 'vitest';
import { IDLE_DETACH_MS } from './idleFallback.ts';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { FakeBrowser } from './testing/fakeBrowser.ts';

const MINUTE_MS = 60_000;

let browser: FakeBrowser;
let tab: number;

beforeEach(async () => {
  browser = new FakeBrowser();
  tab = browser.addTab();
  await send(browser, tab);
});

const isAttached = () => browser.attached.has(tab);
const idleReports = () => browser.told('debugger.detached');

describe('a tab that nobody drives', () => {
  test('is detached after ten minutes, and the daemon told once it is', async () => {
    await browser.clock.advance(IDLE_DETACH_MS - 1);
    expect(isAttached()).toBe(true);
    const letDetach = browser.hold('detach');
    await browser.clock.advance(1);
    expect(idleReports()).toEqual([]);
    letDetach();
    await settle();
    expect(isAttached()).toBe(false);
    expect(idleReports()).toEqual([{ tabId: tab, reason: 'idle_timeout' }]);
  });

  test('has its open dialog dismissed first', async () => {
    browser.event(tab, 'Page.javascriptDialogOpening');
    await browser.clock.advance(IDLE_DETACH_MS);
    expect(browser.log).toEqual(expect.arrayContaining([`dismiss ${tab}`]));
    expect(browser.tab(tab).dialogOpen).toBe(false);
  });

  test('is attached again by a command that comes while it is being detached, after the report', async () => {
    const letDetach = browser.hold('detach');
    await browser.clock.advance(IDLE_DETACH_MS);
    const sent = send(browser, tab);
    await settle();
    expect(idleReports()).toEqual([]);
    letDetach();
    await sent;
    expect(idleReports()).toHaveLength(1);
    expect(isAttached()).toBe(true);
  });

  test('is told by the one reason when it closes while it is being detached', async () => {
    const letDetach = browser.hold('detach');
    await browser.clock.advance(IDLE_DETACH_MS);
    browser.detachByChrome(tab, 'target_closed');
    letDetach();
    await settle();
    expect(idleReports()).toEqual([{ tabId: tab, reason: 'idle_timeout' }]);
  });
});

describe('the ten minutes', () => {
  test.each([
    ['debugger.send', () => send(browser, tab)],
    ['debugger.body', () => call(browser, 'debugger.body', { tabId: tab, requestId: '1', part: 'response' })],
  ])('start again with %s', async (_, drive) => {
    await browser.clock.advance(9 * MINUTE_MS);
    await drive();
    await browser.clock.advance(9 * MINUTE_MS);
    expect(isAttached()).toBe(true);
    await browser.clock.advance(MINUTE_MS);
    expect(isAttached()).toBe(false);
  });

  test('do not start again with an event', async () => {
    await browser.clock.advance(9 * MINUTE_MS);
    browser.event(tab, 'Page.loadEventFired');
    await browser.clock.advance(MINUTE_MS);
    expect(isAttached()).toBe(false);
  });

  test('cost one alarm, however many tabs and commands there are', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await browser.clock.advance(MINUTE_MS);
      await send(browser, browser.addTab());
    }
    expect(browser.log.filter((entry) => entry === 'alarm')).toHaveLength(1);
  });

  test('are counted for each tab', async () => {
    await browser.clock.advance(5 * MINUTE_MS);
    const other = browser.addTab();
    await send(browser, other);
    await browser.clock.advance(5 * MINUTE_MS);
    expect(browser.attached).toEqual(new Set([other]));
    await browser.clock.advance(5 * MINUTE_MS);
    expect(browser.attached).toEqual(new Set());
  });
});

describe.each([
  ['recording', (on: boolean) => call(browser, 'debugger.record', { tabId: tab, recording: on })],
  ['endpoint-owned', (on: boolean) => call(browser, 'debugger.own', { tabId: tab, owned: on })],
])('a tab that is %s', (_, mark) => {
  test('stays attached, and has ten minutes from the moment the mark goes', async () => {
    await mark(true);
    await browser.clock.advance(5 * IDLE_DETACH_MS);
    expect(isAttached()).toBe(true);
    await mark(false);
    await browser.clock.advance(IDLE_DETACH_MS - 1);
    expect(isAttached()).toBe(true);
    await browser.clock.advance(1);
    expect(isAttached()).toBe(false);
  });

  test('loses the mark with any detach', async () => {
    await mark(true);
    browser.detachByChrome(tab, 'canceled_by_user');
    await send(browser, tab);
    await browser.clock.advance(IDLE_DETACH_MS);
    expect(isAttached()).toBe(false);
  });

  test('stays attached over a restart of the worker', async () => {
    await mark(true);
    browser.kill();
    await browser.clock.advance(5 * IDLE_DETACH_MS);
    browser.start();
    await settle();
    await browser.clock.advance(IDLE_DETACH_MS);
    expect(isAttached()).toBe(true);
  });
});

describe('over a restart of the worker', () => {
  test('the alarm wakes a worker for a tab that nobody drives', async () => {
    browser.kill();
    await browser.clock.advance(IDLE_DETACH_MS + MINUTE_MS);
    expect(isAttached()).toBe(false);
    expect(idleReports()).toEqual([{ tabId: tab, reason: 'idle_timeout' }]);
  });

  test('a tab driven just before the worker stopped is not detached early', async () => {
    await browser.clock.advance(5 * MINUTE_MS);
    await send(browser, tab);
    await browser.clock.advance(29_000);
    await send(browser, tab);
    browser.kill();
    await browser.clock.advance(IDLE_DETACH_MS - 1);
    expect(isAttached()).toBe(true);
  });

  test('restarts again and again do not put the detach off for ever', async () => {
    for (let minute = 0; minute < 11; minute++) {
      browser.kill();
      browser.event(tab, 'Page.loadEventFired');
      await settle();
      await browser.clock.advance(MINUTE_MS);
    }
    expect(isAttached()).toBe(false);
  });
});
