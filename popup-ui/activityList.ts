import type { ActivityEntry } from '../shared/activity.ts';

/** Which entries are shown; an empty text lets all through. */
export interface ActivityFilter {
  readonly caller: string;
  readonly domain: string;
}

export const NO_FILTER: ActivityFilter = { caller: '', domain: '' };

/** The host a target's URL names; a bare domain is its own; empty when there is none. */
export const domainOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname : url.includes(':') ? '' : url;

const domainsOf = ({ targets }: ActivityEntry): readonly string[] =>
  targets.flatMap(({ url }) => (url === undefined ? [] : [domainOf(url)])).filter((domain) => domain !== '');

/** What the entries can be filtered by, in alphabetical order. */
export function filterChoices(entries: readonly ActivityEntry[]): {
  readonly callers: readonly string[];
  readonly domains: readonly string[];
} {
  return {
    callers: [...new Set(entries.map(({ caller }) => caller ?? ''))].filter(Boolean).sort(),
    domains: [...new Set(entries.flatMap(domainsOf))].sort(),
  };
}

/** The entries that pass a filter. */
export const filtered = (
  entries: readonly ActivityEntry[],
  { caller, domain }: ActivityFilter,
): readonly ActivityEntry[] =>
  entries.filter(
    (entry) =>
      (caller === '' || entry.caller === caller) && (domain === '' || domainsOf(entry).includes(domain)),
  );

/** The entries as the text of a file: their time in ISO 8601, without our IDs. */
export const exported = (entries: readonly ActivityEntry[]): string =>
  JSON.stringify(
    entries.map(({ id: _, at, ...entry }) => ({ time: new Date(at).toISOString(), ...entry })),
    null,
    2,
  );

/** A duration as people read it, given in whole milliseconds. */
export const duration = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);
