import { DomainError } from '../../protocol/errors.ts';
import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireForeignTabs, requireWindow } from './existing.ts';
import { given } from './given.ts';
import { requireNamespace } from './namespaces.ts';
import { nonEmpty } from './nonEmpty.ts';
import { refusable } from './refusal.ts';
import { unique } from './unique.ts';

/** What can be changed about a group. */
interface GroupChanges {
  readonly title?: string | undefined;
  readonly color?: `${chrome.tabGroups.Color}` | undefined;
  readonly collapsed?: boolean | undefined;
}

/** The `tabGroups.…` methods (protocol §3). */
export function tabGroupsHandlers(chrome: Chrome): Handlers<DomainMethodName<'tabGroups'>> {
  const api = () => requireNamespace(chrome, 'tabGroups');

  const requireGroup = async (groupId: number) => {
    const groups = api();
    try {
      return await groups.get(groupId);
    } catch {
      throw new DomainError('NOT_FOUND', `No tab group ${groupId}`);
    }
  };

  return {
    'tabGroups.list': async ({ windowId }) => {
      api();
      if (windowId !== undefined) await requireWindow(chrome, windowId);
      const where = windowId === undefined ? {} : { windowId };
      const [groups, tabs] = await Promise.all([api().query(where), chrome.tabs.query(where)]);
      const listed = groups.map((group) => ({
        groupId: group.id,
        windowId: group.windowId,
        title: group.title ?? '',
        color: group.color,
        collapsed: group.collapsed,
        tabCount: tabs.filter((tab) => tab.groupId === group.id).length,
      }));
      return { groups: listed, ...UNTRUSTED };
    },

    'tabGroups.create': async ({ tabIds, title, color }) => {
      api();
      const ids = unique(tabIds);
      const tabs = await requireForeignTabs(chrome, ids);
      const [windowId, ...otherWindows] = unique(tabs.map((tab) => tab.windowId));
      if (windowId === undefined || otherWindows.length > 0) {
        throw new DomainError('INVALID_REQUEST', 'The tabs of a new group must all be in one window');
      }
      // Without the window Chrome would move the tabs into the one in front.
      const groupId = await refusable(() =>
        chrome.tabs.group({ tabIds: nonEmpty(ids), createProperties: { windowId } }),
      );
      if (title !== undefined || color !== undefined) await finish(groupId, { title, color });
      return { groupId };
    },

    'tabGroups.add': async ({ groupId, tabIds }) => {
      const ids = unique(tabIds);
      await requireGroup(groupId);
      await requireForeignTabs(chrome, ids);
      await refusable(() => chrome.tabs.group({ groupId, tabIds: nonEmpty(ids) }));
      return { groupId, tabIds: ids };
    },

    'tabGroups.edit': async ({ groupId, title, color, collapsed }) => {
      api();
      if (title === undefined && color === undefined && collapsed === undefined) {
        throw new DomainError('INVALID_REQUEST', 'Give a new title, color or collapsed state');
      }
      await requireGroup(groupId);
      await api().update(groupId, given({ title, color, collapsed }));
      return { groupId };
    },

    'tabGroups.ungroup': async ({ tabIds }) => {
      api();
      const ids = unique(tabIds);
      await requireForeignTabs(chrome, ids);
      await chrome.tabs.ungroup(nonEmpty(ids));
      return { tabIds: ids };
    },
  };

  /** Names and colors a group just made, of which the requester should learn even when that fails. */
  async function finish(groupId: number, changes: GroupChanges): Promise<void> {
    try {
      await api().update(groupId, given(changes));
    } catch {
      throw new DomainError(
        'INTERNAL_ERROR',
        `Group ${groupId} was created, but Chrome could not set its title and color`,
      );
    }
  }
}
