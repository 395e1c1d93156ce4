import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** A small web site of the test's own: every path answers a page whose title is its path. */
export class Site {
  readonly #server: Server;
  readonly origin: string;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async create(): Promise<Site> {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>${request.url}</title><p>${request.url}</p>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The site does not listen');
    return new Site(server, address.port);
  }

  /** The URL of a page; it needs no escaping in HTML. */
  url(path: string): string {
    return `${this.origin}/${path}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
