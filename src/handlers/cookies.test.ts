import { describe, expect, it } from 'vitest';
import { cookiesHandlers } from './cookies.ts';
import { call, failure, fakeChrome } from './fakes/call.ts';
import { FakeCookies, NOW_MS } from './fakes/fakeCookies.ts';

function emptyJar() {
  const cookies = new FakeCookies();
  return { cookies, handlers: cookiesHandlers(cookies.chrome, () => NOW_MS) };
}

const PARTITION = { topLevelSite: 'https://top.test', hasCrossSiteAncestor: true };

describe('cookies.list', () => {
  it('lists all cookies, partitioned ones included, with times in whole milliseconds', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ expirationDate: 2_000.0006 });
    cookies.add({ name: 'chip', partitionKey: PARTITION });
    const common = {
      value: 'secret',
      domain: 'a.test',
      path: '/',
      secure: true,
      httpOnly: false,
      sameSite: 'lax',
    };
    expect(await call(handlers, 'cookies.list', {})).toEqual({
      items: [
        { ...common, name: 'id', session: false, expires: 2_000_001 },
        { ...common, name: 'chip', session: true, partitionTopLevelSite: 'https://top.test' },
      ],
      hasMore: false,
      contentTrust: 'untrusted-page-content',
    });
    expect(cookies.calls).toEqual([['getAll', { partitionKey: {} }]]);
  });

  it('lists a page of the cookies of a name, or of a domain with its subdomains', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ domain: 'b.a.test' });
    cookies.add({ domain: 'c.test' });
    cookies.add({ name: 'other' });
    const named = await call(handlers, 'cookies.list', { name: 'id', limit: 1 });
    expect({ found: named.items.length, hasMore: named.hasMore }).toEqual({ found: 1, hasMore: true });
    const { items } = await call(handlers, 'cookies.list', { domain: '.A.test' });
    expect(items.map(({ domain }) => domain)).toEqual(['b.a.test', 'a.test']);
  });

  it('refuses a URL with a domain, what is not a URL, and what Chrome refuses', async () => {
    const { cookies, handlers } = emptyJar();
    const listing = (input: { url: string; domain?: string }) => call(handlers, 'cookies.list', input);
    await expect(listing({ url: 'https://a.test', domain: 'a.test' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'not both'),
    );
    await expect(listing({ url: 'nowhere' })).rejects.toEqual(failure('INVALID_REQUEST', 'Not a URL'));
    expect(cookies.calls).toEqual([]);
    await expect(listing({ url: 'data:,x' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'No host permissions'),
    );
  });
});

describe('cookies.get', () => {
  it('prefers the cookie without a partition, else takes the first', async () => {
    const { cookies, handlers } = emptyJar();
    const which = { url: 'https://a.test/', name: 'id' };
    cookies.add({ value: 'partitioned', partitionKey: PARTITION });
    expect((await call(handlers, 'cookies.get', which)).cookie.value).toBe('partitioned');
    cookies.add({ value: 'plain' });
    const { cookie, contentTrust } = await call(handlers, 'cookies.get', which);
    expect({ value: cookie.value, contentTrust }).toEqual({
      value: 'plain',
      contentTrust: 'untrusted-page-content',
    });
  });

  it('answers NOT_FOUND when none matches and INVALID_REQUEST for what is not a URL', async () => {
    const { handlers } = emptyJar();
    const getting = (url: string) => call(handlers, 'cookies.get', { url, name: 'id' });
    await expect(getting('https://a.test/')).rejects.toEqual(failure('NOT_FOUND'));
    await expect(getting('nowhere')).rejects.toEqual(failure('INVALID_REQUEST'));
  });
});

describe('cookies.set', () => {
  const which = { url: 'https://a.test/x', name: 'id' };

  it('sets a session cookie of nothing but what is given', async () => {
    const { cookies, handlers } = emptyJar();
    const { cookie } = await call(handlers, 'cookies.set', { ...which, value: '' });
    expect(cookie).toMatchObject({ name: 'id', value: '', domain: 'a.test', session: true });
    expect(cookies.calls).toEqual([['set', { ...which, value: '' }]]);
  });

  it('passes everything on, the time in seconds with its fraction', async () => {
    const { cookies, handlers } = emptyJar();
    const details = {
      value: 'v',
      domain: 'a.test',
      path: '/x',
      secure: true,
      httpOnly: true,
      sameSite: 'strict' as const,
    };
    const { cookie } = await call(handlers, 'cookies.set', { ...which, ...details, expires: 1_000_001 });
    expect(cookie.expires).toBe(1_000_001);
    expect(cookies.calls).toEqual([['set', { ...which, ...details, expirationDate: 1_000.001 }]]);
  });

  it('shows the cookie it stored, not another of that name', async () => {
    const { cookies, handlers } = emptyJar();
    const setting = async (value: string, place: { domain?: string; path?: string }) =>
      (await call(handlers, 'cookies.set', { url: 'https://b.a.test/x/y', name: 'id', value, ...place }))
        .cookie;
    expect(await setting('1', {})).toMatchObject({ value: '1', domain: 'b.a.test', path: '/x' });
    expect(await setting('2', { path: '/' })).toMatchObject({ value: '2', domain: 'b.a.test', path: '/' });
    expect(await setting('3', { domain: 'a.test' })).toMatchObject({
      value: '3',
      domain: '.a.test',
      path: '/x',
    });
    expect(await setting('4', { domain: '.B.a.test', path: '/' })).toMatchObject({ value: '4', path: '/' });
    expect(cookies.jar.map(({ value }) => value)).toEqual(['1', '2', '3', '4']);
  });

  it('refuses what is not a URL, a path the URL is not in, and a time that has passed, and asks nothing', async () => {
    const { cookies, handlers } = emptyJar();
    const setting = (changes: object) => call(handlers, 'cookies.set', { ...which, value: 'v', ...changes });
    await expect(setting({ url: 'nowhere' })).rejects.toEqual(failure('INVALID_REQUEST', 'Not a URL'));
    await expect(setting({ path: '/y' })).rejects.toEqual(failure('INVALID_REQUEST', 'path'));
    await expect(setting({ expires: NOW_MS })).rejects.toEqual(failure('INVALID_REQUEST', 'past'));
    expect(cookies.calls).toEqual([]);
  });

  it('passes on why Chrome refuses, and says so when it gives no reason', async () => {
    const { handlers } = emptyJar();
    const setting = (value: string) => call(handlers, 'cookies.set', { ...which, value });
    await expect(setting('a;b')).rejects.toEqual(failure('INVALID_REQUEST', 'Failed to parse'));
    await expect(setting('unwanted')).rejects.toEqual(failure('INVALID_REQUEST', 'did not store'));
  });
});

describe('cookies.remove', () => {
  const which = { url: 'https://a.test/x/y', name: 'id' };

  it('removes the cookie that get returns, with its own partition key', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ partitionKey: PARTITION });
    expect(await call(handlers, 'cookies.remove', { ...which, confirm: true })).toEqual({ deleted: 1 });
    expect(cookies.jar).toEqual([]);
    expect(cookies.calls.at(-1)).toEqual(['remove', { ...which, storeId: '0', partitionKey: PARTITION }]);
  });

  it('leaves the partitioned cookie when there is one without a partition', async () => {
    const { cookies, handlers } = emptyJar();
    const partitioned = cookies.add({ partitionKey: PARTITION });
    cookies.add({});
    expect(await call(handlers, 'cookies.remove', which)).toEqual({ deleted: 1 });
    expect(cookies.jar).toEqual([partitioned]);
  });

  it('removes only one of several cookies of the name', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ path: '/x', httpOnly: true });
    const rootPath = cookies.add({});
    const subdomains = cookies.add({ domain: '.a.test' });
    expect(await call(handlers, 'cookies.remove', which)).toEqual({ deleted: 1 });
    expect(cookies.jar).toEqual([rootPath, subdomains]);
    await call(handlers, 'cookies.remove', which);
    expect(cookies.jar).toEqual([subdomains]);
  });

  it('counts nothing when Chrome found nothing to remove', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ name: 'vanished' });
    const removed = await call(handlers, 'cookies.remove', { url: which.url, name: 'vanished' });
    expect(removed).toEqual({ deleted: 0 });
  });

  it('answers NOT_FOUND when none matches and INVALID_REQUEST for what is not a URL', async () => {
    const { handlers } = emptyJar();
    await expect(call(handlers, 'cookies.remove', which)).rejects.toEqual(failure('NOT_FOUND'));
    await expect(call(handlers, 'cookies.remove', { url: 'nowhere', name: 'id' })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
  });
});

describe('cookies.clear', () => {
  it('removes the cookies of a domain with its subdomains, each by its own URL and partition', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({ domain: '.a.test', path: '/x', secure: false });
    cookies.add({ name: 'chip', domain: 'b.a.test', partitionKey: PARTITION });
    const other = cookies.add({ domain: 'c.test' });
    expect(await call(handlers, 'cookies.clear', { domain: 'a.test', confirm: true })).toEqual({
      deleted: 2,
    });
    expect(cookies.jar).toEqual([other]);
    expect(cookies.calls.slice(1)).toEqual([
      ['remove', { url: 'http://a.test/x', name: 'id', storeId: '0' }],
      ['remove', { url: 'https://b.a.test/', name: 'chip', storeId: '0', partitionKey: PARTITION }],
    ]);
  });

  it('removes all cookies and counts what Chrome removed', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({});
    cookies.add({ name: 'vanished' });
    expect(await call(handlers, 'cookies.clear', { all: true })).toEqual({ deleted: 1 });
  });

  it('wants exactly one of domain and all, and asks nothing otherwise', async () => {
    const { cookies, handlers } = emptyJar();
    const refused = failure('INVALID_REQUEST', 'either');
    await expect(call(handlers, 'cookies.clear', {})).rejects.toEqual(refused);
    await expect(call(handlers, 'cookies.clear', { domain: 'a.test', all: true })).rejects.toEqual(refused);
    expect(cookies.calls).toEqual([]);
  });

  it('says how far it came when Chrome fails midway', async () => {
    const { cookies, handlers } = emptyJar();
    cookies.add({});
    cookies.add({ name: 'broken' });
    cookies.add({ name: 'third' });
    await expect(call(handlers, 'cookies.clear', { all: true })).rejects.toEqual(
      failure('INTERNAL_ERROR', 'after 1 of 3 cookies'),
    );
  });
});

it('every cookie method answers UNSUPPORTED without chrome.cookies', async () => {
  const handlers = cookiesHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.cookies');
  const which = { url: 'nowhere', name: 'id' };
  await expect(call(handlers, 'cookies.list', { url: 'nowhere' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'cookies.get', which)).rejects.toEqual(unsupported);
  await expect(call(handlers, 'cookies.set', { ...which, value: '' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'cookies.remove', which)).rejects.toEqual(unsupported);
  await expect(call(handlers, 'cookies.clear', {})).rejects.toEqual(unsupported);
});
