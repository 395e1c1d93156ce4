const ADDRESS = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})$/;

/**
 * Reads a daemon address as a person typed it.
 * @returns `host:port` without surrounding white space, or undefined when it is not a host (name, IPv4 or bracketed
 *   IPv6) and a port from 1 to 65535. There is no default port, scheme or path.
 */
export function parseAddress(typed: string): string | undefined {
  const address = typed.trim();
  const [, host, portText] = ADDRESS.exec(address) ?? [];
  if (host === undefined || portText === undefined) return undefined;
  const port = Number(portText);
  if (port < 1 || port > 65_535) return undefined;
  // The pattern lets 999.1.1.1 and [:::] through; the URL parser knows better.
  return URL.canParse(socketUrl(address)) ? address : undefined;
}

/** The WebSocket URL of a daemon at `host:port`. */
export const socketUrl = (address: string): string => `ws://${address}/`;
