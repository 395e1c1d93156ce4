import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTROL_TOKEN_FILE, CONTROL_TOKEN_HEADER } from '../../protocol/control.ts';

/** One request the daemon got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Sends one line of the answer. */
  write(record: object): void;
  /** Resolves when the requester hung up or has the whole answer. */
  readonly closed: Promise<'hung up' | 'answered'>;
}

/** A control API that answers as a test tells it to. */
export interface FakeDaemon {
  readonly address: string;
  readonly dataDir: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

const TOKEN = 'token-of-the-fake-daemon';

/** @param answer gives the last object of the answer; what never resolves is a daemon that is still at it. */
export async function startFakeDaemon(
  answer: (request: Received) => object | Promise<object>,
): Promise<FakeDaemon> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sctl-mcp-'));
  await writeFile(join(dataDir, CONTROL_TOKEN_FILE), TOKEN);
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    if (request.headers[CONTROL_TOKEN_HEADER] !== TOKEN) {
      response.writeHead(401).end();
      return;
    }
    const call = await receive(request, response);
    received.push(call);
    call.write(await answer(call));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    dataDir,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<Received> {
  const closed = new Promise<'hung up' | 'answered'>((resolve) => {
    response.on('close', () => resolve(response.writableFinished ? 'answered' : 'hung up'));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
    write: (record) => response.write(`${JSON.stringify(record)}\n`),
    closed,
  };
}
