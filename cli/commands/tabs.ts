import { argument, flag, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { named } from './wording.ts';

const tab = { tabId: argument('tab') };
const tabs = { tabIds: argument('tab') };

/** `sctl tabs` */
export const tabCommands = {
  name: 'tabs',
  summary: 'List, open, close and arrange tabs.',
  commands: [
    listCommand('list', 'tabs.list', {
      input: { windowId: option('--window <id>', 'only the tabs of this window') },
      nothing: 'no tabs',
      columns: {
        ID: ({ tabId }) => tabId,
        WINDOW: ({ windowId }) => windowId,
        ACTIVE: ({ active }) => active,
        PINNED: ({ pinned }) => pinned,
        GROUP: ({ groupId }) => (groupId === -1 ? undefined : groupId),
        TITLE: ({ title }) => title,
        URL: ({ url }) => url,
      },
      shorten: ['TITLE', 'URL'],
    }),
    actCommand('open', 'tabs.open', {
      input: {
        url: argument('url'),
        windowId: option('--window <id>', 'in this window instead of the last-focused one'),
        background: flag('--background', 'do not make it the active tab'),
      },
      done: ({ tabId }) => `Opened tab ${tabId}`,
    }),
    actCommand('close', 'tabs.close', {
      input: tabs,
      done: ({ tabIds }) => `Closed ${named('tab', tabIds)}`,
    }),
    actCommand('activate', 'tabs.activate', {
      input: tab,
      done: ({ tabId, windowId }) => `Activated tab ${tabId} in window ${windowId}`,
    }),
    actCommand('move', 'tabs.move', {
      input: {
        ...tabs,
        windowId: option('--window <id>', 'to this window'),
        index: option('--index <n>', 'to this position, counted from 0; -1 is the end'),
      },
      done: ({ tabIds }) => `Moved ${named('tab', tabIds)}`,
    }),
    actCommand('pin', 'tabs.pin', {
      input: tabs,
      done: ({ tabIds }) => `Pinned ${named('tab', tabIds)}`,
    }),
    actCommand('unpin', 'tabs.unpin', {
      input: tabs,
      done: ({ tabIds }) => `Unpinned ${named('tab', tabIds)}`,
    }),
    actCommand('mute', 'tabs.mute', {
      input: tabs,
      done: ({ tabIds }) => `Muted ${named('tab', tabIds)}`,
    }),
    actCommand('unmute', 'tabs.unmute', {
      input: tabs,
      done: ({ tabIds }) => `Unmuted ${named('tab', tabIds)}`,
    }),
    actCommand('reload', 'tabs.reload', {
      input: { ...tabs, bypassCache: flag('--bypass-cache', 'fetch everything anew') },
      done: ({ tabIds }) => `Reloaded ${named('tab', tabIds)}`,
    }),
    actCommand('duplicate', 'tabs.duplicate', {
      input: tab,
      done: ({ tabId }) => `Opened the copy as tab ${tabId}`,
    }),
  ],
};
