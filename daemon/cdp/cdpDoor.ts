import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { DomainError } from '../../protocol/errors.ts';
import { MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { type Door, refuseRequest, refuseUpgrade } from '../door.ts';
import { isLiteralHost } from '../hostHeader.ts';
import { VERSION_PATHS, webSocketAddress, webSocketPath } from './addresses.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { BROWSER_PROTOCOL, productOf } from './product.ts';

const PATH = /^\/cdp\/([^/]+)(\/.*)?$/;

/** What a request under `/cdp/` is for, once it passed every check. */
type Wanted =
  | { readonly kind: 'refused'; readonly status: number; readonly sentence?: string }
  | { readonly kind: 'version'; readonly endpoint: Endpoint }
  | { readonly kind: 'webSocket'; readonly endpoint: Endpoint };

/** Where DevTools clients connect (protocol §3.4). The address is the credential; a web page must not get past the door. */
export class CdpDoor implements Door {
  readonly #endpoints: Endpoints;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints;
  }

  owns(path: string): boolean {
    return path.startsWith('/cdp/') || path === '/cdp';
  }

  request(request: IncomingMessage, response: ServerResponse, path: string): void {
    response.on('error', () => undefined);
    const wanted = this.#wanted(request, path);
    switch (wanted.kind) {
      case 'refused':
        refuseRequest(response, wanted.status, wanted.sentence);
        return;
      case 'webSocket':
        refuseRequest(response, 400, NOT_AN_UPGRADE);
        return;
      case 'version':
        if (request.method === 'GET') void answerVersion(wanted.endpoint, request, response);
        else refuseRequest(response, 405);
        return;
    }
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
    const wanted = this.#wanted(request, path);
    switch (wanted.kind) {
      case 'refused':
        refuseUpgrade(socket, wanted.status, wanted.sentence);
        return;
      case 'version':
        refuseUpgrade(socket, 400, 'This address is no WebSocket');
        return;
      case 'webSocket':
        if (isWebSocketUpgrade(request)) void this.#admit(wanted.endpoint, request, socket, head);
        else refuseUpgrade(socket, 400, NOT_AN_UPGRADE);
        return;
    }
  }

  // Host before Origin before secret, so that a page learns nothing, not even whether there is an endpoint.
  #wanted({ headers }: IncomingMessage, path: string): Wanted {
    if (!isLiteralHost(headers.host)) {
      return {
        kind: 'refused',
        status: 403,
        sentence: 'Reach the endpoint by its IP address or as localhost',
      };
    }
    if (headers.origin !== undefined) {
      return { kind: 'refused', status: 403, sentence: 'Web pages and extensions may not use the endpoint' };
    }
    const [, secret = '', rest = ''] = PATH.exec(path) ?? [];
    const endpoint = this.#endpoints.bySecret(secret);
    if (endpoint === undefined) return { kind: 'refused', status: 404 };
    if (VERSION_PATHS.includes(rest)) return { kind: 'version', endpoint };
    if (rest === webSocketPath(endpoint.id)) return { kind: 'webSocket', endpoint };
    return { kind: 'refused', status: 404 };
  }

  async #admit(endpoint: Endpoint, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (endpoint.isTaken) {
      refuseUpgrade(socket, 409, 'A client is already connected to this endpoint');
      return;
    }
    socket.on('error', () => undefined);
    let admission: Admission;
    try {
      admission = await endpoint.admit();
    } catch (thrown) {
      refuseUpgrade(socket, 503, reasonOf(thrown));
      return;
    }
    let isConnected = false;
    // It calls back at once, or never: when the client has gone or its request was no good after all.
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      isConnected = true;
      admission.connect(webSocket);
    });
    if (!isConnected) admission.giveUp();
  }
}

const NOT_AN_UPGRADE = 'Connect to this address as a WebSocket';

const isWebSocketUpgrade = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');

async function answerVersion(endpoint: Endpoint, { headers }: IncomingMessage, response: ServerResponse) {
  try {
    const userAgent = await endpoint.userAgent();
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(
      JSON.stringify({
        Browser: productOf(userAgent),
        'Protocol-Version': BROWSER_PROTOCOL,
        'User-Agent': userAgent,
        webSocketDebuggerUrl: webSocketAddress(headers.host ?? '', endpoint),
      }),
    );
  } catch (thrown) {
    refuseRequest(response, 503, reasonOf(thrown));
  }
}

const reasonOf = (thrown: unknown): string =>
  thrown instanceof DomainError ? `${thrown.code}: ${thrown.message}` : 'The endpoint was closed meanwhile';
