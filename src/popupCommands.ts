import * as z from 'zod/mini';
import type { CommandHandlers } from '../shared/messages.ts';
import type { ActivityLog } from './activity/activityLog.ts';
import type { Pause } from './pause.ts';

/** The commands of our pages that concern no approval. */
export type PopupCommands = Pick<
  CommandHandlers<'worker'>,
  'ensureOffscreen' | 'getPause' | 'setPause' | 'getActivity' | 'clearActivity' | 'setActivity'
>;

export interface PopupCommandsDeps {
  readonly pause: Pick<Pause, 'isOn' | 'set'>;
  readonly activity: Pick<ActivityLog, 'view' | 'clear' | 'setOn'>;
  readonly ensureOffscreen: () => Promise<void>;
  /** The URL of the popup's page. */
  readonly popupUrl: string;
}

const pauseWish = z.strictObject({ isPaused: z.boolean() });
const activityWish = z.strictObject({ isOn: z.boolean() });

/** Answers our pages. Any of them may ask whether the browser is paused; the rest is the popup's. */
export function popupCommands({
  pause,
  activity,
  ensureOffscreen,
  popupUrl,
}: PopupCommandsDeps): PopupCommands {
  const requirePopup = ({ url }: chrome.runtime.MessageSender) => {
    if (url !== popupUrl) throw new Error('Only the popup may ask for this');
  };
  return {
    async ensureOffscreen() {
      await ensureOffscreen();
      return null;
    },
    getPause: async () => ({ isPaused: await pause.isOn() }),
    async setPause(payload, sender) {
      requirePopup(sender);
      await pause.set(z.parse(pauseWish, payload).isPaused);
      return null;
    },
    getActivity(_, sender) {
      requirePopup(sender);
      return activity.view();
    },
    async clearActivity(_, sender) {
      requirePopup(sender);
      await activity.clear();
      return null;
    },
    async setActivity(payload, sender) {
      requirePopup(sender);
      await activity.setOn(z.parse(activityWish, payload).isOn);
      return null;
    },
  };
}
