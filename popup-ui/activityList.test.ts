import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../shared/activity.ts';
import { domainOf, duration, exported, filterChoices, filtered, NO_FILTER } from './activityList.ts';

const entry = (over: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  at: 0,
  caller: 'agent',
  method: 'tabs.open',
  targets: [],
  moreTargets: 0,
  outcome: 'done',
  count: 1,
  durationMs: 1,
  ...over,
});
const onA = entry({ targets: [{ url: 'https://a.test/x' }, { title: 'no URL' }] });
const onB = entry({ caller: 'cli', targets: [{ url: 'b.test' }] });
const nowhere = entry({ caller: null, targets: [{ url: 'data:…' }] });
const all = [onA, onB, nowhere];

describe('the filter', () => {
  test('offers the callers and domains there are', () => {
    expect(filterChoices(all)).toEqual({ callers: ['agent', 'cli'], domains: ['a.test', 'b.test'] });
  });

  test('lets through what fits both', () => {
    expect(filtered(all, NO_FILTER)).toEqual(all);
    expect(filtered(all, { caller: 'cli', domain: '' })).toEqual([onB]);
    expect(filtered(all, { caller: '', domain: 'a.test' })).toEqual([onA]);
    expect(filtered(all, { caller: 'cli', domain: 'a.test' })).toEqual([]);
  });

  test.each([
    ['https://a.test:8080/x', 'a.test'],
    ['a.test', 'a.test'],
    ['data:…', ''],
    ['about:blank', ''],
  ])('finds in %s the domain %j', (url, domain) => {
    expect(domainOf(url)).toBe(domain);
  });
});

test('the export is JSON that people and programs can read', () => {
  const [first] = JSON.parse(exported([onA]));
  expect(first).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    caller: 'agent',
    method: 'tabs.open',
    targets: [{ url: 'https://a.test/x' }, { title: 'no URL' }],
    moreTargets: 0,
    outcome: 'done',
    count: 1,
    durationMs: 1,
  });
});

test.each([
  [999, '999 ms'],
  [1_500, '1.5 s'],
  [120_000, '120.0 s'],
])('%d ms reads %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
