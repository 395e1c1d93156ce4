import type { Frame, JsonObject } from '../../protocol/frames.ts';
import { isMethodName, methodNamed } from '../../protocol/methods/index.ts';
import {
  isNotificationName,
  NOTIFICATIONS,
  type NotificationName,
  type NotificationParams,
} from '../../protocol/notifications.ts';
import { requestParams } from '../../protocol/session.ts';

/** A valid business notification (protocol §3.3). */
export type PeerNotification = {
  [Name in NotificationName]: { readonly name: Name; readonly params: NotificationParams<Name> };
}[NotificationName];

/** What a request or notification from an established peer asks of the daemon. */
export type IncomingCall =
  | { readonly kind: 'ping'; readonly id: string }
  | { readonly kind: 'approvalPending'; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly notification: PeerNotification }
  /** A valid request for a method the daemon does not serve. */
  | { readonly kind: 'unserved'; readonly id: string }
  | { readonly kind: 'ignored' }
  /** The connection that sent this is to be closed (protocol §1). */
  | { readonly kind: 'invalid' };

type Call = Frame & { kind: 'request' | 'notification' };

const IGNORED: IncomingCall = { kind: 'ignored' };
const INVALID: IncomingCall = { kind: 'invalid' };

/** Sorts a request or notification by what is to be done about it. */
export function classify(call: Call): IncomingCall {
  if (call.method.startsWith('$')) return classifySession(call);
  if (isNotificationName(call.method)) return classifyNotification(call, call.method);
  if (isMethodName(call.method)) return classifyBusiness(call, call.method);
  return INVALID;
}

function classifySession(call: Call): IncomingCall {
  if (call.kind === 'request') {
    return call.method === '$session.ping'
      ? { kind: 'ping', id: call.id }
      : { kind: 'unserved', id: call.id };
  }
  return call.method === '$/approvalPending' ? { kind: 'approvalPending', params: call.params } : IGNORED;
}

function classifyNotification(call: Call, name: NotificationName): IncomingCall {
  if (call.kind === 'request') return INVALID;
  if (!NOTIFICATIONS[name].safeParse(call.params).success) return INVALID;
  return { kind: 'notification', notification: { name, params: call.params } as PeerNotification };
}

// Business requests only ever travel to the peer; one that is well formed is nevertheless no reason to hang up.
function classifyBusiness(call: Call, name: Parameters<typeof methodNamed>[0]): IncomingCall {
  const { data } = requestParams.safeParse(call.params);
  if (data === undefined || !methodNamed(name).params.safeParse(data.input).success) return INVALID;
  return call.kind === 'request' ? { kind: 'unserved', id: call.id } : IGNORED;
}
