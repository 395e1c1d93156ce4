import { beforeEach, describe, expect, test, vi } from 'vitest';
import { send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { FakeBrowser } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  browser = new FakeBrowser();
  tab = browser.addTab();
});

describe('a pause', () => {
  test('detaches every tab and says so', async () => {
    const other = browser.addTab();
    await send(browser, tab);
    await send(browser, other);
    browser.relay.pausedIs(true);
    await settle();
    expect(browser.attached).toEqual(new Set());
    expect(browser.notifications).toEqual([
      { method: 'debugger.detached', params: { tabId: tab, reason: 'canceled_by_user' } },
      { method: 'debugger.detached', params: { tabId: other, reason: 'canceled_by_user' } },
    ]);
  });

  test('detaches also a tab that a call was just attaching; that call may finish', async () => {
    const sent = send(browser, tab);
    browser.relay.pausedIs(true);
    await sent;
    await settle();
    expect(browser.attached).toEqual(new Set());
  });

  test('ends a running command', async () => {
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab).catch((error) => error.code);
    await settle();
    browser.relay.pausedIs(true);
    expect(await running).toBe('DEBUGGER_DETACHED');
  });

  test('that is over lets tabs be driven again', async () => {
    browser.relay.pausedIs(true);
    browser.relay.pausedIs(false);
    await send(browser, tab);
    await settle();
    expect(browser.attached).toEqual(new Set([tab]));
  });
});
