import { expect, test, vi } from 'vitest';
import { createApprovalWindow } from './approvalWindow.ts';

const URL = 'chrome-extension://ourselves/approval.html';
const OWN = { windowId: 3, tabId: 7, documentId: null };

/** A browser in which our window, 3, and a copy of its page in a tab of window 8 are open. */
function browser(tab: object = { id: 7, windowId: 3, url: URL }) {
  const api = {
    runtime: {
      getURL: (path: string) => `chrome-extension://ourselves/${path}`,
      getContexts: vi.fn(async (_: object): Promise<{ windowId: number }[]> => []),
    },
    windows: {
      create: vi.fn(async (_: object): Promise<object | undefined> => ({ id: 3, tabs: [{ id: 7 }] })),
      get: vi.fn(async (windowId: number) => ({ type: windowId === 8 ? 'normal' : 'popup' })),
      update: vi.fn(async () => ({})),
      remove: vi.fn(async (_: number) => undefined),
    },
    tabs: { get: vi.fn(async () => tab), remove: vi.fn(async (_: number) => undefined) },
  };
  return { api, window: createApprovalWindow(Object.assign(Object.create(null), api)) };
}

test('it opens as a focused popup that fits its page', async () => {
  const { api, window } = browser();
  expect(await window.open()).toEqual(OWN);
  expect(api.windows.create.mock.calls).toEqual([
    [{ url: URL, type: 'popup', width: 440, height: 680, focused: true }],
  ]);
});

test('when Chrome does not open it, that is no failure', async () => {
  const { api, window } = browser();
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  api.windows.create.mockRejectedValueOnce(
    new Error('Bounds must be at least 50% within visible screen space.'),
  );
  expect(await window.open()).toBe(null);
  api.windows.create.mockResolvedValueOnce(undefined);
  expect(await window.open()).toBe(null);
  warn.mockRestore();
});

test('opening closes popups an earlier worker left behind, and no tab', async () => {
  const { api, window } = browser();
  api.runtime.getContexts.mockResolvedValueOnce([{ windowId: 8 }, { windowId: 5 }]);
  await window.open();
  expect(api.windows.remove.mock.calls).toEqual([[5]]);
  expect(api.runtime.getContexts.mock.calls).toEqual([[{ contextTypes: ['TAB'], documentUrls: [URL] }]]);
});

test('it opens though nobody knows what was left behind', async () => {
  const { api, window } = browser();
  api.runtime.getContexts.mockRejectedValueOnce(new Error('No contexts'));
  expect(await window.open()).toEqual(OWN);
});

test('raising focuses it', async () => {
  const { api, window } = browser();
  expect(await window.raise(OWN)).toBe(true);
  expect(api.windows.update.mock.calls).toEqual([[3, { focused: true }]]);
});

test.each([
  ['its tab was moved out of it', { id: 7, windowId: 4, url: URL }],
  ['its tab shows something else', { id: 7, windowId: 3, url: 'https://other.test/' }],
  ['its tab is leaving', { id: 7, windowId: 3, url: URL, pendingUrl: 'https://other.test/' }],
])('it is not raised when %s', async (_, tab) => {
  const { api, window } = browser(tab);
  expect(await window.raise(OWN)).toBe(false);
  expect(api.windows.update).not.toHaveBeenCalled();
});

test('a window that is gone is not raised, and closing it is no failure', async () => {
  const { api, window } = browser();
  api.tabs.get.mockRejectedValueOnce(new Error('No tab with id: 7.'));
  expect(await window.raise(OWN)).toBe(false);
  api.windows.remove.mockRejectedValueOnce(new Error('No window with id: 3.'));
  expect(() => window.close(3)).not.toThrow();
});

test('our tab is closed where it was moved to', async () => {
  const { api, window } = browser({ id: 7, windowId: 4, url: URL });
  expect(await window.closeMoved(OWN)).toBe(true);
  expect(api.tabs.remove.mock.calls).toEqual([[7]]);
});

test('a tab that goes with its window, or has gone, was not moved', async () => {
  const { api, window } = browser();
  expect(await window.closeMoved(OWN)).toBe(false);
  api.tabs.get.mockRejectedValueOnce(new Error('No tab with id: 7.'));
  expect(await window.closeMoved(OWN)).toBe(false);
  expect(api.tabs.remove).not.toHaveBeenCalled();
});
