import { describe, expect, it, vi } from 'vitest';
import { browsingDataHandlers } from './browsingData.ts';
import { call, failure, fakeChrome } from './fakes/call.ts';

function clearing() {
  const remove = vi.fn(async (_options: object, _types: object) => {});
  return { remove, handlers: browsingDataHandlers(fakeChrome({ browsingData: { remove } })) };
}

describe('browsingData.clear', () => {
  it('clears the types of all time when nothing else is given, each once', async () => {
    const { handlers, remove } = clearing();
    const cleared = await call(handlers, 'browsingData.clear', { types: ['history', 'cache', 'history'] });
    expect(cleared).toEqual({ types: ['history', 'cache'] });
    expect(remove.mock.calls).toEqual([[{ since: 0 }, { history: true, cache: true }]]);
  });

  it('clears since a time and for origins', async () => {
    const { handlers, remove } = clearing();
    const origins = ['https://a.test', 'http://localhost:8080', 'https://a.test'];
    await call(handlers, 'browsingData.clear', { types: ['cookies'], since: 9, origins });
    expect(remove.mock.calls).toEqual([
      [{ since: 9, origins: ['https://a.test', 'http://localhost:8080'] }, { cookies: true }],
    ]);
  });

  it('names the types that cannot be cleared by origin, before it looks at the origins', async () => {
    const { handlers, remove } = clearing();
    const types = ['cache', 'history', 'formData', 'downloads'] as const;
    await expect(
      call(handlers, 'browsingData.clear', { types: [...types], origins: ['nowhere'] }),
    ).rejects.toEqual(failure('INVALID_REQUEST', /: history, formData, downloads$/));
    expect(remove).not.toHaveBeenCalled();
  });

  it.each([
    'nowhere',
    'https://a.test/',
    'https://a.test/path',
    'https://A.test',
    'https://a.test:443',
    'https://user@a.test',
    'ftp://a.test',
    'chrome-extension://abcdefghijklmnop',
    'null',
  ])('refuses %s as an origin and clears nothing', async (origin) => {
    const { handlers, remove } = clearing();
    const input = { types: ['cache' as const], origins: ['https://good.test', origin] };
    await expect(call(handlers, 'browsingData.clear', input)).rejects.toEqual(failure('INVALID_REQUEST'));
    expect(remove).not.toHaveBeenCalled();
  });

  it('answers UNSUPPORTED without chrome.browsingData', async () => {
    const handlers = browsingDataHandlers(fakeChrome({}));
    await expect(call(handlers, 'browsingData.clear', { types: ['cache'] })).rejects.toEqual(
      failure('UNSUPPORTED', 'chrome.browsingData'),
    );
  });
});
