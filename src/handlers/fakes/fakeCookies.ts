import { pathMatchesUrl } from '../cookieUrls.ts';
import { fakeChrome } from './call.ts';

/** The time in the fake browser, in milliseconds since the epoch. */
export const NOW_MS = 1_000_000;

interface FakeCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  hostOnly: boolean;
  secure: boolean;
  httpOnly: boolean;
  sameSite: string;
  session: boolean;
  storeId: string;
  expirationDate?: number;
  partitionKey?: { topLevelSite: string; hasCrossSiteAncestor: boolean };
}

type Details = Partial<FakeCookie> & { url?: string };

/** A cookie jar that behaves as Chrome 156 was seen to. */
export class FakeCookies {
  readonly jar: FakeCookie[] = [];
  readonly calls: unknown[][] = [];

  add(changes: Partial<FakeCookie>): FakeCookie {
    const cookie = {
      name: 'id',
      value: 'secret',
      domain: 'a.test',
      path: '/',
      hostOnly: changes.domain?.startsWith('.') !== true,
      secure: true,
      httpOnly: false,
      sameSite: 'lax',
      session: changes.expirationDate === undefined,
      storeId: '0',
      ...changes,
    };
    this.jar.push(cookie);
    return cookie;
  }

  readonly chrome = fakeChrome({
    cookies: {
      getAll: async (details: Details) => {
        this.calls.push(['getAll', details]);
        if (details.url?.startsWith('data:')) throw new Error('No host permissions for cookies');
        return this.jar.filter((cookie) => this.#matches(cookie, details));
      },
      // It deletes all cookies of the name that the URL is sent, and answers an object even for none.
      remove: async (details: Details) => {
        this.calls.push(['remove', details]);
        if (details.name === 'broken') throw new Error('Broken');
        const { topLevelSite } = details.partitionKey ?? {};
        this.#drop(
          (cookie) => this.#matches(cookie, details) && cookie.partitionKey?.topLevelSite === topLevelSite,
        );
        return details.name === 'vanished' ? null : { url: details.url, name: details.name };
      },
      set: async ({ url = '', ...details }: Details) => {
        this.calls.push(['set', { url, ...details }]);
        if (details.value?.includes(';')) throw new Error('Failed to parse or set cookie named "id".');
        const { hostname, pathname } = new URL(url);
        const { expirationDate = Number.POSITIVE_INFINITY, domain = hostname } = details;
        const { path = pathname.slice(0, pathname.lastIndexOf('/')) || '/' } = details;
        const host = domain.replace(/^\./, '').toLowerCase();
        const dotted = details.domain === undefined ? host : `.${host}`;
        this.#drop(
          (cookie) =>
            cookie.name === details.name &&
            cookie.path === path &&
            cookie.domain === dotted &&
            cookie.partitionKey?.topLevelSite === details.partitionKey?.topLevelSite,
        );
        if (expirationDate * 1000 <= NOW_MS || details.value === 'unwanted') return null;
        this.add({ secure: false, ...details, domain: dotted, path });
        return this.jar.find((cookie) => this.#matches(cookie, { url, name: details.name ?? '' })) ?? null;
      },
    },
  });

  #matches(cookie: FakeCookie, { url, name, domain }: Details): boolean {
    const host = cookie.domain.replace(/^\./, '');
    const within = (whole: string, suffix: string) => whole === suffix || whole.endsWith(`.${suffix}`);
    if (name !== undefined && cookie.name !== name) return false;
    if (domain !== undefined && !within(host, domain)) return false;
    if (url === undefined) return true;
    const { hostname } = new URL(url);
    return (cookie.hostOnly ? hostname === host : within(hostname, host)) && pathMatchesUrl(cookie.path, url);
  }

  #drop(test: (cookie: FakeCookie) => boolean): void {
    const kept = this.jar.filter((cookie) => !test(cookie));
    this.jar.splice(0, this.jar.length, ...kept);
  }
}
