import type { BrowserMethodName } from '../../protocol/methods/index.ts';
import type { ActivityTarget } from '../../shared/activity.ts';

/** How many targets of one call are named. */
export const NAMED_TARGETS = 5;
/** How much of a title or URL is kept, in UTF-16 units. */
export const TARGET_LENGTH = 300;

/** What a call was about: some of it named, the rest counted. */
export interface Targets {
  readonly targets: readonly ActivityTarget[];
  readonly moreTargets: number;
}

export const NO_TARGETS: Targets = { targets: [], moreTargets: 0 };

/** Something an input names: as text, or by an ID that only Chrome can turn into one. */
type Named =
  | { readonly kind: 'text'; readonly target: ActivityTarget }
  | { readonly kind: 'tab' | 'group' | 'download'; readonly id: number }
  | { readonly kind: 'bookmark' | 'extension'; readonly id: string };

/** The parts of Chrome that know titles. */
export type TitleSources = Pick<
  typeof chrome,
  'tabs' | 'tabGroups' | 'bookmarks' | 'downloads' | 'management'
>;

type Input = Readonly<Record<string, unknown>>;

/**
 * Says what a call is about. The questions to Chrome are on their way when this returns, so what the call then destroys
 * is still named. What Chrome does not know any more is left out.
 * @param input what the schema has vouched for.
 */
export async function targetsOf(
  sources: TitleSources,
  method: BrowserMethodName,
  input: Input,
): Promise<Targets> {
  const named = namedBy(method, input);
  const asked = named.slice(0, NAMED_TARGETS).map((one) => lookUp(sources, one).catch(() => undefined));
  const found = await Promise.all(asked);
  return {
    targets: found.flatMap((target) => (target === undefined ? [] : [shortened(target)])),
    moreTargets: Math.max(0, named.length - NAMED_TARGETS),
  };
}

/** The same of what is known already. */
export const knownTargets = (all: readonly ActivityTarget[]): Targets => ({
  targets: all.slice(0, NAMED_TARGETS).map(shortened),
  moreTargets: Math.max(0, all.length - NAMED_TARGETS),
});

function namedBy(method: BrowserMethodName, input: Input): readonly Named[] {
  const { url, urls, origins, title, name, domain, types, tabId, tabIds, groupId, id, ids } = input;
  const text = (target: ActivityTarget): Named => ({ kind: 'text', target });
  const urlTexts = [...textsOf(url), ...textsOf(urls), ...textsOf(origins), ...textsOf(domain)];
  const titles = [...textsOf(title), ...textsOf(name), ...textsOf(types)];
  const words =
    urlTexts.length === 1 && titles.length === 1
      ? [text({ title: titles.join(), url: urlTexts.join() })]
      : [...titles.map((one) => text({ title: one })), ...urlTexts.map((one) => text({ url: one }))];
  return [
    ...numbersOf(tabId, tabIds).map((one): Named => ({ kind: 'tab', id: one })),
    ...numbersOf(groupId).map((one): Named => ({ kind: 'group', id: one })),
    ...byId(method, id, ids),
    ...words,
  ];
}

/** What an `id` means depends on the method's domain. */
function byId(method: BrowserMethodName, id: unknown, ids: unknown): readonly Named[] {
  const domain = method.split('.')[0];
  if (domain === 'downloads') return numbersOf(id, ids).map((one): Named => ({ kind: 'download', id: one }));
  const kind = domain === 'bookmarks' ? 'bookmark' : domain === 'extensions' ? 'extension' : undefined;
  if (kind === undefined) return [];
  return [...textsOf(id), ...textsOf(ids)].map((one): Named => ({ kind, id: one }));
}

async function lookUp(sources: TitleSources, named: Named): Promise<ActivityTarget | undefined> {
  switch (named.kind) {
    case 'text':
      return named.target;
    case 'tab':
      return shown(await sources.tabs.get(named.id));
    case 'group':
      return shown(await sources.tabGroups.get(named.id));
    case 'bookmark':
      return shown((await sources.bookmarks.get(named.id))[0]);
    case 'download':
      return shown((await sources.downloads.search({ id: named.id }))[0]);
    case 'extension': {
      const { name } = await sources.management.get(named.id);
      return { title: name };
    }
  }
}

function shown(
  found: { readonly title?: string | undefined; readonly url?: string | undefined } | undefined,
): ActivityTarget | undefined {
  if (found === undefined) return undefined;
  const { title, url } = found;
  return { ...(title === undefined ? {} : { title }), ...(url === undefined ? {} : { url }) };
}

function shortened({ title, url }: ActivityTarget): ActivityTarget {
  return {
    ...(title === undefined || title === '' ? {} : { title: cut(title) }),
    ...(url === undefined || url === '' ? {} : { url: cut(harmlessUrl(url)) }),
  };
}

/** Schemes whose URL says where something is, and not what it contains. */
const PLACES = ['http:', 'https:', 'ftp:', 'file:', 'chrome:', 'chrome-extension:', 'about:'];

/** A URL without what is often a secret (user, password, fragment) or is a whole page (`data:`, `javascript:`). */
function harmlessUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (!PLACES.includes(parsed.protocol)) return `${parsed.protocol}…`;
  parsed.username = '';
  parsed.password = '';
  parsed.hash = '';
  return parsed.href;
}

const cut = (text: string): string =>
  text.length > TARGET_LENGTH ? `${text.slice(0, TARGET_LENGTH - 1)}…` : text;

const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

const numbersOf = (...values: unknown[]): number[] =>
  values.flat().filter((one): one is number => typeof one === 'number');
