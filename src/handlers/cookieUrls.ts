/** Where a cookie belongs. */
export type CookiePlace = Pick<chrome.cookies.Cookie, 'secure' | 'domain' | 'path'>;

/** A URL that a browser sends this cookie to, as Chrome wants it to delete or replace the cookie. */
export function cookieUrl({ secure, domain, path }: CookiePlace): string {
  return `${secure ? 'https' : 'http'}://${domain.replace(/^\./, '')}${path}`;
}

/**
 * Whether a cookie with this path is sent to this URL (RFC 6265, 5.1.4).
 * @param url a URL that parses.
 */
export function pathMatchesUrl(path: string, url: string): boolean {
  const { pathname } = new URL(url);
  const cookiePath = encodedPath(path, url);
  if (!pathname.startsWith(cookiePath)) return false;
  return pathname === cookiePath || cookiePath.endsWith('/') || pathname[cookiePath.length] === '/';
}

/** A domain as Chrome knows it: in lower case and ASCII, without a leading dot. Unchanged when it cannot be a host. */
export function canonicalDomain(domain: string): string {
  const url = `http://${domain.replace(/^\./, '')}/`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** Where a caller wants a cookie: in the domain given, or with its URL's host only; at the path given, or its URL's. */
export interface WantedPlace {
  readonly url: string;
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
}

/** Whether a cookie stands, outside all partitions, where a caller wanted one. */
export function standsAt(cookie: chrome.cookies.Cookie, { url, domain, path }: WantedPlace): boolean {
  if (cookie.partitionKey !== undefined) return false;
  if (cookie.path !== (path === undefined ? defaultPath(url) : encodedPath(path, url))) return false;
  const host = domain === undefined ? new URL(url).hostname : canonicalDomain(domain);
  return cookie.domain.replace(/^\./, '') === host && cookie.hostOnly === (domain === undefined);
}

/** The path of a cookie that is set without one: that of its URL up to the last slash (RFC 6265, 5.1.4). */
function defaultPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}

/** The path as Chrome stores it, with the characters encoded that a URL's path cannot hold. */
function encodedPath(path: string, url: string): string {
  const carrier = new URL(url);
  carrier.pathname = path;
  return carrier.pathname;
}
