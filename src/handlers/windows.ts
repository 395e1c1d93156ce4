import { DomainError } from '../../protocol/errors.ts';
import { requireOpenableUrl } from '../ownPages.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireForeignWindows } from './existing.ts';
import { inOrder } from './inOrder.ts';
import { refusable } from './refusal.ts';
import { unique } from './unique.ts';

/** The `windows.…` methods (protocol §3). */
export function windowsHandlers(chrome: Chrome): Handlers<DomainMethodName<'windows'>> {
  return {
    'windows.list': async () => {
      const found = await chrome.windows.getAll({ populate: true });
      return { windows: found.flatMap(listed) };
    },

    'windows.open': async ({ urls = [], state }) => {
      for (const url of urls) requireOpenableUrl(url, chrome.runtime.id);
      const window = await refusable(() =>
        chrome.windows.create({
          // An empty list would open a window without any tab.
          ...(urls.length === 0 ? {} : { url: urls }),
          ...(state === undefined ? {} : { state }),
        }),
      );
      if (window?.id === undefined) throw new DomainError('INTERNAL_ERROR', 'Chrome did not open a window');
      return { windowId: window.id };
    },

    'windows.close': async ({ windowIds }) => {
      const ids = unique(windowIds);
      await requireForeignWindows(chrome, ids);
      await inOrder('window', ids, (id) => chrome.windows.remove(id));
      return { windowIds: ids };
    },

    'windows.focus': async ({ windowId }) => {
      await requireForeignWindows(chrome, [windowId]);
      await chrome.windows.update(windowId, { focused: true });
      return { windowId };
    },

    'windows.state': async ({ windowId, state }) => {
      await requireForeignWindows(chrome, [windowId]);
      await chrome.windows.update(windowId, { state });
      return { windowId, state };
    },
  };
}

function listed({ id, focused, state = 'normal', tabs = [] }: chrome.windows.Window) {
  return id === undefined ? [] : [{ windowId: id, focused, state, tabCount: tabs.length }];
}
