import type { Chrome } from './define.ts';
import { inOrder } from './inOrder.ts';

/** Index that means the end of the window. */
const END = -1;

/**
 * Moves tabs, which have been checked, so that they stand side by side in the order given, the first of them at
 * `index` of the window. One call of Chrome's with several tabs would not do: within one window it counts each index
 * after the tab was taken out, and so leaves gaps between tabs that it moves to the right.
 * @param windowId the window to move to, or undefined to leave each tab in its own.
 * @param index position among the tabs that stay, or −1 for the end.
 * @throws DomainError INTERNAL_ERROR when Chrome fails midway.
 */
export async function moveTabs(
  chrome: Chrome,
  tabIds: readonly number[],
  windowId: number | undefined,
  index: number,
): Promise<void> {
  const moving = new Set(tabIds);
  const lastMoved = new Map<number, number>();
  await inOrder('tab', tabIds, async (tabId) => {
    const target = windowId ?? (await chrome.tabs.get(tabId)).windowId;
    const strip = (await chrome.tabs.query({ windowId: target })).map(({ id = -1 }) => id);
    const before = lastMoved.get(target) ?? standingBefore(strip, moving, index);
    await chrome.tabs.move(tabId, {
      windowId: target,
      index: index === END ? END : indexBehind(strip, tabId, before),
    });
    lastMoved.set(target, tabId);
  });
}

/** The tab that stays and will stand right before the moved ones; undefined when they go to the front. */
function standingBefore(strip: readonly number[], moving: ReadonlySet<number>, index: number) {
  return strip
    .filter((id) => !moving.has(id))
    .slice(0, Math.max(index, 0))
    .at(-1);
}

/** The index of a tab once it stands right behind another; Chrome counts it without the tab itself. */
function indexBehind(strip: readonly number[], tabId: number, before: number | undefined): number {
  if (before === undefined) return 0;
  return strip.filter((id) => id !== tabId).indexOf(before) + 1;
}
