import { DomainError } from '../../protocol/errors.ts';
import type { Chrome } from './define.ts';

/** The parts of Chrome's API that another Chromium browser may lack. */
export type OptionalNamespace =
  | 'bookmarks'
  | 'readingList'
  | 'tabGroups'
  | 'history'
  | 'sessions'
  | 'downloads'
  | 'cookies'
  | 'browsingData'
  | 'management';

/**
 * The named part of Chrome's API.
 * @throws DomainError UNSUPPORTED, naming it, when this browser does not provide it (protocol §3).
 */
export function requireNamespace<Name extends OptionalNamespace>(chrome: Chrome, name: Name): Chrome[Name] {
  const namespace: Chrome[Name] | undefined = chrome[name];
  if (namespace === undefined) {
    throw new DomainError('UNSUPPORTED', `This browser does not provide chrome.${name}`);
  }
  return namespace;
}
