import { type BrowserMethodName, methodNamed } from '../../protocol/methods/index.ts';

/** What does not only look, but comes in floods while an agent drives a page. */
const FLOODS: ReadonlySet<BrowserMethodName> = new Set(['debugger.send', 'debugger.record', 'debugger.own']);

/**
 * Whether calls of this method are counted rather than listed: the like ones of a minute make one entry, so that a busy
 * reader neither fills the list nor is slowed down by it.
 */
export const isCounted = (method: BrowserMethodName): boolean =>
  methodNamed(method).readOnly || FLOODS.has(method);
