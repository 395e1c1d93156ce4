import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A web site of the test's own. `localhost` and `127.0.0.1` are two sites to the browser. */
export class Pages {
  readonly #server: Server;
  readonly port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async create(): Promise<Pages> {
    const server = createServer(serve);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The site does not listen');
    return new Pages(server, address.port);
  }

  url(path = ''): string {
    return `http://localhost:${this.port}/${path}`;
  }

  /** The same site under another name, so that a frame of it runs in a process of its own. */
  otherUrl(path = ''): string {
    return `http://127.0.0.1:${this.port}/${path}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://site');
  const file = /^\/file\/(\w+)\/(\d+)$/.exec(url.pathname);
  if (file !== null) {
    const [, name = '', size = '0'] = file;
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-disposition', `attachment; filename="${name}.bin"`);
    response.setHeader('content-length', size);
    response.end(Buffer.alloc(Number(size), name));
    return;
  }
  if (url.pathname === '/slow') {
    response.setHeader('content-disposition', 'attachment; filename="slow.bin"');
    response.setHeader('content-length', '1000000');
    response.write(Buffer.alloc(100_000));
    return;
  }
  if (url.pathname === '/redirect') {
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end();
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><title>${url.pathname}</title>${url.searchParams.get('html') ?? '<p>hello</p>'}`,
  );
}

/** The path of a page with this body. */
export const html = (body: string, name = 'page'): string => `${name}?html=${encodeURIComponent(body)}`;
