import { DomainError } from '../../protocol/errors.ts';

/**
 * Checks a URL that is only read or stored.
 * @throws DomainError INVALID_REQUEST when it does not parse.
 */
export function requireUrl(url: string): void {
  if (!URL.canParse(url)) throw new DomainError('INVALID_REQUEST', `Not a URL: ${url}`);
}

/** Whether a URL parses and is a web page's. */
export function isWebUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
