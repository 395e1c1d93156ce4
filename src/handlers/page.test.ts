import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../../protocol/limits.ts';
import { page } from './page.ts';
import { unique } from './unique.ts';

const LIMITS = fc.integer({ min: 1, max: MAX_LIST_LIMIT });

it('a page is the beginning of the list, never over the limit, and says whether there is more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 1_100 }),
      fc.option(LIMITS, { nil: undefined }),
      (list, limit) => {
        const { items, hasMore } = page(list, limit);
        const most = limit ?? DEFAULT_LIST_LIMIT;
        expect(items).toEqual(list.slice(0, most));
        expect(hasMore).toBe(list.length > most);
      },
    ),
  );
});

it('unique keeps each item once, at its first place', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (list) => {
      const kept = unique(list);
      expect(new Set(kept)).toEqual(new Set(list));
      expect(kept).toHaveLength(new Set(list).size);
      const places = kept.map((item) => list.indexOf(item));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }),
  );
});
