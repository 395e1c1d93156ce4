import { basename } from 'node:path';
import type { Result } from '../../protocol/methods/index.ts';

/** A download in the browser's list. */
export type DownloadItem = Result<'downloads.list'>['items'][number];

/** A download as the page told of it. */
export interface StartedDownload {
  /** The last one of a chain of redirects. */
  readonly url: string;
  /** The name the file should have. */
  readonly name: string;
  /** In bytes; once it is known. */
  readonly size?: number;
}

/**
 * Finds a page's download in the browser's list, which has neither the page's ID of it nor the URL it was redirected to.
 * @param items those that may be it, newest first.
 * @returns the one that fits best, of several the oldest, or the only one there is.
 */
export function bestMatch(
  started: StartedDownload,
  items: readonly DownloadItem[],
): DownloadItem | undefined {
  const fitting = items
    .map((item) => ({ item, fit: fitOf(started, item) }))
    .filter(({ fit }) => fit > 0)
    .sort((left, right) => right.fit - left.fit || left.item.id - right.item.id);
  return fitting[0]?.item ?? (items.length === 1 ? items[0] : undefined);
}

function fitOf({ url, name, size }: StartedDownload, item: DownloadItem): number {
  const sameUrl = item.url === url ? 4 : 0;
  const sameName = name !== '' && plainName(item.filename) === plainName(name) ? 2 : 0;
  if (sameUrl + sameName === 0) return 0;
  return sameUrl + sameName + (size !== undefined && item.totalBytes === size ? 1 : 0);
}

/** The name without the number that makes it unique in its folder, such as in `report (1).pdf`. */
const plainName = (path: string): string => basename(path).replace(/ \(\d+\)(?=(?:\.[^.]*)*$)/, '');
