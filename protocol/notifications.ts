import * as z from 'zod/mini';
import { target } from './methods/debugger.ts';
import { id, openObject } from './methods/fields.ts';

/** What a browser instance tells the daemon unasked (protocol §3.3); each entry is the schema of its params. */
export const NOTIFICATIONS = {
  'debugger.event': z.strictObject({
    tabId: id,
    sessionId: z.optional(z.string()),
    method: z.string(),
    params: z.optional(openObject),
  }),
  'debugger.tabCreated': target,
  'debugger.tabUpdated': target,
  'debugger.tabRemoved': z.strictObject({ tabId: id }),
  'debugger.detached': z.strictObject({ tabId: id, reason: z.string() }),
};

export type NotificationName = keyof typeof NOTIFICATIONS;
export type NotificationParams<Name extends NotificationName> = z.infer<(typeof NOTIFICATIONS)[Name]>;

/** Whether a string names a notification of the contract. */
export const isNotificationName = (name: string): name is NotificationName =>
  Object.hasOwn(NOTIFICATIONS, name);
