import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

/** Answers a request for one path in its own way. */
export type Answer = (response: ServerResponse) => void;

/** A request as it came in. */
export interface SeenRequest {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A small web site of the test's own: every path answers a page whose title is its path, unless told otherwise. */
export class Site {
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  readonly #requests: SeenRequest[] = [];
  readonly port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    server.on('request', ({ url = '', headers }, response) => {
      this.#requests.push({ url, headers });
      const answer = this.#answers.get(url);
      if (answer !== undefined) return answer(response);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>${url}</title><p>${url}</p>`);
    });
  }

  static async create(): Promise<Site> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The site does not listen');
    return new Site(server, address.port);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Every request so far. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  /** The URL of a page; it needs no escaping in HTML. */
  url(path: string): string {
    return `${this.origin}/${path}`;
  }

  /** Lets a path be answered in its own way from now on, and returns its URL. */
  serve(path: string, answer: Answer): string {
    this.#answers.set(`/${path}`, answer);
    return this.url(path);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
