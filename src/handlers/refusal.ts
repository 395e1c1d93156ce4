import { DomainError } from '../../protocol/errors.ts';

/**
 * Makes a call that Chrome may refuse for a reason the requester should read.
 * @throws DomainError INVALID_REQUEST carrying Chrome's reason.
 */
export async function refusable<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw new DomainError('INVALID_REQUEST', `Chrome refused: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
