/** Domain codes both peers use (protocol §4). */
const SHARED_CODES = [
  'INVALID_REQUEST',
  'METHOD_NOT_FOUND',
  'USER_REJECTED',
  'OPERATION_EXPIRED',
  'CONFLICT',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL_ERROR',
] as const;

const SCRIPTCAT_CODES = ['RATE_LIMITED'] as const;

const BROWSER_CODES = [
  'NO_BROWSER_CONNECTED',
  'BROWSER_OFFLINE',
  'BROWSER_NOT_FOUND',
  'BROWSER_AMBIGUOUS',
  'CONFIRMATION_REQUIRED',
  'UNSUPPORTED',
  'STALE_REF',
  'TIMEOUT',
  'TARGET_AMBIGUOUS',
  'PAGE_NOT_AUTOMATABLE',
  'PAGE_HIDDEN',
  'DEBUGGER_DETACHED',
  'DIALOG_OPEN',
  'PAGE_UNRESPONSIVE',
  'EVAL_ERROR',
  'NAVIGATION_FAILED',
  'ENDPOINT_CONNECTED',
] as const;

/** A stable domain code, carried in `error.data.code`. */
export type ErrorCode =
  | (typeof SHARED_CODES)[number]
  | (typeof SCRIPTCAT_CODES)[number]
  | (typeof BROWSER_CODES)[number];

/** Every domain code with the peers that use it. */
export const ERROR_CODES: Readonly<Record<ErrorCode, readonly ('browser' | 'scriptcat')[]>> =
  Object.fromEntries([
    ...SHARED_CODES.map((code) => [code, ['browser', 'scriptcat']]),
    ...SCRIPTCAT_CODES.map((code) => [code, ['scriptcat']]),
    ...BROWSER_CODES.map((code) => [code, ['browser']]),
  ]) as Record<ErrorCode, readonly ('browser' | 'scriptcat')[]>;

/** The JSON-RPC code of every application failure; the domain code is in `error.data.code`. */
export const APPLICATION_ERROR = -32_000;

/** Whether a string a peer sent is a domain code of this contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}

/**
 * A failure that reaches the requester as it is: its code goes into `error.data.code`, its message, one sentence a
 * person can act on, into `error.message`. Anything else that is thrown becomes `INTERNAL_ERROR` with a fixed text.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
  }
}

/** What an unforeseen failure looks like to the requester; it gives away nothing of what was thrown. */
export const INTERNAL_ERROR_MESSAGE = 'The browser extension failed while it carried out this call';

/** Code and message of a failure as the requester may see them. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What a requester may learn of anything thrown: a `DomainError` as it is, all else as `INTERNAL_ERROR`. */
export function failureOf(thrown: unknown, internalMessage = INTERNAL_ERROR_MESSAGE): Failure {
  if (thrown instanceof DomainError) return { code: thrown.code, message: thrown.message };
  return { code: 'INTERNAL_ERROR', message: internalMessage };
}
