import type { ApprovalView } from '../shared/approvals.ts';

/** Which item of the queue is in view. The item is known by its ID, so that arrivals never move the view. */
export interface Pager {
  readonly items: readonly ApprovalView[];
  /** Position of the item in view; 0 when there are no items. */
  readonly index: number;
}

export const EMPTY_PAGER: Pager = { items: [], index: 0 };

/** The item in view, if there is one. */
export const currentItem = ({ items, index }: Pager): ApprovalView | undefined => items[index];

/** The pager after the queue changed. When the item in view is gone, the one that took its place comes into view. */
export function withItems(pager: Pager, items: readonly ApprovalView[]): Pager {
  const id = currentItem(pager)?.id;
  const found = items.findIndex((item) => item.id === id);
  return { items, index: found >= 0 ? found : clamp(pager.index, items.length) };
}

/** The pager some items on; it stops at both ends. */
export const turned = (pager: Pager, by: number): Pager => ({
  ...pager,
  index: clamp(pager.index + by, pager.items.length),
});

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1));
