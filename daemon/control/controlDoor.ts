import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_HEADER, CONTROL_TOKEN_HEADER, DEFAULT_CLIENT } from '../../protocol/control.ts';
import { type Failure, failureOf } from '../../protocol/errors.ts';
import { isPeerDetail } from '../../protocol/names.ts';
import { DataFileWriteError } from '../dataFileError.ts';
import { type Door, refuseRequest } from '../door.ts';
import { isLiteralHost } from '../hostHeader.ts';
import { type Authority, OutOfScopeError, pathOutOfScope, reaches } from './authority.ts';
import { parseBody, readBody } from './body.ts';
import { Reply } from './reply.ts';
import type { ControlRoute, ControlRouteTable } from './route.ts';

const HEALTH_PATH = '/control/health';
const INTERNAL_ERROR_MESSAGE = 'The daemon failed while it carried out this call; its log says why';

/** What the control API needs. */
export interface ControlDoorDeps {
  readonly daemonVersion: string;
  /** What the text of a request's token header opens; undefined for none. */
  readonly authorize: (sent: string | string[] | undefined) => Authority | undefined;
  readonly routes: ControlRouteTable;
  readonly log: (line: string) => void;
}

interface Refusal {
  readonly status: number;
  readonly sentence?: string;
}

/** The control API (protocol/control.ts): checks every request before anything of it runs, and words the replies. */
export class ControlDoor implements Door {
  readonly #deps: ControlDoorDeps;
  readonly #answers = new Set<Promise<void>>();

  constructor(deps: ControlDoorDeps) {
    this.#deps = deps;
  }

  owns(path: string): boolean {
    return path.startsWith('/control/');
  }

  request(request: IncomingMessage, response: ServerResponse, path: string): void {
    // Writing to a requester that hung up is an error, and `close` tells of that better.
    response.on('error', () => undefined);
    const foreign = refuseForeign(request);
    if (foreign !== undefined) refuse(response, foreign);
    else if (path === HEALTH_PATH) this.#answerHealth(request, response);
    else this.#track(this.#answer(request, response, path));
  }

  /** Resolves once every request that has come in is answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#answers);
  }

  #track(answer: Promise<void>): void {
    this.#answers.add(answer);
    void answer.finally(() => this.#answers.delete(answer));
  }

  #answerHealth(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET') {
      refuse(response, { status: 405 });
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ ok: true, version: this.#deps.daemonVersion }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const authority = this.#deps.authorize(request.headers[CONTROL_TOKEN_HEADER]);
    if (authority === undefined) {
      refuse(response, UNAUTHORIZED);
      return;
    }
    const route = this.#deps.routes[path];
    const refusal = refusalOf(request, route);
    if (refusal !== undefined || route === undefined) {
      refuse(response, refusal ?? { status: 404 });
      return;
    }
    if (authority.kind === 'scoped' && !reaches(authority, path)) {
      await new Reply(response).finish(
        { ok: false, error: pathOutOfScope(authority.token).failure },
        FORBIDDEN,
      );
      return;
    }
    const hangUp = new AbortController();
    response.on('close', () => hangUp.abort());
    const body = await readBody(request);
    switch (body.kind) {
      case 'incomplete':
        return;
      case 'too_large':
        refuse(response, { status: 413 });
        return;
      case 'text':
        await this.#run(route, body.text, authority, request, response, hangUp.signal);
        return;
    }
  }

  async #run(
    route: ControlRoute,
    text: string,
    authority: Authority,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const reply = new Reply(response);
    try {
      const result = await route({
        body: parseBody(text),
        authority,
        client: clientLabel(request.headers[CLIENT_HEADER]),
        host: request.headers.host ?? '',
        signal,
        reportPending: () => reply.pending(),
      });
      await reply.finish({ ok: true, result });
    } catch (thrown) {
      if (thrown instanceof OutOfScopeError) {
        await reply.finish({ ok: false, error: thrown.failure }, FORBIDDEN);
        return;
      }
      await reply.finish({ ok: false, error: this.#failureOf(thrown) });
    }
  }

  #failureOf(thrown: unknown): Failure {
    const error = failureOf(thrown, INTERNAL_ERROR_MESSAGE);
    if (error.message !== INTERNAL_ERROR_MESSAGE) return error;
    this.#logInternal(thrown);
    return thrown instanceof DataFileWriteError ? { ...error, message: thrown.message } : error;
  }

  #logInternal(thrown: unknown): void {
    this.#deps.log(`A control request failed: ${thrown instanceof Error ? thrown.message : 'unknown cause'}`);
  }
}

const FORBIDDEN = 403;
const UNAUTHORIZED: Refusal = {
  status: 401,
  sentence: 'The control token is missing, revoked, or not of the running daemon',
};

function refusalOf(
  { method, headers }: IncomingMessage,
  route: ControlRoute | undefined,
): Refusal | undefined {
  if (route === undefined) return { status: 404 };
  if (method !== 'POST') return { status: 405 };
  return isJson(headers['content-type']) ? undefined : { status: 415 };
}

// A web page can reach this port, and by rebinding its domain even as same-origin; but it cannot hide what it is.
function refuseForeign({ headers }: IncomingMessage): Refusal | undefined {
  if (!isLiteralHost(headers.host)) {
    return { status: 403, sentence: 'Reach the daemon by its IP address or as localhost' };
  }
  if (headers.origin === undefined) return undefined;
  return { status: 403, sentence: 'Web pages and extensions may not use the control API' };
}

function refuse(response: ServerResponse, { status, sentence }: Refusal): void {
  refuseRequest(response, status, sentence);
}

const isJson = (contentType: string | undefined) => /^application\/json\s*(?:;|$)/i.test(contentType ?? '');

function clientLabel(header: string | string[] | undefined): string {
  // Node reads header bytes as Latin-1; bytes that are no UTF-8 decode to the replacement character.
  const label = typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : '';
  return label !== '' && !label.includes('\ufffd') && isPeerDetail(label) ? label : DEFAULT_CLIENT;
}
