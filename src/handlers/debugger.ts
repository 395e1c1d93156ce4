import { DomainError } from '../../protocol/errors.ts';
import type { CallContext } from '../../shared/link.ts';
import { CommandError, detachedError } from '../debugger/attachment.ts';
import type { Attachments } from '../debugger/attachments.ts';
import { refusalOf } from '../debugger/attachRefusal.ts';
import { readBody } from '../debugger/body.ts';
import { saysForbidden } from '../debugger/chromeTexts.ts';
import type { DebuggerChrome, DebuggerDeps } from '../debugger/deps.ts';
import { withFileAccessAdvice } from '../debugger/fileAccess.ts';
import type { IdleFallback } from '../debugger/idleFallback.ts';
import { requireForeignCommand } from '../debugger/ownOrigin.ts';
import type { RelayState } from '../debugger/relayState.ts';
import { attachableTargets, targetIds } from '../debugger/targets.ts';
import { requireForeignTab, requireOpenableUrl } from '../ownPages.ts';
import type { DomainMethodName, Handlers } from './define.ts';
import { refusable } from './refusal.ts';

/** What the handlers share with the rest of the debugger relay. */
export interface DebuggerParts {
  readonly deps: DebuggerDeps;
  readonly state: RelayState;
  readonly attachments: Attachments;
  readonly idle: IdleFallback;
  /** Resolves once what an earlier life of the worker left is restored. */
  readonly ready: Promise<void>;
  readonly connectionIs: (connection: string) => void;
}

/** The `debugger.…` methods (protocol §3.2). */
export function debuggerHandlers(parts: DebuggerParts): Handlers<DomainMethodName<'debugger'>> {
  const { deps, state, attachments, idle } = parts;
  const { chrome } = deps;

  const begin = ({ connection }: CallContext): Promise<void> => {
    parts.connectionIs(connection);
    return parts.ready;
  };

  const requireAttached = async (tabId: number) => {
    const attachment = await attachments.existing(tabId);
    if (attachment === undefined) throw detachedError(tabId, 'send it a command first');
    return attachment;
  };

  const unmark = async (tabId: number) => {
    if (!state.owned.delete(tabId)) return;
    await state.save();
  };

  return {
    'debugger.send': async ({ tabId, sessionId, method, params }, context) => {
      await begin(context);
      requireForeignCommand(method, params, chrome.runtime.id);
      const attachment = await attachments.ensure(tabId, context.connection);
      state.touch(attachment);
      try {
        return { result: await attachments.run(attachment, { sessionId, method, params }) };
      } catch (error) {
        throw await commandFailure(chrome, tabId, method, error);
      }
    },

    'debugger.detach': async ({ tabId }, context) => {
      await begin(context);
      const asked = tabId === undefined ? state.tabIds() : [tabId];
      const wereAttached = await Promise.all(asked.map((id) => attachments.release(id)));
      return { tabIds: asked.filter((_, index) => wereAttached[index]) };
    },

    'debugger.record': async ({ tabId, recording }, context) => {
      await begin(context);
      const attachment = recording ? await requireAttached(tabId) : await attachments.existing(tabId);
      if (attachment === undefined) return { recording: false };
      attachment.recording = recording;
      if (!recording) state.touch(attachment);
      idle.arm();
      await state.save();
      if (recording && state.attachedTo(tabId) !== attachment) {
        throw detachedError(tabId, 'it was detached meanwhile');
      }
      return { recording };
    },

    'debugger.body': async (input, context) => {
      await begin(context);
      const attachment = await requireAttached(input.tabId);
      state.touch(attachment);
      return readBody((command) => attachments.run(attachment, command), input);
    },

    'debugger.targets': async (_, context) => {
      await begin(context);
      return { targets: await attachableTargets(chrome) };
    },

    'debugger.userAgent': async () => ({ userAgent: deps.userAgent }),

    'debugger.open': async ({ url, background }, context) => {
      await begin(context);
      requireOpenableUrl(url, chrome.runtime.id);
      const tabId = await openTab(chrome, url, background !== true);
      // Marks end with their connection; one made now would stay.
      if (state.connection !== context.connection) throw detachedError(tabId, 'the connection has closed');
      state.owned.add(tabId);
      await state.save();
      const targetId = await targetIds(chrome).then(
        (ids) => ids.get(tabId),
        () => undefined,
      );
      if (targetId !== undefined) return { tabId, targetId };
      await unmark(tabId);
      throw new DomainError('NOT_FOUND', `Chrome lists no target for the new tab ${tabId}, which stays open`);
    },

    'debugger.close': async ({ tabId }, context) => {
      await begin(context);
      requireForeignTab(await requireTab(chrome, tabId), chrome.runtime.id);
      await refusable(() => chrome.tabs.remove(tabId));
      await unmark(tabId);
      return { tabId };
    },

    'debugger.own': async ({ tabId, owned }, context) => {
      await begin(context);
      if (owned) {
        state.owned.add(tabId);
        await state.save();
        await requireTab(chrome, tabId).catch(async (error) => {
          await unmark(tabId);
          throw error;
        });
        return { owned };
      }
      const attachment = state.attachedTo(tabId);
      if (attachment !== undefined) state.touch(attachment);
      await unmark(tabId);
      idle.arm();
      return { owned };
    },
  };
}

async function requireTab(chrome: DebuggerChrome, tabId: number): Promise<chrome.tabs.Tab> {
  return chrome.tabs.get(tabId).catch(() => {
    throw new DomainError('NOT_FOUND', `No tab ${tabId}`);
  });
}

async function openTab(chrome: DebuggerChrome, url: string, active: boolean): Promise<number> {
  // No normal window is no obstacle: Chrome opens one.
  const window = await chrome.windows.getLastFocused({ windowTypes: ['normal'] }).catch(() => undefined);
  const place = window?.id === undefined ? {} : { windowId: window.id };
  const tab = await refusable(() => chrome.tabs.create({ url, active, ...place }));
  if (tab.id === undefined) throw new DomainError('NOT_FOUND', 'Chrome did not name the new tab');
  return tab.id;
}

/** What the requester learns of a command that failed: Chrome's own text wherever it says enough. */
async function commandFailure(
  chrome: DebuggerChrome,
  tabId: number,
  method: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof CommandError)) return error;
  if (saysForbidden(error.message)) return refusalOf(chrome, tabId, '', error.message);
  return new DomainError('INVALID_REQUEST', await withFileAccessAdvice(chrome, method, error.message));
}
