import { expect, it } from 'vitest';
import { BROWSER_METHODS, isBrowserMethodName } from '../../protocol/methods/index.ts';
import { fakeChrome } from './fakes/call.ts';
import { createHandlers } from './index.ts';

it('has a handler for each method that needs neither a human nor the debugger', () => {
  const expected = Object.keys(BROWSER_METHODS).filter(
    (name) =>
      isBrowserMethodName(name) && BROWSER_METHODS[name].level !== 'L2' && !name.startsWith('debugger.'),
  );
  expect(Object.keys(createHandlers(fakeChrome({}))).toSorted()).toEqual(expected.toSorted());
});

it('touches nothing of Chrome before a method is called', () => {
  const touchy = new Proxy(fakeChrome({}), {
    get: (_, name) => {
      throw new Error(`chrome.${String(name)} was touched`);
    },
  });
  expect(() => createHandlers(touchy)).not.toThrow();
});
