import { cookieUrl } from './cookieUrls.ts';
import type { Chrome } from './define.ts';
import { given } from './given.ts';

export type Cookie = chrome.cookies.Cookie;

/** Whether two cookies stand in the same partition, or both in none. */
export const inSamePartition = ({ partitionKey: one }: Cookie, { partitionKey: other }: Cookie): boolean =>
  one?.topLevelSite === other?.topLevelSite && one?.hasCrossSiteAncestor === other?.hasCrossSiteAncestor;

/**
 * Deletes a cookie, and with it every other cookie of that name and partition that the URL is sent.
 * @returns how many were deleted, as far as Chrome says: 1, or 0 when it found none.
 */
export async function removeCookie(chrome: Chrome, cookie: Cookie, url = cookieUrl(cookie)): Promise<number> {
  const removed: unknown = await chrome.cookies.remove({
    url,
    name: cookie.name,
    storeId: cookie.storeId,
    ...given({ partitionKey: cookie.partitionKey }),
  });
  return removed ? 1 : 0;
}

/**
 * Deletes exactly this cookie, by letting it expire: chrome.cookies.remove would also delete the cookies of the same
 * name of other paths and domains.
 */
export async function expireCookie(chrome: Chrome, cookie: Cookie): Promise<void> {
  const { name, path, secure, httpOnly, storeId, sameSite, hostOnly, domain, partitionKey } = cookie;
  await chrome.cookies.set({
    url: cookieUrl(cookie),
    name,
    value: '',
    path,
    secure,
    httpOnly,
    storeId,
    sameSite,
    expirationDate: 0,
    ...given({ domain: hostOnly ? undefined : domain, partitionKey }),
  });
}
