import type { ApprovalsView } from '../shared/approvals.ts';
import type { ConnectionState } from '../shared/connectionState.ts';
import { onBroadcast, type PauseView, send } from '../shared/messages.ts';
import type { Source } from './follow.ts';

/** Asks the offscreen document, which only the worker can make exist. */
export async function withOffscreen<T>(ask: () => Promise<T>): Promise<T> {
  await send('worker', 'ensureOffscreen', null);
  return ask();
}

/** Where the connection to the daemon stands. */
export const connectionSource: Source<ConnectionState> = {
  ask: () => withOffscreen(() => send('offscreen', 'getState', null)),
  listen: (onValue) => onBroadcast('connectionState', onValue),
};

/** Whether the person has paused this browser. */
export const pauseSource: Source<PauseView> = {
  ask: () => send('worker', 'getPause', null),
  listen: (onValue) => onBroadcast('pause', onValue),
};

/** The queue of approvals. */
export const approvalsSource: Source<ApprovalsView> = {
  ask: () => send('worker', 'getApprovals', null),
  listen: (onValue) => onBroadcast('approvals', onValue),
};
