import { isMethodName, METHOD_NAMES, type MethodName, methodNamed } from './methods/index.ts';

/** What a further control token may do. There is one kind: it reads, and may be held to some domains. */
export interface Scope {
  readonly readOnly: true;
  /** Domains as method names begin with them, such as `tabGroups`; all of them when left out. */
  readonly domains?: readonly string[];
}

/** The domain of a method: what its name begins with. */
export const domainOf = (name: MethodName): string => name.slice(0, name.indexOf('.'));

/**
 * Whether a method runs for a token that only reads: it changes nothing, and asks no human to show what is private.
 * Internal methods run for nobody outside the daemon.
 */
function isReadable(name: MethodName): boolean {
  const { readOnly, level, internal } = methodNamed(name);
  return readOnly && level === 'L0' && !internal;
}

/** The domains that have something to read. */
export const READABLE_DOMAINS: readonly string[] = [
  ...new Set(METHOD_NAMES.filter(isReadable).map(domainOf)),
];

/** Whether a scope lets an action through. What is no method of the contract is in no scope. */
export function permits({ domains }: Scope, action: string): boolean {
  if (!isMethodName(action) || !isReadable(action)) return false;
  return domains === undefined || domains.includes(domainOf(action));
}
