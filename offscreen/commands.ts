import { isJsonObject } from '../protocol/frames.ts';
import type { CommandHandlers } from '../shared/messages.ts';
import type { Connection } from './connection.ts';

/**
 * The connection's commands. Those that come before the stored identity is known wait for it. Any page of ours may ask
 * for the state; only the popup may change it.
 * @param ready the connection, once the identity was loaded.
 * @param popupUrl the URL of the popup's page.
 */
export function offscreenCommands(
  ready: Promise<Connection>,
  popupUrl: string,
): CommandHandlers<'offscreen'> {
  const connectionFor = (sender: chrome.runtime.MessageSender) => {
    if (!sender.url?.startsWith(popupUrl)) throw new Error('Only the popup may command the connection');
    return ready;
  };
  return {
    // The approval window shows the name too.
    getState: async () => (await ready).state,
    async pair(payload, sender) {
      const connection = await connectionFor(sender);
      return connection.pair(textOf(payload, 'code'));
    },
    async retryNow(_payload, sender) {
      (await connectionFor(sender)).retryNow();
      return null;
    },
    async forget(_payload, sender) {
      await (await connectionFor(sender)).forget();
      return null;
    },
    async rename(payload, sender) {
      const connection = await connectionFor(sender);
      return connection.rename(textOf(payload, 'name'));
    },
    async setAddress(payload, sender) {
      const connection = await connectionFor(sender);
      return connection.setAddress(textOf(payload, 'address'));
    },
  };
}

/** A member of a payload whose type is only a promise. @throws TypeError when it is no text. */
function textOf(payload: unknown, member: string): string {
  const value = isJsonObject(payload) ? payload[member] : undefined;
  if (typeof value !== 'string') throw new TypeError(`The command needs a text "${member}"`);
  return value;
}
