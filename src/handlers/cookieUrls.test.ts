import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDomain, cookieUrl, pathMatchesUrl } from './cookieUrls.ts';

const hosts = fc.oneof(fc.domain(), fc.constantFrom('localhost', '127.0.0.1', '[::1]'));
const paths = fc
  .array(fc.stringMatching(/^[a-z0-9_-]{1,6}$/), { maxLength: 4 })
  .map((names) => `/${names.join('/')}`);

describe('the URL of a cookie', () => {
  it('parses to the scheme, host and path the cookie has', () => {
    fc.assert(
      fc.property(hosts, paths, fc.boolean(), fc.boolean(), (host, path, secure, withSubdomains) => {
        const url = new URL(cookieUrl({ domain: `${withSubdomains ? '.' : ''}${host}`, path, secure }));
        expect(url.protocol).toBe(secure ? 'https:' : 'http:');
        expect(url.host).toBe(host.toLowerCase());
        expect(url.pathname).toBe(path);
      }),
    );
  });

  it('is one the cookie is sent to', () => {
    fc.assert(
      fc.property(hosts, paths, (domain, path) => {
        expect(pathMatchesUrl(path, cookieUrl({ domain, path, secure: true }))).toBe(true);
      }),
    );
  });
});

describe('a cookie path matches', () => {
  it.each([
    ['/', 'https://a.test'],
    ['/', 'https://a.test/x/y'],
    ['/x', 'https://a.test/x'],
    ['/x', 'https://a.test/x/y?q#f'],
    ['/x/', 'https://a.test/x/y'],
    ['/ä b', 'https://a.test/ä b/c'],
  ])('%s and %s', (path, url) => expect(pathMatchesUrl(path, url)).toBe(true));

  it.each([
    ['/x', 'https://a.test/'],
    ['/x', 'https://a.test/xy'],
    ['/x/', 'https://a.test/x'],
    ['/x?y', 'https://a.test/x?y'],
    ['/X', 'https://a.test/x'],
  ])('but not %s and %s', (path, url) => expect(pathMatchesUrl(path, url)).toBe(false));
});

describe('the canonical form of a domain', () => {
  it.each([
    ['a.test', 'a.test'],
    ['.A.Test', 'a.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['[::1]', '[::1]'],
    ['not a host', 'not a host'],
  ])('of %s is %s', (domain, canonical) => expect(canonicalDomain(domain)).toBe(canonical));
});
