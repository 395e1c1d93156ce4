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

/** The path as Chrome stores it, with the characters encoded that a URL's path cannot hold. */
function encodedPath(path: string, url: string): string {
  const carrier = new URL(url);
  carrier.pathname = path;
  return carrier.pathname;
}
