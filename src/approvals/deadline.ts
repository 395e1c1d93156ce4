/** Name of the alarm that wakes the worker when the next request expires, or an act may have died with it. */
export const DEADLINE_ALARM = 'approval-deadline';

/**
 * Wakes the worker at a time, should it sleep then.
 * @param deadline milliseconds since the epoch; null when nothing calls for it.
 */
export async function setDeadline(
  alarms: Pick<typeof chrome.alarms, 'create' | 'clear'>,
  deadline: number | null,
): Promise<void> {
  if (deadline === null) await alarms.clear(DEADLINE_ALARM);
  else await alarms.create(DEADLINE_ALARM, { when: deadline });
}
