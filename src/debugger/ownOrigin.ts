import { DomainError } from '../../protocol/errors.ts';
import { isOwnPage } from '../ownPages.ts';

/**
 * Keeps a driven tab away from the pages of this extension, which hold every permission and every approval. Chrome does
 * not: it lets an extension's debugger navigate a tab, or a frame, to that extension's own pages, goes back to one that
 * the tab's history holds, and runs the session's scripts in it (Chromium 156).
 */

/** What tells, before or at the commit, that a frame goes to a page. */
const NAVIGATION_EVENTS: ReadonlySet<string> = new Set([
  'Page.frameStartedNavigating',
  'Page.frameNavigated',
  'Target.attachedToTarget',
  'Target.targetInfoChanged',
]);

/** How a URL that can be ours begins. Spares long texts, which files and scripts are, the whole check. */
const BEGINNING = new RegExp(
  // Chrome drops tabs and line breaks from a URL, also from the middle of its scheme.
  `^[\\s\\0-\\x20]*(?:${['chrome-extension:', 'view-source:', 'blob:', 'filesystem:']
    .map((scheme) => [...scheme].join('[\\t\\n\\r]*'))
    .join('|')})`,
  'i',
);

/**
 * Checks a command before it goes to Chrome. None may name a page of ours, in whatever parameter: `Page.navigate`,
 * `Target.createTarget` and `Fetch.continueRequest` would open it, `Storage.clearDataForOrigin` would wipe it.
 * @throws DomainError INVALID_REQUEST.
 */
export function requireForeignCommand(
  method: string,
  params: Record<string, unknown> | undefined,
  ownId: string,
): void {
  const unwrap = method === 'Target.sendMessageToTarget' ? parsed : undefined;
  for (const { text } of texts(params, unwrap)) {
    if (!BEGINNING.test(text) || !isOwnPage(text, ownId)) continue;
    throw new DomainError(
      'INVALID_REQUEST',
      `${method} was not sent: no call may reach this extension's pages`,
    );
  }
}

/** Whether an event says that the tab, or a frame in it, reaches a page of ours. */
export function announcesOwnPage(method: string, params: object | undefined, ownId: string): boolean {
  return NAVIGATION_EVENTS.has(method) && holdsOwnUrl(params, ownId);
}

/** Whether a URL in a JSON value is a page of ours; other texts, such as titles, are web pages' own. */
export function holdsOwnUrl(value: unknown, ownId: string): boolean {
  for (const { key, text } of texts(value)) {
    if (/url$/i.test(key) && isOwnPage(text, ownId)) return true;
  }
  return false;
}

/**
 * Every string in a JSON value, under its key. The nesting may be of any depth.
 * @param unwrap finds the value inside a string that carries one.
 */
function* texts(value: unknown, unwrap?: (text: string) => unknown) {
  const rest: [key: string, value: unknown][] = [['', value]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [key, member] = next;
    if (typeof member === 'string') {
      yield { key, text: member };
      const inner = unwrap?.(member);
      if (typeof inner === 'object') rest.push([key, inner]);
    } else if (typeof member === 'object' && member !== null) {
      for (const entry of Object.entries(member)) rest.push(entry);
    }
  }
}

/** A command inside another one, as the older form of child sessions carries it. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
