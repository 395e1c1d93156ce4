import { useEffect, useState } from 'preact/hooks';
import { follow } from '../ui/follow.ts';
import { pauseSource } from '../ui/sources.ts';

/** Whether the person has paused this browser; false until it is known, when the worker refuses anyway. */
export function usePaused(): boolean {
  const [isPaused, setPaused] = useState(false);
  useEffect(
    () =>
      follow(
        pauseSource,
        (pause) => setPaused(pause.isPaused),
        () => undefined,
      ),
    [],
  );
  return isPaused;
}
