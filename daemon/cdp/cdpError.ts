import { DomainError } from '../../protocol/errors.ts';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';

/** The error numbers of the DevTools protocol, as Chrome uses them. */
export const CDP_ERROR = {
  general: -32_000,
  sessionNotFound: -32_001,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const;

/** A failure as a DevTools client reads it. */
export class CdpError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'CdpError';
    this.code = code;
    this.data = data;
  }

  /** The `error` member of an answer. */
  toJSON(): JsonObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

export const invalidParams = (message: string): CdpError => new CdpError(CDP_ERROR.invalidParams, message);

export const noSuchTarget = (): CdpError => invalidParams('No target with given id found');

export const methodNotFound = (method: string): CdpError =>
  new CdpError(CDP_ERROR.methodNotFound, `'${method}' wasn't found`);

/** Anything thrown, as a DevTools client may read it: Chrome's own errors as Chrome made them. */
export function cdpErrorOf(thrown: unknown): CdpError {
  if (thrown instanceof CdpError) return thrown;
  if (!(thrown instanceof DomainError)) {
    return new CdpError(
      CDP_ERROR.general,
      'INTERNAL_ERROR: The daemon failed while it carried out this command',
    );
  }
  const { code, message } = thrown;
  switch (code) {
    case 'INVALID_REQUEST':
      return chromeError(message) ?? new CdpError(CDP_ERROR.general, `${code}: ${message}`);
    case 'NOT_FOUND':
      return invalidParams(message);
    case 'METHOD_NOT_FOUND':
      return new CdpError(CDP_ERROR.methodNotFound, message);
    default:
      return new CdpError(CDP_ERROR.general, `${code}: ${message}`);
  }
}

/** Chrome gives an extension the error of a command as JSON text. */
function chromeError(text: string): CdpError | undefined {
  let error: unknown;
  try {
    error = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(error)) return undefined;
  const { code, message, data } = error;
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  return new CdpError(code, message, data);
}
