import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { cdpError, FakeBrowser, OTHER_ID } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  browser = new FakeBrowser();
  tab = browser.addTab();
});

const attaches = () => browser.log.filter((entry) => entry.startsWith('attach'));

const otherExtensionsFrame = (id: string): chrome.debugger.TargetInfo => ({
  type: 'other',
  id: `frame-of-${id}`,
  title: '',
  url: `chrome-extension://${id}/frame.html`,
  attached: false,
});

describe('attaching on demand', () => {
  test('the first command attaches, later ones do not, and each returns its result unchanged', async () => {
    browser.answer = ({ params }) => ({ echoed: params });
    expect(await send(browser, tab, 'Runtime.evaluate', { expression: '1+1' })).toEqual({
      echoed: { expression: '1+1' },
    });
    expect(await send(browser, tab, 'Page.enable')).toEqual({ echoed: undefined });
    expect(attaches()).toEqual([`attach ${tab}`]);
    expect(browser.commands).toEqual([
      { tabId: tab, method: 'Runtime.evaluate', params: { expression: '1+1' } },
      { tabId: tab, method: 'Page.enable', params: undefined },
    ]);
  });

  test('a command without a result has an empty one', async () => {
    browser.answer = () => undefined;
    expect(await send(browser, tab)).toEqual({});
  });

  test('a command for a child session goes to it', async () => {
    await call(browser, 'debugger.send', { tabId: tab, sessionId: 'child', method: 'DOM.enable' });
    expect(browser.commands).toEqual([
      { tabId: tab, sessionId: 'child', method: 'DOM.enable', params: undefined },
    ]);
  });

  test('commands at the same time share one attach and keep their order', async () => {
    const letAttach = browser.hold('attach');
    const sent = ['A.one', 'B.two', 'C.three'].map((method) => send(browser, tab, method));
    await settle();
    letAttach();
    await Promise.all(sent);
    expect(attaches()).toEqual([`attach ${tab}`]);
    expect(browser.commands.map(({ method }) => method)).toEqual(['A.one', 'B.two', 'C.three']);
  });

  test('an unknown tab answers NOT_FOUND and is not attached', async () => {
    await expect(send(browser, 99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(attaches()).toEqual([]);
  });

  test('a tab that closes just before the attach answers NOT_FOUND', async () => {
    const letSave = browser.hold('set');
    const sent = send(browser, tab);
    await settle();
    browser.tabs.delete(tab);
    letSave();
    await expect(sent).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a refusal carries the reason to every waiting command, and the next command tries anew', async () => {
    browser.tab(tab).refusal = 'The extensions gallery cannot be scripted.';
    const refused = {
      code: 'PAGE_NOT_AUTOMATABLE',
      message: expect.stringContaining('The extensions gallery cannot be scripted.'),
    };
    const sent = [send(browser, tab), send(browser, tab)];
    for (const outcome of await Promise.allSettled(sent)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
    }
    expect(attaches()).toHaveLength(1);
    delete browser.tab(tab).refusal;
    expect(await send(browser, tab)).toEqual({});
    expect(browser.told('debugger.detached')).toEqual([]);
  });

  test('the tab is written down before Chrome attaches', async () => {
    await send(browser, tab);
    expect(browser.log.slice(0, 2)).toEqual(['set', `attach ${tab}`]);
  });

  test('a tab that cannot be written down is not attached', async () => {
    browser.failing.add('set');
    await expect(send(browser, tab)).rejects.toThrow();
    expect(browser.attached).toEqual(new Set());
  });

  test('a session of ours that nobody remembers is replaced by a fresh one', async () => {
    browser.attached.add(tab);
    expect(await send(browser, tab)).toEqual({});
    expect(browser.log).toEqual(expect.arrayContaining([`detach ${tab}`]));
    expect(attaches()).toHaveLength(2);
  });

  test('a tab that another client holds for itself is refused with the reason', async () => {
    const reason = `Another debugger is already attached to the tab with id: ${tab}.`;
    browser.tab(tab).refusal = reason;
    await expect(send(browser, tab)).rejects.toMatchObject({
      code: 'PAGE_NOT_AUTOMATABLE',
      message: expect.stringContaining(reason),
    });
  });
});

describe('what is in the way', () => {
  const foreign = 'Cannot access a chrome-extension:// URL of different extension';

  test("another extension's frame in the page is named by that extension's ID", async () => {
    browser.tab(tab).refusal = foreign;
    browser.otherTargets.push(otherExtensionsFrame(OTHER_ID));
    await expect(send(browser, tab)).rejects.toMatchObject({
      code: 'PAGE_NOT_AUTOMATABLE',
      message: expect.stringMatching(new RegExp(`${foreign}.*${OTHER_ID}`)),
    });
  });

  test('several possible culprits are all named', async () => {
    const third = 'b'.repeat(32);
    browser.tab(tab).refusal = foreign;
    browser.otherTargets.push(otherExtensionsFrame(OTHER_ID), otherExtensionsFrame(third));
    await expect(send(browser, tab)).rejects.toThrow(`${OTHER_ID}, ${third}`);
  });

  test("another extension's page is named by the tab's own URL", async () => {
    const page = browser.addTab(`chrome-extension://${OTHER_ID}/options.html`);
    browser.otherTargets.push(otherExtensionsFrame('b'.repeat(32)));
    await expect(send(browser, page)).rejects.toThrow(`the extension ${OTHER_ID}`);
  });

  test('without a culprit in sight there is the reason alone', async () => {
    browser.tab(tab).refusal = foreign;
    await expect(send(browser, tab)).rejects.toMatchObject({
      message: `Chrome does not let tab ${tab} be automated: ${foreign}`,
    });
  });

  test('a file page names the switch that is off', async () => {
    browser.fileAccess = false;
    const file = browser.addTab('file:///home/me/page.html', { refusal: 'Cannot attach to this target.' });
    await expect(send(browser, file)).rejects.toThrow('"Allow access to file URLs"');
  });

  test('a page that Chrome mutes in the middle of a session answers with the culprit, and recovers', async () => {
    await send(browser, tab);
    browser.tab(tab).muted = foreign;
    browser.otherTargets.push(otherExtensionsFrame(OTHER_ID));
    await expect(send(browser, tab)).rejects.toMatchObject({
      code: 'PAGE_NOT_AUTOMATABLE',
      message: expect.stringContaining(OTHER_ID),
    });
    delete browser.tab(tab).muted;
    expect(await send(browser, tab)).toEqual({});
    expect(attaches()).toHaveLength(1);
  });
});

describe('commands that fail', () => {
  test("Chrome's JSON error is passed through as it is", async () => {
    browser.answer = () => Promise.reject(cdpError(-32601, "'Browser.close' wasn't found"));
    await expect(send(browser, tab, 'Browser.close')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: `{"code":-32601,"message":"'Browser.close' wasn't found"}`,
    });
  });

  test('an upload that needs access to files names the switch, inside the JSON', async () => {
    browser.fileAccess = false;
    browser.answer = () => Promise.reject(cdpError(-32000, 'Not allowed'));
    const upload = send(browser, tab, 'DOM.setFileInputFiles', { files: ['/tmp/a'] });
    const error = await upload.catch((thrown: Error) => JSON.parse(thrown.message));
    expect(error).toEqual({
      code: -32000,
      message: expect.stringMatching(/^Not allowed \(.*"Allow access to file URLs"/),
    });
  });

  test('the switch is not named where it is on, nor for another command', async () => {
    browser.answer = () => Promise.reject(cdpError(-32000, 'Not allowed'));
    const plain = { message: '{"code":-32000,"message":"Not allowed"}' };
    await expect(send(browser, tab, 'DOM.setFileInputFiles')).rejects.toMatchObject(plain);
    browser.fileAccess = false;
    await expect(send(browser, tab, 'Target.getTargets')).rejects.toMatchObject(plain);
  });
});

describe('a session that Chrome ends', () => {
  test('a running command ends at once with DEBUGGER_DETACHED, and the daemon is told the reason', async () => {
    await send(browser, tab);
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab);
    await settle();
    browser.relay.onDetach({ tabId: tab }, 'canceled_by_user');
    await expect(running).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'canceled_by_user' }]);
  });

  test('the next command attaches again', async () => {
    await send(browser, tab);
    browser.detachByChrome(tab, 'target_closed');
    expect(await send(browser, tab)).toEqual({});
    expect(attaches()).toHaveLength(2);
  });

  test('a tab that goes to an internal page is refused from then on, and other tabs go on', async () => {
    const other = browser.addTab();
    await send(browser, tab);
    await send(browser, other);
    browser.detachByChrome(tab, 'target_closed');
    browser.navigate(tab, 'chrome://version/');
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'PAGE_NOT_AUTOMATABLE' });
    expect(await send(browser, other)).toEqual({});
    expect(attaches().filter((entry) => entry === `attach ${other}`)).toHaveLength(1);
  });

  test("a command's error before Chrome's report: the report still gives the reason, and comes before the next attach", async () => {
    await send(browser, tab);
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab);
    await settle();
    browser.endSession(tab);
    await expect(running).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    browser.answer = () => ({});
    const next = send(browser, tab);
    await settle();
    expect(attaches()).toHaveLength(1);
    browser.relay.onDetach({ tabId: tab }, 'canceled_by_user');
    expect(await next).toEqual({});
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'canceled_by_user' }]);
  });

  test('a report that never comes counts as target_closed after a moment', async () => {
    await send(browser, tab);
    browser.attached.delete(tab);
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    const next = send(browser, tab);
    await browser.clock.advance(1_000);
    expect(await next).toEqual({});
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'target_closed' }]);
  });

  test('a command that finds the session over ends the others that run', async () => {
    await send(browser, tab);
    browser.answer = () => new Promise(() => undefined);
    const running = send(browser, tab);
    await settle();
    browser.attached.delete(tab);
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    await expect(running).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
  });

  test('a detach during the attach fails what waits, is told, and leaves nothing attached', async () => {
    const letAttach = browser.hold('attach');
    const sent = send(browser, tab);
    await settle();
    browser.relay.onDetach({ tabId: tab }, 'canceled_by_user');
    letAttach();
    await expect(sent).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'canceled_by_user' }]);
    expect(browser.attached).toEqual(new Set());
    expect(browser.commands).toEqual([]);
  });

  test('a closed tab is told once', async () => {
    await send(browser, tab);
    browser.closeTab(tab);
    await browser.clock.advance(1_000);
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'target_closed' }]);
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a closed tab whose end Chrome does not report is told all the same', async () => {
    await send(browser, tab);
    browser.tabs.delete(tab);
    browser.relay.onTabRemoved(tab);
    await browser.clock.advance(1_000);
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'target_closed' }]);
  });

  test('a tab taken out of memory ends under its old ID and can be driven under the new one', async () => {
    await send(browser, tab);
    const added = browser.discard(tab);
    await settle();
    expect(browser.told('debugger.detached')).toEqual([{ tabId: tab, reason: 'target_closed' }]);
    expect(await send(browser, added)).toEqual({});
    await expect(send(browser, tab)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('events', () => {
  test('go out inside the callback, in order, with their child session, and without a write', async () => {
    await send(browser, tab);
    browser.log.length = 0;
    browser.event(tab, 'Page.loadEventFired', { timestamp: 1 });
    browser.event(tab, 'Runtime.consoleAPICalled', { args: [] }, 'child');
    expect(browser.notifications).toEqual([
      {
        method: 'debugger.event',
        params: { tabId: tab, method: 'Page.loadEventFired', params: { timestamp: 1 } },
      },
      {
        method: 'debugger.event',
        params: {
          tabId: tab,
          sessionId: 'child',
          method: 'Runtime.consoleAPICalled',
          params: { args: [] },
        },
      },
    ]);
    await settle();
    expect(browser.log).toEqual([]);
  });

  test('of a tab that is not attached go nowhere', async () => {
    await call(browser, 'debugger.targets', {});
    browser.event(tab, 'Page.loadEventFired');
    await send(browser, tab);
    await call(browser, 'debugger.detach', { tabId: tab });
    browser.event(tab, 'Page.loadEventFired');
    expect(browser.notifications).toEqual([]);
  });
});
