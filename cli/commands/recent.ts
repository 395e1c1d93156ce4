import { argument, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { timeCell } from '../table.ts';

/** `sctl recent` */
export const recentCommands = {
  name: 'recent',
  summary: 'List and restore closed tabs and windows.',
  commands: [
    listCommand('list', 'recent.list', {
      input: { limit: option('--limit <n>', 'list at most so many') },
      nothing: 'no recently closed tabs or windows',
      columns: {
        ID: ({ sessionId }) => sessionId,
        TYPE: ({ type }) => type,
        CLOSED: ({ closedTime }) => timeCell(closedTime),
        TABS: ({ tabCount }) => tabCount,
        TITLE: ({ title }) => title,
        URL: ({ url }) => url,
      },
      shorten: ['TITLE', 'URL'],
    }),
    actCommand('restore', 'recent.restore', {
      input: { sessionId: argument('id') },
      done: ({ tabId, windowId }) =>
        tabId === undefined ? `Restored window ${windowId ?? ''}` : `Restored tab ${tabId}`,
    }),
  ],
};
