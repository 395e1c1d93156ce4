import { DomainError } from '../../protocol/errors.ts';
import { requireForeignTab, requireOpenableUrl } from '../ownPages.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireForeignTabs, requireForeignWindows, requireTab, requireWindow } from './existing.ts';
import { inOrder, stoppedMidway } from './inOrder.ts';
import { refusable } from './refusal.ts';
import { moveTabs } from './tabMoves.ts';
import { unique } from './unique.ts';

/** The `tabs.…` methods (protocol §3). */
export function tabsHandlers(chrome: Chrome): Handlers<DomainMethodName<'tabs'>> {
  /** Changes every tab in the same way, once all have been checked. */
  const changeEach = async (tabIds: readonly number[], change: (tabId: number) => Promise<unknown>) => {
    const ids = unique(tabIds);
    await requireForeignTabs(chrome, ids);
    await inOrder('tab', ids, change);
    return { tabIds: ids };
  };

  return {
    'tabs.list': async ({ windowId }) => {
      if (windowId !== undefined) await requireWindow(chrome, windowId);
      const found = await chrome.tabs.query(windowId === undefined ? {} : { windowId });
      return { tabs: found.flatMap(listed), ...UNTRUSTED };
    },

    'tabs.open': async ({ url, windowId, background }) => {
      requireOpenableUrl(url, chrome.runtime.id);
      if (windowId !== undefined) await requireWindow(chrome, windowId);
      const target = windowId ?? (await lastFocusedWindow(chrome))?.id;
      const tab = await refusable(() =>
        chrome.tabs.create({
          url,
          active: background !== true,
          ...(target === undefined ? {} : { windowId: target }),
        }),
      );
      return { tabId: idOf(tab) };
    },

    'tabs.close': async ({ tabIds }) => {
      await requireForeignTabs(chrome, tabIds);
      await closeAll(chrome, unique(tabIds));
      return { tabIds };
    },

    'tabs.activate': async ({ tabId }) => {
      const { windowId } = await select(chrome, tabId);
      await chrome.windows.update(windowId, { focused: true });
      return { tabId, windowId };
    },

    'tabs.current': async () => {
      const window = await lastFocusedWindow(chrome);
      if (window === undefined) throw new DomainError('NOT_FOUND', 'No normal browser window is open');
      const active = window.tabs?.find((tab) => tab.active);
      if (active === undefined)
        throw new DomainError('NOT_FOUND', 'The last-focused window has no active tab');
      return { tabId: idOf(active), windowId: active.windowId };
    },

    'tabs.select': async ({ tabId }) => select(chrome, tabId),

    'tabs.move': async ({ tabIds, windowId, index = -1 }) => {
      const ids = unique(tabIds);
      await requireForeignTabs(chrome, ids);
      if (windowId !== undefined) await requireForeignWindows(chrome, [windowId]);
      await moveTabs(chrome, ids, windowId, index);
      return { tabIds: ids };
    },

    'tabs.pin': async ({ tabIds }) => changeEach(tabIds, (id) => chrome.tabs.update(id, { pinned: true })),
    'tabs.unpin': async ({ tabIds }) => changeEach(tabIds, (id) => chrome.tabs.update(id, { pinned: false })),
    'tabs.mute': async ({ tabIds }) => changeEach(tabIds, (id) => chrome.tabs.update(id, { muted: true })),
    'tabs.unmute': async ({ tabIds }) => changeEach(tabIds, (id) => chrome.tabs.update(id, { muted: false })),

    'tabs.reload': async ({ tabIds, bypassCache = false }) =>
      changeEach(tabIds, (id) => chrome.tabs.reload(id, { bypassCache })),

    'tabs.duplicate': async ({ tabId }) => {
      await requireForeignTabs(chrome, [tabId]);
      return { tabId: idOf(await chrome.tabs.duplicate(tabId)) };
    },
  };
}

/** A tab as tabs.list shows it; nothing for one without an ID, such as a tab of a DevTools window. */
function listed(tab: chrome.tabs.Tab) {
  const { id = -1, windowId, active, pinned, groupId, title = '', url = '' } = tab;
  return id < 0 ? [] : [{ tabId: id, windowId, active, pinned, groupId, title, url }];
}

function idOf(tab: chrome.tabs.Tab | undefined): number {
  if (tab?.id === undefined) throw new DomainError('INTERNAL_ERROR', 'Chrome did not name the tab');
  return tab.id;
}

async function select(chrome: Chrome, tabId: number) {
  const tab = await requireTab(chrome, tabId);
  requireForeignTab(tab, chrome.runtime.id);
  await chrome.tabs.update(tabId, { active: true });
  return { tabId, windowId: tab.windowId };
}

/** The normal window that had the focus last, with its tabs; a popup, such as the approval window, never counts. */
async function lastFocusedWindow(chrome: Chrome): Promise<chrome.windows.Window | undefined> {
  return chrome.windows.getLastFocused({ populate: true, windowTypes: ['normal'] }).catch(() => undefined);
}

/** Closes tabs by one call, so that a page that asks before it closes does not keep the others open. */
async function closeAll(chrome: Chrome, tabIds: number[]): Promise<void> {
  try {
    await chrome.tabs.remove(tabIds);
  } catch {
    const open = new Set((await chrome.tabs.query({})).map((tab) => tab.id));
    throw stoppedMidway(
      'tab',
      tabIds.filter((id) => !open.has(id)),
      tabIds.filter((id) => open.has(id)),
    );
  }
}
