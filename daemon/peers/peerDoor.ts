import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { isPeerDetail } from '../../protocol/names.ts';
import type { Audit } from '../audit.ts';
import { type Door, refuseUpgrade } from '../door.ts';
import { Handshake, type HandshakeDeps } from './handshake.ts';
import { PeerSocket } from './peerSocket.ts';

const EXTENSION_ORIGIN = /^(?:chrome-extension|moz-extension|safari-web-extension):\/\/[A-Za-z0-9.-]+$/;

/** What the door needs. */
export interface PeerDoorDeps extends HandshakeDeps {
  readonly audit: Audit;
  readonly log: (line: string) => void;
}

/** Where extensions connect: WebSocket upgrades of `/`, from extension origins or none (protocol §1). */
export class PeerDoor implements Door {
  readonly #deps: PeerDoorDeps;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // Whoever awaits an answer goes on before the next frame is read: an event after it must not overtake it.
    allowSynchronousEvents: false,
  });
  readonly #sockets = new Set<{ peerSocket: PeerSocket; closed: Promise<void> }>();

  constructor(deps: PeerDoorDeps) {
    this.#deps = deps;
  }

  owns(path: string): boolean {
    return path === '/';
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    if (origin !== undefined && !EXTENSION_ORIGIN.test(origin)) {
      this.#deps.audit.record({
        type: 'origin.rejected',
        ...(isPeerDetail(origin) ? { reason: origin } : {}),
      });
      refuseUpgrade(socket, 403);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const peerSocket = new PeerSocket(webSocket, this.#deps.clock);
      const closed = new Promise<void>((resolve) => webSocket.once('close', () => resolve()));
      const entry = { peerSocket, closed };
      this.#sockets.add(entry);
      void closed.then(() => this.#sockets.delete(entry));
      this.#greet(peerSocket);
    });
  }

  /** Closes every connection that is still there, and resolves once the last one is closed. */
  async close(): Promise<void> {
    for (const { peerSocket } of this.#sockets) peerSocket.close(1001, 'server shutdown');
    await Promise.all([...this.#sockets].map(({ closed }) => closed));
  }

  /** Drops every connection without waiting for the peers. */
  drop(): void {
    for (const { peerSocket } of this.#sockets) peerSocket.terminate();
  }

  #greet(socket: PeerSocket): void {
    new Handshake(socket, this.#deps).run().catch((thrown: unknown) => {
      const cause = thrown instanceof Error ? thrown.message : 'unknown cause';
      this.#deps.log(`A peer could not be registered: ${cause}`);
    });
  }
}
