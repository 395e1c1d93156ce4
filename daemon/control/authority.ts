import type { OutOfScope, TokenListing } from '../../protocol/control.ts';
import { permits } from '../../protocol/scope.ts';
import type { ScopedTokens } from './scopedTokens.ts';
import type { ControlToken } from './token.ts';

/** What a requester may do: everything, or what the scope of its token lets through. */
export type Authority = { readonly kind: 'full' } | { readonly kind: 'scoped'; readonly token: TokenListing };

/** The paths a token with a scope may use. Every other path, also one that is added later, needs the full token. */
const SCOPED_PATHS: ReadonlySet<string> = new Set(['/control/call', '/control/browsers', '/control/status']);

/** A request that its token does not cover; nothing of it has run. */
export class OutOfScopeError extends Error {
  readonly failure: OutOfScope;

  constructor(message: string) {
    super(message);
    this.name = 'OutOfScopeError';
    this.failure = { code: 'OUT_OF_SCOPE', message };
  }
}

/** The authority of what a requester sent as its token; undefined when it is none. */
export function authorityOf(
  sent: string | string[] | undefined,
  full: ControlToken,
  scoped: ScopedTokens,
): Authority | undefined {
  if (typeof sent !== 'string') return undefined;
  if (full.matches(sent)) return { kind: 'full' };
  const token = scoped.find(sent);
  return token && { kind: 'scoped', token };
}

/** Whether an authority reaches a path at all. */
export const reaches = (authority: Authority, path: string): boolean =>
  authority.kind === 'full' || SCOPED_PATHS.has(path);

/** Holds a call to the scope of its token. @throws OutOfScopeError. */
export function requirePermitted(authority: Authority, action: string): void {
  if (authority.kind === 'full' || permits(authority.token, action)) return;
  throw new OutOfScopeError(
    `The token "${authority.token.name}" ${limitOf(authority.token)}, which does not cover ${nameForSentence(action)}`,
  );
}

/** What a requester learns when its token reaches the daemon but not the path. */
export const pathOutOfScope = ({ name }: TokenListing): OutOfScopeError =>
  new OutOfScopeError(`The token "${name}" only reads from browsers; this needs the full control token`);

const limitOf = ({ domains }: TokenListing): string =>
  domains === undefined ? 'only reads' : `only reads ${domains.join(', ')}`;

// An action is any text until it proves to be a method.
const nameForSentence = (action: string): string =>
  /^[A-Za-z.]{1,64}$/.test(action) ? action : 'this action';
