import { argument, either, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { named } from './wording.ts';

/** `sctl groups` */
export const groupCommands = {
  name: 'groups',
  summary: 'List, make and change tab groups.',
  commands: [
    listCommand('list', 'tabGroups.list', {
      input: { windowId: option('--window <id>', 'only the groups of this window') },
      nothing: 'no tab groups',
      columns: {
        ID: ({ groupId }) => groupId,
        WINDOW: ({ windowId }) => windowId,
        COLOR: ({ color }) => color,
        COLLAPSED: ({ collapsed }) => collapsed,
        TABS: ({ tabCount }) => tabCount,
        TITLE: ({ title }) => title,
      },
      shorten: ['TITLE'],
    }),
    actCommand('create', 'tabGroups.create', {
      input: {
        tabIds: argument('tab'),
        title: option('--title <text>', 'its title'),
        color: option('--color <color>', 'its color'),
      },
      done: ({ groupId }) => `Created group ${groupId}`,
    }),
    actCommand('add', 'tabGroups.add', {
      input: { groupId: argument('group'), tabIds: argument('tab') },
      done: ({ groupId, tabIds }) => `Added ${named('tab', tabIds)} to group ${groupId}`,
    }),
    actCommand('edit', 'tabGroups.edit', {
      input: {
        groupId: argument('group'),
        title: option('--title <text>', 'its new title'),
        color: option('--color <color>', 'its new color'),
        collapsed: either(['--collapse', 'show only its title', true], ['--expand', 'show its tabs', false]),
      },
      done: ({ groupId }) => `Changed group ${groupId}`,
    }),
    actCommand('ungroup', 'tabGroups.ungroup', {
      input: { tabIds: argument('tab') },
      done: ({ tabIds }) => `Ungrouped ${named('tab', tabIds)}`,
    }),
  ],
};
