import { afterEach, expect, test, vi } from 'vitest';

/** Not written where it is imported, since the types of a worker's scope and a page's cannot be had in one program. */
const ENTRY = './worker.ts';

/** Any part of Chrome's API: it notes who listens to what, and nothing asked of it is ever answered. */
function silent(path: string, listened: string[]): object {
  return new Proxy(() => undefined, {
    get: (_, name) =>
      name === 'addListener' ? () => listened.push(path) : silent(`${path}.${String(name)}`, listened),
    apply: () => new Promise(() => undefined),
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a starting worker listens to every event that may have woken it, before anything is answered', async () => {
  const listened: string[] = [];
  vi.stubGlobal('chrome', silent('chrome', listened));
  vi.stubGlobal('navigator', silent('navigator', listened));
  vi.stubGlobal('self', {
    addEventListener: (type: string) => listened.push(`self.${type}`),
    navigator: silent('navigator', listened),
    clients: silent('clients', listened),
  });
  await import(ENTRY);
  expect(listened).toEqual(
    expect.arrayContaining([
      'self.message',
      'chrome.runtime.onMessage',
      'chrome.runtime.onMessageExternal',
      'chrome.windows.onRemoved',
      'chrome.alarms.onAlarm',
      'chrome.management.onUninstalled',
      'chrome.runtime.onInstalled',
      'chrome.runtime.onStartup',
      'chrome.debugger.onEvent',
      'chrome.debugger.onDetach',
      'chrome.tabs.onCreated',
      'chrome.tabs.onUpdated',
      'chrome.tabs.onRemoved',
      'chrome.tabs.onReplaced',
    ]),
  );
});
