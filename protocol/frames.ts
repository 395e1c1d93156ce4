import { APPLICATION_ERROR, type Failure } from './errors.ts';

/** An open JSON object as it came over the wire. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The `error` member of a response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

/** One decoded JSON-RPC message (protocol §1). */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'result'; readonly id: string; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly id: string; readonly error: RpcError };

const CALL_KEYS = new Set(['jsonrpc', 'id', 'method', 'params']);
const REPLY_KEYS = new Set(['jsonrpc', 'id', 'result', 'error']);
const ERROR_KEYS = new Set(['code', 'message', 'data']);

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilledString = (value: unknown): value is string => typeof value === 'string' && value !== '';

const hasOnly = (object: JsonObject, keys: ReadonlySet<string>) =>
  Object.keys(object).every((key) => keys.has(key));

/**
 * Decodes one text frame.
 * @returns the message, or undefined when the text is not exactly one JSON-RPC 2.0 message with the members the
 *   protocol names and no others; batches are not supported. `params` left out reads as an empty object.
 */
export function decodeFrame(text: string): Frame | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(message) || message.jsonrpc !== '2.0') return undefined;
  return Object.hasOwn(message, 'method') ? decodeCall(message) : decodeReply(message);
}

function decodeCall(message: JsonObject): Frame | undefined {
  const { id, method, params = {} } = message;
  if (!hasOnly(message, CALL_KEYS) || !isFilledString(method) || !isJsonObject(params)) return undefined;
  if (!Object.hasOwn(message, 'id')) return { kind: 'notification', method, params };
  return isFilledString(id) ? { kind: 'request', id, method, params } : undefined;
}

function decodeReply(message: JsonObject): Frame | undefined {
  const { id, result, error } = message;
  if (!hasOnly(message, REPLY_KEYS) || !isFilledString(id)) return undefined;
  if (Object.hasOwn(message, 'result') === Object.hasOwn(message, 'error')) return undefined;
  if (isJsonObject(result)) return { kind: 'result', id, result };
  return isRpcError(error) ? { kind: 'error', id, error } : undefined;
}

function isRpcError(error: unknown): error is RpcError {
  if (!isJsonObject(error) || !hasOnly(error, ERROR_KEYS)) return false;
  const { code, message, data } = error;
  if (!Number.isInteger(code) || typeof message !== 'string') return false;
  if (!Object.hasOwn(error, 'data')) return true;
  return isJsonObject(data) && (!Object.hasOwn(data, 'code') || typeof data.code === 'string');
}

/** A request frame. */
export const requestFrame = (id: string, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** A notification frame. */
export const notificationFrame = (method: string, params: object): string =>
  notificationFrameOfJson(method, JSON.stringify(params));

/** A notification frame round `params` that are JSON text already. */
export const notificationFrameOfJson = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`;

/** A success response frame. */
export const resultFrame = (id: string, result: object): string =>
  resultFrameOfJson(id, JSON.stringify(result));

/** A success response frame round a `result` that is JSON text already. */
export const resultFrameOfJson = (id: string, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

/** A failure response frame: an application error with its domain code (protocol §4). */
export const failureFrame = (id: string, { code, message }: Failure): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: APPLICATION_ERROR, message, data: { code } } });
