import * as z from 'zod/mini';
import type { CdpEndpoint, ControlRoutes } from '../../protocol/control.ts';
import { DomainError } from '../../protocol/errors.ts';
import type { Browsers } from '../browsers.ts';
import { httpAddress, webSocketAddress } from '../cdp/addresses.ts';
import type { Endpoint } from '../cdp/endpoint.ts';
import type { Endpoints } from '../cdp/endpoints.ts';
import { isLiteralHost } from '../hostHeader.ts';
import { browserField, type ControlRequest, readBodyAs, targetOf } from './route.ts';

/** What the routes of the raw CDP endpoint draw on. */
export interface CdpRoutesDeps {
  readonly browsers: Browsers;
  readonly endpoints: Endpoints;
}

type CdpPath = '/control/cdp/endpoint' | '/control/cdp/status' | '/control/cdp/close';
type CdpRoutes = {
  readonly [Path in CdpPath]: (request: ControlRequest) => Promise<ControlRoutes[Path]['result']>;
};

const cdpBody = z.strictObject({ browser: browserField });

/** The paths of the control API that make, show and close raw CDP endpoints (protocol §3.4). */
export function createCdpRoutes({ browsers, endpoints }: CdpRoutesDeps): CdpRoutes {
  const target = ({ body }: ControlRequest) => targetOf(readBodyAs(cdpBody, body).browser);
  return {
    async '/control/cdp/endpoint'(request) {
      requireLiteral(request.host);
      const browser = await browsers.select(target(request), request.signal);
      return { browser, endpoint: described(endpoints.create(browser.id), request.host) };
    },

    async '/control/cdp/status'(request) {
      requireLiteral(request.host);
      const browser = await browsers.selectPaired(target(request));
      const endpoint = endpoints.get(browser.id);
      return { browser, endpoint: endpoint === undefined ? null : described(endpoint, request.host) };
    },

    async '/control/cdp/close'(request) {
      const browser = await browsers.selectPaired(target(request));
      return { browser, closed: await endpoints.close(browser.id) };
    },
  };
}

// The endpoint itself would refuse such a name.
function requireLiteral(host: string): void {
  if (isLiteralHost(host)) return;
  throw new DomainError(
    'INVALID_REQUEST',
    'An address of the endpoint with a host name would be refused; reach the daemon by its IP address or as localhost',
  );
}

function described(endpoint: Endpoint, host: string): CdpEndpoint {
  const { clientConnected, connectedAt, expiresAt } = endpoint.status();
  return {
    httpUrl: httpAddress(host, endpoint),
    wsUrl: webSocketAddress(host, endpoint),
    clientConnected,
    ...(connectedAt === undefined ? {} : { connectedAt: new Date(connectedAt).toISOString() }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
