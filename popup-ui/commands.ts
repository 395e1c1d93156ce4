import type { ActivityView } from '../shared/activity.ts';
import { type RenameOutcome, send } from '../shared/messages.ts';
import { withOffscreen } from '../ui/sources.ts';

/** What the popup asks of the rest of the extension. Each rejects when nobody answers. */
export const commands = {
  pair: (code: string): Promise<'started' | 'invalid-code'> =>
    withOffscreen(() => send('offscreen', 'pair', { code })),
  retryNow: (): Promise<null> => withOffscreen(() => send('offscreen', 'retryNow', null)),
  forget: (): Promise<null> => withOffscreen(() => send('offscreen', 'forget', null)),
  rename: (name: string): Promise<RenameOutcome> =>
    withOffscreen(() => send('offscreen', 'rename', { name })),
  setAddress: (address: string): Promise<'saved' | 'invalid-address'> =>
    withOffscreen(() => send('offscreen', 'setAddress', { address })),
  setPause: (isPaused: boolean): Promise<null> => send('worker', 'setPause', { isPaused }),
  getActivity: (): Promise<ActivityView> => send('worker', 'getActivity', null),
  clearActivity: (): Promise<null> => send('worker', 'clearActivity', null),
  setActivity: (isOn: boolean): Promise<null> => send('worker', 'setActivity', { isOn }),
  showApprovals: (): Promise<null> => send('worker', 'showApprovals', null),
};
