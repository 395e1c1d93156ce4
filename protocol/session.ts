import * as z from 'zod/mini';
import './methods/define.ts';

/** Methods that manage the connection itself (protocol §2, §5), with the peers that use them. */
export const SESSION_METHODS = {
  '$session.authenticate': ['browser', 'scriptcat'],
  '$session.authenticated': ['browser', 'scriptcat'],
  '$session.hello': ['browser', 'scriptcat'],
  '$session.capabilities': ['browser', 'scriptcat'],
  '$session.ping': ['browser', 'scriptcat'],
  '$session.shutdown': ['browser', 'scriptcat'],
  '$/cancelRequest': ['browser', 'scriptcat'],
  '$/approvalPending': ['browser'],
} as const;

export type SessionMethodName = keyof typeof SESSION_METHODS;

/** The envelope of a business request's params: whose label it carries, and the method's own input. */
export const requestParams = z.strictObject({
  clientId: z.optional(z.string()),
  input: z.record(z.string(), z.unknown()),
});

/** Params of `$/cancelRequest` and `$/approvalPending`. */
export const requestReference = z.strictObject({ id: z.string().check(z.minLength(1)) });
