import type { OwnWindow } from './record.ts';

/** Path of the approval window's document. */
export const APPROVAL_PATH = 'approval.html';

/** Size of the window in CSS pixels. */
const WIDTH = 440;
const HEIGHT = 680;

/** The one window all requests are shown in. */
export interface ApprovalWindow {
  /** Opens it. @returns null when Chrome does not; the badge is the way in then. */
  readonly open: () => Promise<OwnWindow | null>;
  /** Brings it to the front. @returns false when it is gone, or shows something else. */
  readonly raise: (window: OwnWindow) => Promise<boolean>;
  /**
   * Closes our tab where somebody moved it to: another extension may, and so may a human ("Show as tab").
   * @returns whether there was one, so that its window was not closed by a human.
   */
  readonly closeMoved: (window: OwnWindow) => Promise<boolean>;
  /** Closes it; one that is gone is no error. */
  readonly close: (windowId: number) => void;
}

/** The parts of Chrome's API that the window needs. */
export interface ApprovalWindowDeps {
  readonly runtime: Pick<typeof chrome.runtime, 'getURL' | 'getContexts'>;
  readonly windows: Pick<typeof chrome.windows, 'create' | 'get' | 'update' | 'remove'>;
  readonly tabs: Pick<typeof chrome.tabs, 'get' | 'remove'>;
}

/** The approval window of a real browser. */
export function createApprovalWindow({ runtime, windows, tabs }: ApprovalWindowDeps): ApprovalWindow {
  const url = runtime.getURL(APPROVAL_PATH);

  /** Windows an earlier life opened and died before it could say so. A copy in a tab is somebody else's. */
  const closeStrays = async () => {
    const contexts = await runtime.getContexts({
      contextTypes: ['TAB'],
      documentUrls: [url],
    });
    for (const { windowId } of contexts) {
      const { type } = await windows.get(windowId);
      if (type === 'popup') await windows.remove(windowId);
    }
  };

  return {
    async open() {
      await closeStrays().catch(() => undefined);
      try {
        const window = await windows.create({
          url,
          type: 'popup',
          width: WIDTH,
          height: HEIGHT,
          focused: true,
        });
        const tabId = window?.tabs?.[0]?.id;
        if (window?.id === undefined || tabId === undefined) return null;
        return { windowId: window.id, tabId, documentId: null };
      } catch (error) {
        console.warn('The approval window could not be opened', error);
        return null;
      }
    },

    async raise({ windowId, tabId }) {
      try {
        const tab = await tabs.get(tabId);
        if (tab.windowId !== windowId || (tab.pendingUrl ?? tab.url) !== url) return false;
        await windows.update(windowId, { focused: true });
        return true;
      } catch {
        return false;
      }
    },

    async closeMoved({ windowId, tabId }) {
      try {
        // A tab that still counts to the closed window is going with it.
        if ((await tabs.get(tabId)).windowId === windowId) return false;
        await tabs.remove(tabId);
        return true;
      } catch {
        return false;
      }
    },

    close(windowId) {
      windows.remove(windowId).catch(() => undefined);
    },
  };
}
