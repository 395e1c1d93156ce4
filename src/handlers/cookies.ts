import { DomainError } from '../../protocol/errors.ts';
import { UNTRUSTED } from './contentTrust.ts';
import { type Cookie, expireCookie, inSamePartition, removeCookie } from './cookieRemoval.ts';
import { canonicalDomain, pathMatchesUrl, standsAt } from './cookieUrls.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { given } from './given.ts';
import { requireNamespace } from './namespaces.ts';
import { page } from './page.ts';
import { refusable } from './refusal.ts';
import { requireUrl } from './urls.ts';

/** A key that matches each cookie, in whatever partition; without it Chrome leaves out the partitioned ones. */
const ANY_PARTITION = { partitionKey: {} };

/**
 * The `cookies.…` methods (protocol §3).
 * @param now the time, in milliseconds since the epoch.
 */
export function cookiesHandlers(
  chrome: Chrome,
  now: () => number = Date.now,
): Handlers<DomainMethodName<'cookies'>> {
  const api = () => requireNamespace(chrome, 'cookies');

  const find = async ({ domain, ...which }: { url?: string; domain?: string; name?: string }) =>
    refusable(() =>
      api().getAll({
        ...ANY_PARTITION,
        ...which,
        ...(domain === undefined ? {} : { domain: canonicalDomain(domain) }),
      }),
    );

  /** The cookies of a name that a URL is sent, and the one of them that is meant: one without a partition, if any. */
  const choose = async (url: string, name: string) => {
    api();
    requireUrl(url);
    const matches = await find({ url, name });
    const cookie = matches.find(({ partitionKey }) => partitionKey === undefined) ?? matches[0];
    if (cookie === undefined) throw new DomainError('NOT_FOUND', `No cookie ${name} for ${url}`);
    return { cookie, matches };
  };

  return {
    'cookies.list': async ({ url, domain, name, limit }) => {
      api();
      if (url !== undefined && domain !== undefined) {
        throw new DomainError('INVALID_REQUEST', 'Give a url or a domain, not both');
      }
      if (url !== undefined) requireUrl(url);
      const { items, hasMore } = page(await find(given({ url, domain, name })), limit);
      return { items: items.map(listed), hasMore, ...UNTRUSTED };
    },

    'cookies.get': async ({ url, name }) => {
      const { cookie } = await choose(url, name);
      return { cookie: listed(cookie), ...UNTRUSTED };
    },

    'cookies.set': async ({ url, expires, ...details }) => {
      api();
      requireUrl(url);
      // Chrome would store the one and delete a cookie for the other, and report a failure for both.
      if (details.path !== undefined && !pathMatchesUrl(details.path, url)) {
        throw new DomainError('INVALID_REQUEST', `The path ${details.path} does not contain ${url}`);
      }
      if (expires !== undefined && expires <= now()) {
        throw new DomainError('INVALID_REQUEST', 'expires lies in the past; cookies.remove deletes a cookie');
      }
      const answered = await refusable(() =>
        api().set({
          url,
          ...given(details),
          ...(expires === undefined ? {} : { expirationDate: expires / 1000 }),
        }),
      );
      if (!answered) throw new DomainError('INVALID_REQUEST', 'Chrome refused: it did not store the cookie');
      // Chrome answers with the first cookie of that name the URL is sent, which may be another path's or domain's.
      const isStored = (cookie: Cookie) => standsAt(cookie, { url, ...details });
      const stored = isStored(answered) ? answered : (await find({ url, name: details.name })).find(isStored);
      return { cookie: listed(stored ?? answered), ...UNTRUSTED };
    },

    'cookies.remove': async ({ url, name }) => {
      const { cookie, matches } = await choose(url, name);
      const namesakes = matches.filter((other) => inSamePartition(cookie, other));
      if (namesakes.length === 1) return { deleted: await removeCookie(chrome, cookie, url) };
      await expireCookie(chrome, cookie);
      return { deleted: 1 };
    },

    'cookies.clear': async ({ domain, all }) => {
      api();
      if ((domain === undefined) === (all === undefined)) {
        throw new DomainError('INVALID_REQUEST', 'Give either a domain or all: true');
      }
      const found = await find(given({ domain }));
      let deleted = 0;
      for (const [position, cookie] of found.entries()) {
        deleted += await removeCookie(chrome, cookie).catch(() => {
          throw new DomainError(
            'INTERNAL_ERROR',
            `Chrome failed after ${position} of ${found.length} cookies; the others were not touched`,
          );
        });
      }
      return { deleted };
    },
  };
}

/** A cookie as the methods show it. */
function listed(cookie: Cookie) {
  const { name, value, domain, path, secure, httpOnly, sameSite, session, expirationDate } = cookie;
  const partitionTopLevelSite = cookie.partitionKey?.topLevelSite;
  return {
    name,
    value,
    domain,
    path,
    ...(expirationDate === undefined ? {} : { expires: Math.round(expirationDate * 1000) }),
    secure,
    httpOnly,
    sameSite,
    session,
    ...(partitionTopLevelSite === undefined ? {} : { partitionTopLevelSite }),
  };
}
