import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

// A page's content security policy forbids the code zod would compile its checks into.
z.config({ jitless: true });

/** Which peer implements a method. */
export type Peer = 'browser' | 'scriptcat';

/** How dangerous a method is (protocol §3): L0 runs, L1 needs `confirm: true`, L2 needs a human's decision. */
export type Level = 'L0' | 'L1' | 'L2';

/** What a call waits for: nothing, a human's approval of a write, or a human's consent to show content. */
export type Blocking = 'none' | 'approval' | 'disclosure';

/** A method as a domain file writes it; what is left out is `browser`, L0, no wait, public, changing and never merged. */
export interface MethodSpec<
  Params extends z.ZodMiniObject,
  Result extends z.ZodMiniObject,
  Danger extends Level,
> {
  /** One sentence, in the imperative, for documentation, command help and agents. */
  readonly summary: string;
  readonly params: Params;
  readonly result: Result;
  readonly peer?: Peer;
  readonly level?: Danger;
  readonly blocking?: Blocking;
  /** Reserved for components inside the daemon; outside it the method does not exist. */
  readonly internal?: boolean;
  /** Whether it changes nothing, neither in the browser nor in what the user sees of it. */
  readonly readOnly?: boolean;
  /** The array in the result that is concatenated when several browsers answer (protocol §3.1). */
  readonly mergeField?: string;
  /** Codes of its own, beside those any method may answer and those its level brings; see {@link errorsOf}. */
  readonly errors?: readonly ErrorCode[];
}

/** A method with every attribute present. */
export interface Method<
  Params extends z.ZodMiniObject = z.ZodMiniObject,
  Result extends z.ZodMiniObject = z.ZodMiniObject,
  Danger extends Level = Level,
> {
  readonly summary: string;
  readonly params: Params;
  readonly result: Result;
  readonly peer: Peer;
  readonly level: Danger;
  readonly blocking: Blocking;
  readonly internal: boolean;
  readonly readOnly: boolean;
  readonly mergeField: string | undefined;
  readonly errors: readonly ErrorCode[];
}

/** Completes a method's definition. */
export function method<
  Params extends z.ZodMiniObject,
  Result extends z.ZodMiniObject,
  const Danger extends Level = 'L0',
>(spec: MethodSpec<Params, Result, Danger>): Method<Params, Result, Danger> {
  return {
    peer: 'browser',
    level: 'L0' as Danger,
    blocking: 'none',
    internal: false,
    readOnly: false,
    mergeField: undefined,
    errors: [],
    ...spec,
  };
}

/** An L1 method: its parameters gain the optional `confirm: true` that the gate asks for. */
export function confirmedMethod<Shape extends z.core.$ZodShape, Result extends z.ZodMiniObject>(
  spec: Omit<MethodSpec<z.ZodMiniObject<Shape>, Result, 'L1'>, 'level' | 'blocking'>,
) {
  return method({
    ...spec,
    level: 'L1',
    params: z.extend(spec.params, { confirm: z.optional(z.literal(true)) }),
  });
}

const LEVEL_ERRORS: Readonly<Record<Level, readonly ErrorCode[]>> = {
  L0: [],
  L1: ['CONFIRMATION_REQUIRED'],
  L2: ['USER_REJECTED', 'OPERATION_EXPIRED'],
};

/** Every code a method's caller should expect, beside `INTERNAL_ERROR` and the target errors of protocol §3.1. */
export const errorsOf = ({ level, errors }: Pick<Method, 'level' | 'errors'>): readonly ErrorCode[] => [
  'INVALID_REQUEST',
  ...LEVEL_ERRORS[level],
  ...errors,
];
