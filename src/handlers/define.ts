import type { DirectMethodName, Params, Result } from '../../protocol/methods/index.ts';
import type { CallContext } from '../../shared/link.ts';

/** The browser's API, handed in so that tests can bring their own. */
export type Chrome = typeof globalThis.chrome;

/**
 * Carries out one method. Its input has passed the schema and the level gate.
 * @throws DomainError for what the requester should know; anything else reaches it as INTERNAL_ERROR.
 */
export type Handler<Name extends DirectMethodName> = (
  input: Params<Name>,
  context: CallContext,
) => Promise<Result<Name>>;

/** The handlers of some methods, by name. */
export type Handlers<Name extends DirectMethodName> = { readonly [Method in Name]: Handler<Method> };

/** The methods of one domain that run without a human, such as all `tabs.…`. */
export type DomainMethodName<Domain extends string> = Extract<DirectMethodName, `${Domain}.${string}`>;
