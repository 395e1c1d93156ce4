import { argument, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { named } from './wording.ts';

/** `sctl windows` */
export const windowCommands = {
  name: 'windows',
  summary: 'List, open, close and resize windows.',
  commands: [
    listCommand('list', 'windows.list', {
      input: {},
      nothing: 'no windows',
      columns: {
        ID: ({ windowId }) => windowId,
        FOCUSED: ({ focused }) => focused,
        STATE: ({ state }) => state,
        TABS: ({ tabCount }) => tabCount,
      },
      shorten: [],
    }),
    actCommand('open', 'windows.open', {
      input: { urls: argument('url'), state: option('--state <state>', 'the state to open it in') },
      done: ({ windowId }) => `Opened window ${windowId}`,
    }),
    actCommand('close', 'windows.close', {
      input: { windowIds: argument('window') },
      done: ({ windowIds }) => `Closed ${named('window', windowIds)}`,
    }),
    actCommand('focus', 'windows.focus', {
      input: { windowId: argument('window') },
      done: ({ windowId }) => `Focused window ${windowId}`,
    }),
    actCommand('state', 'windows.state', {
      input: { windowId: argument('window'), state: argument('state') },
      done: ({ windowId, state }) => `Set window ${windowId} to ${state}`,
    }),
  ],
};
