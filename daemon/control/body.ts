import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../protocol/errors.ts';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';

/** Bytes of a request's body at most. */
export const MAX_BODY_BYTES = 8 * 1_048_576;

/** A request's body, or why there is none. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_large' }
  /** The requester hung up while sending. */
  | { readonly kind: 'incomplete' };

/** Reads a whole body, but never more than {@link MAX_BODY_BYTES}. */
export function readBody(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      // The rest is read and dropped, so that the requester gets to read the answer.
      chunks.length = 0;
      resolve({ kind: 'too_large' });
    });
    request.on('end', () => resolve({ kind: 'text', text: Buffer.concat(chunks).toString('utf8') }));
    request.on('error', () => resolve({ kind: 'incomplete' }));
    request.on('close', () => resolve({ kind: 'incomplete' }));
  });
}

/** Reads a body as a JSON object; none at all is an empty one. @throws DomainError `INVALID_REQUEST`. */
export function parseBody(text: string): JsonObject {
  if (text === '') return {};
  const body = parseJson(text);
  if (isJsonObject(body)) return body;
  throw new DomainError('INVALID_REQUEST', 'The body of the request is not a JSON object');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
