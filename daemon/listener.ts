import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Door, refuseRequest, refuseUpgrade } from './door.ts';
import { AddressInUseError, formatAddress, parseListenAddress } from './listenAddress.ts';

/** The daemon's one port; every request goes to the door that owns its path. */
export class Listener {
  readonly #server: Server;
  readonly #doors: readonly Door[];
  #closed: Promise<void> | undefined;

  constructor(doors: readonly Door[]) {
    this.#doors = doors;
    this.#server = createServer();
    this.#server.on('request', (request, response) => {
      const path = pathOf(request.url);
      const door = this.#doorOf(path);
      if (door?.request) door.request(request, response, path);
      else refuseRequest(response, 404);
    });
    this.#server.on('upgrade', (request, socket, head) => {
      const path = pathOf(request.url);
      const door = this.#doorOf(path);
      if (door?.upgrade) door.upgrade(request, socket, head, path);
      else refuseUpgrade(socket, 404);
    });
  }

  /**
   * Binds the port.
   * @returns the actual address as `host:port`.
   * @throws AddressInUseError; TypeError when `address` is none; otherwise the system's error.
   */
  listen(address: string): Promise<string> {
    const { host, port } = parseListenAddress(address);
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'EADDRINUSE' ? new AddressInUseError(address) : error);
      });
      this.#server.listen({ host, port }, () => {
        this.#server.removeAllListeners('error');
        this.#server.on('error', () => undefined);
        resolve(actualAddress(this.#server.address(), address));
      });
    });
  }

  /** Takes no more connections; what is being answered goes on. */
  stop(): void {
    this.#closed ??= new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Drops what HTTP connections are left and resolves once the port is free. */
  async close(): Promise<void> {
    this.stop();
    this.#server.closeAllConnections();
    await this.#closed;
  }

  #doorOf(path: string): Door | undefined {
    return this.#doors.find((door) => door.owns(path));
  }
}

const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? '';

function actualAddress(bound: AddressInfo | string | null, asked: string): string {
  return bound !== null && typeof bound === 'object'
    ? formatAddress({ host: bound.address, port: bound.port })
    : asked;
}
