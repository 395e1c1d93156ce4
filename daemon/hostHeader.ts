import { isIP } from 'node:net';

/**
 * Whether a Host header names this machine by an IP literal or as `localhost`, with any port. A page that rebinds its own
 * domain to a local address still sends that domain.
 */
export function isLiteralHost(header: string | undefined): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(header ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  if (plain === undefined) return false;
  return isIP(plain) === 4 || plain.toLowerCase() === 'localhost';
}
