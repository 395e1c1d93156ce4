import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';
import { CDP_ERROR, CdpError, invalidParams } from './cdpError.ts';

/** A command as a DevTools client sends it. */
export interface ClientCommand {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  /** The session it is for; the browser itself when it is left out. */
  readonly sessionId: string | undefined;
}

/** What came from the client. */
export type ClientMessage =
  | { readonly kind: 'command'; readonly command: ClientCommand }
  /** A command that can be answered, but only with an error. */
  | { readonly kind: 'refused'; readonly id: number; readonly sessionId?: string; readonly error: CdpError }
  /** No JSON, or nothing that could be answered. */
  | { readonly kind: 'malformed' };

/** Reads one text message of a client. */
export function readClientMessage(text: string): ClientMessage {
  const message = parse(text);
  if (!isJsonObject(message)) return { kind: 'malformed' };
  const { id, method, params = {}, sessionId } = message;
  if (typeof id !== 'number' || !Number.isInteger(id)) return { kind: 'malformed' };
  const refused = (error: CdpError): ClientMessage =>
    typeof sessionId === 'string'
      ? { kind: 'refused', id, sessionId, error }
      : { kind: 'refused', id, error };
  if (sessionId !== undefined && typeof sessionId !== 'string') {
    return refused(new CdpError(CDP_ERROR.invalidRequest, "Message may have string 'sessionId' property"));
  }
  if (typeof method !== 'string' || method === '') {
    return refused(new CdpError(CDP_ERROR.invalidRequest, "Message must have string 'method' property"));
  }
  if (!isJsonObject(params)) return refused(invalidParams("The 'params' of a command must be an object"));
  return { kind: 'command', command: { id, method, params, sessionId: sessionId || undefined } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
