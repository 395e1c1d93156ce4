import { useEffect, useState } from 'preact/hooks';
import type { ActivityView } from '../shared/activity.ts';
import { onBroadcast } from '../shared/messages.ts';
import { follow, type Source } from '../ui/follow.ts';
import { commands } from './commands.ts';

/** Told without its value, which is large, so every telling is answered by asking. */
const activitySource: Source<ActivityView> = {
  ask: commands.getActivity,
  listen: (onValue) =>
    onBroadcast('activityChanged', () => {
      commands.getActivity().then(onValue, () => undefined);
    }),
};

/** The activity, kept up to date; null until it is known. */
export function useActivity(): ActivityView | null {
  const [view, setView] = useState<ActivityView | null>(null);
  useEffect(() => follow(activitySource, setView, () => undefined), []);
  return view;
}
