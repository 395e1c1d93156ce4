/** What an endpoint's addresses are made of. */
export interface AddressParts {
  readonly secret: string;
  readonly id: string;
}

/** Paths, after the secret, that answer as Chrome's `/json/version`. */
export const VERSION_PATHS: readonly string[] = ['/json/version', '/json/version/'];

/** The path, after the secret, of the WebSocket. */
export const webSocketPath = (id: string): string => `/devtools/browser/${id}`;

/** For Playwright's `connectOverCDP` and Puppeteer's `browserURL`. @param host `host:port` as the requester has it. */
export const httpAddress = (host: string, { secret }: AddressParts): string => `http://${host}/cdp/${secret}`;

/** For Puppeteer's `browserWSEndpoint`. */
export const webSocketAddress = (host: string, { secret, id }: AddressParts): string =>
  `ws://${host}/cdp/${secret}${webSocketPath(id)}`;
