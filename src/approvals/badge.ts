const BACKGROUND = '#B3261E';
const TEXT = '#FFFFFF';

/** Shows on the extension's icon how many requests wait for the human; nothing when none does. */
export async function showPendingCount(
  action: Pick<typeof chrome.action, 'setBadgeText' | 'setBadgeBackgroundColor' | 'setBadgeTextColor'>,
  count: number,
): Promise<void> {
  await action.setBadgeBackgroundColor({ color: BACKGROUND });
  await action.setBadgeTextColor({ color: TEXT });
  await action.setBadgeText({ text: count === 0 ? '' : String(count) });
}
