/** A URL cut so that the part that says whose it is can stand out. */
export interface UrlParts {
  readonly before: string;
  /** The host, in ASCII as the browser resolves it; empty when the URL has none. */
  readonly host: string;
  readonly after: string;
}

/**
 * Finds the host in a URL for display. Whatever stands before it, such as `https://bank.example@` in front of the true
 * host, does not count. A URL without a host, or that is none, comes back whole in `after`.
 */
export function urlParts(url: string): UrlParts {
  if (!URL.canParse(url)) return { before: '', host: '', after: url };
  const { href, host, protocol, username, password } = new URL(url);
  if (host === '') return { before: '', host: '', after: url };
  const credentials = password === '' ? username : `${username}:${password}`;
  const before = `${protocol}//${credentials === '' ? '' : `${credentials}@`}`;
  if (!href.startsWith(before + host)) return { before: '', host: '', after: href };
  return { before, host, after: href.slice(before.length + host.length) };
}
