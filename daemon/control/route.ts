import * as z from 'zod/mini';
import { DomainError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/frames.ts';
import { problemOf } from '../routing/input.ts';
import type { Authority } from './authority.ts';

/** A request of the control API that passed every check. */
export interface ControlRequest {
  readonly body: JsonObject;
  /** What its token covers; paths that carry no call have been checked already. */
  readonly authority: Authority;
  /** The requester's self-reported label. */
  readonly client: string;
  /** The Host header: the address by which the requester reached the daemon. */
  readonly host: string;
  /** Aborted when the requester hangs up. */
  readonly signal: AbortSignal;
  /** Tells the requester that a human's decision is awaited; only for routes whose body asks for it. */
  readonly reportPending: () => void;
}

/** What one path of the control API does: resolves to the result, or throws a DomainError. */
export type ControlRoute = (request: ControlRequest) => Promise<object>;

/** Paths with what they do. */
export type ControlRouteTable = Readonly<Record<string, ControlRoute>>;

/** An optional instance name or instance-ID prefix in a body; an empty one counts as left out. */
export const browserField = z.optional(z.string());

/** The target a body names. */
export const targetOf = (browser: string | undefined): string | undefined => browser || undefined;

/** Reads a body by its schema. @throws DomainError `INVALID_REQUEST`. */
export function readBodyAs<Schema extends z.ZodMiniObject>(
  schema: Schema,
  body: JsonObject,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data;
  throw new DomainError('INVALID_REQUEST', `The request is not understood: ${problemOf(error)}`);
}
