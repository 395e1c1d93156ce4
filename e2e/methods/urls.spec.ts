import * as z from 'zod/mini';
import { BROWSER_METHODS, type BrowserMethodName } from '../../protocol/methods/index.ts';
import { PUBLIC_METHODS } from '../support/coverage.ts';
import { expect, test } from '../support/lab.ts';

const UNPARSABLE = [
  'no url',
  '',
  '/path',
  '//host/path',
  'http://',
  'http://a|b/',
  'http://[::1',
  'http://x:99999/',
];

/** The fields of a method's input that take URLs. */
const urlFieldsOf = (name: BrowserMethodName): string[] =>
  Object.keys(z.toJSONSchema(BROWSER_METHODS[name].params).properties ?? {}).filter((field) =>
    ['url', 'urls', 'origins'].includes(field),
  );

/** A call that fails for nothing but the URL, for each method that takes one. */
const CALLS: Partial<Record<BrowserMethodName, (url: string) => object>> = {
  'tabs.open': (url) => ({ url }),
  'windows.open': (url) => ({ urls: ['https://fine.example/', url] }),
  'readingList.add': (url) => ({ url }),
  'bookmarks.add': (url) => ({ url }),
  'bookmarks.edit': (url) => ({ url }),
  'history.visits': (url) => ({ url }),
  'history.remove': (url) => ({ urls: ['https://fine.example/', url], confirm: true }),
  'browsingData.clear': (url) => ({
    types: ['cookies'],
    origins: ['https://fine.example', url],
    confirm: true,
  }),
  'downloads.start': (url) => ({ url }),
  'cookies.list': (url) => ({ url }),
  'cookies.get': (url) => ({ url, name: 'x' }),
  'cookies.set': (url) => ({ url, name: 'x', value: '1' }),
  'cookies.remove': (url) => ({ url, name: 'x', confirm: true }),
};

/** A URL that does not parse is not in the list, which is what these answer (protocol §3). */
const NOT_LISTED: Partial<Record<BrowserMethodName, (url: string) => object>> = {
  'readingList.markRead': (url) => ({ urls: [url] }),
  'readingList.remove': (url) => ({ urls: [url], confirm: true }),
};

test('every method that takes a URL has its case here', () => {
  const taking = PUBLIC_METHODS.filter((name) => urlFieldsOf(name).length > 0);
  expect(Object.keys({ ...CALLS, ...NOT_LISTED }).toSorted()).toEqual(taking.toSorted());
});

test('a URL that does not parse is refused by every method, and nothing happens', async ({
  methods,
  worker,
}) => {
  const bookmark = await worker.evaluate(
    async () => (await chrome.bookmarks.create({ title: 'x', url: 'https://fine.example/' })).id,
  );
  const state = () =>
    worker.evaluate(async () => [
      (await chrome.tabs.query({})).length,
      (await chrome.windows.getAll()).length,
      (await chrome.bookmarks.search('fine.example')).map(({ url }) => url),
      (await chrome.downloads.search({})).length,
    ]);
  const before = await state();
  for (const url of UNPARSABLE) {
    for (const [name, inputFor] of entriesOf(CALLS)) {
      const input = name === 'bookmarks.edit' ? { id: bookmark, url } : inputFor(url);
      await methods.fails(name, 'INVALID_REQUEST', input);
    }
    for (const [name, inputFor] of entriesOf(NOT_LISTED)) {
      await methods.fails(name, 'NOT_FOUND', inputFor(url));
    }
  }
  expect(await state()).toEqual(before);
});

const entriesOf = (calls: typeof CALLS) =>
  Object.entries(calls) as [BrowserMethodName, (url: string) => object][];
