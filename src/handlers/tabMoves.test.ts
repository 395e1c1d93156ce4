import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeBrowser } from './fakes/fakeBrowser.ts';
import { moveTabs } from './tabMoves.ts';

/** Some of `size` tabs in any order, and a place. */
const moves = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    picked: fc.shuffledSubarray([...Array(size).keys()], { minLength: 1 }),
    index: fc.integer({ min: -1, max: 10 }),
  }),
);

it('leaves the tabs side by side in the order asked for, at the place asked for', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async ({ size, picked, index }) => {
      const browser = new FakeBrowser();
      const { id, tabIds } = browser.openWindow(Array(size).fill('https://a.test/'));
      const moving = picked.flatMap((position) => tabIds[position] ?? []);
      const staying = tabIds.filter((tabId) => !moving.includes(tabId));
      const at = index === -1 ? staying.length : index;

      await moveTabs(browser.chrome, moving, undefined, index);

      expect(browser.strip(id)).toEqual([...staying.slice(0, at), ...moving, ...staying.slice(at)]);
    }),
  );
});

it('leaves tabs of several windows in their own window when none is given', async () => {
  const browser = new FakeBrowser();
  const one = browser.openWindow(['https://a.test/', 'https://b.test/', 'https://c.test/']);
  const other = browser.openWindow(['https://d.test/', 'https://e.test/']);
  const [a = 0, b = 0, c = 0] = one.tabIds;
  const [d = 0, e = 0] = other.tabIds;

  await moveTabs(browser.chrome, [c, e, b], undefined, 0);

  expect(browser.strip(one.id)).toEqual([c, b, a]);
  expect(browser.strip(other.id)).toEqual([e, d]);
});
