import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fullInput, fullResult } from '../../protocol/fixtures/sample.fixture.ts';
import { METHOD_NAMES, type MethodName, methodNamed } from '../../protocol/methods/index.ts';
import { TestDaemon } from '../testing/testDaemon.ts';

const ALPHA_ID = `aa${'1'.repeat(30)}`;
const BETA_ID = `ab${'2'.repeat(30)}`;
const GAMMA_ID = `c${'3'.repeat(31)}`;

let daemon: TestDaemon;
/** Who was asked for what since this was last emptied. */
let asked: string[];

beforeEach(async () => {
  daemon = await TestDaemon.start();
  asked = [];
});
afterEach(() => daemon.dispose());

async function bringOnline(name: string, instanceId: string): Promise<void> {
  const { peer } = await daemon.pairBrowser(name, { instanceId });
  peer.serve((method) => {
    asked.push(`${name} ${method}`);
    return fullResult(method as MethodName);
  });
}

async function bringOffline(name: string, instanceId: string): Promise<void> {
  const { peer } = await daemon.pairBrowser(name, { instanceId });
  peer.socket.close();
  await peer.closed;
}

async function connectScriptCat(): Promise<void> {
  const peer = daemon.connect();
  await peer.pair(await daemon.enrol(), { methods: METHOD_NAMES });
  peer.serve((method) => {
    asked.push(`scriptcat ${method}`);
    return fullResult(method as MethodName);
  });
}

/** The outcome of a call: its code, or the names of those that were asked; `asked` may hold nothing else. */
async function outcomeOf(method: MethodName, browser: string | undefined): Promise<string> {
  asked = [];
  const reply = await daemon.call(method, fullInput(method), browser === undefined ? {} : { browser });
  if (!reply.ok) return asked.length === 0 ? reply.error.code : `${reply.error.code}, but ${asked}`;
  expect(reply.result).toEqual(expectedResult(method));
  return asked
    .map((line) => line.replace(` ${method}`, ''))
    .sort()
    .join('+');
}

/** The result of one peer as it is, or that of several with each item's source. */
function expectedResult(method: MethodName): object {
  const result = fullResult(method);
  const { mergeField } = methodNamed(method);
  if (asked.length < 2 || mergeField === undefined) return result;
  const [item] = result[mergeField] as object[];
  const from = (id: string, name: string) => ({ ...item, browser: { id, name } });
  return { ...result, [mergeField]: [from(ALPHA_ID, 'alpha'), from(BETA_ID, 'beta')] };
}

type Expected = string | { readonly list: string; readonly other: string };

/** Runs every method of the contract with one target. */
async function expectEverywhere(browser: string | undefined, expected: Expected, scripts: string) {
  const outcomes: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const method of METHOD_NAMES) {
    outcomes[method] = await outcomeOf(method, browser);
    const { internal, peer, mergeField } = methodNamed(method);
    const [list, other] =
      typeof expected === 'string' ? [expected, expected] : [expected.list, expected.other];
    if (internal) wanted[method] = 'INVALID_REQUEST';
    else if (peer === 'scriptcat') wanted[method] = browser === undefined ? scripts : 'INVALID_REQUEST';
    else wanted[method] = mergeField === undefined ? other : list;
  }
  expect(outcomes).toEqual(wanted);
}

/** What a user script call without a target answers while ScriptCat is away. */
const AWAY = 'INTERNAL_ERROR';

describe('every method, while no browser is paired', () => {
  test.each([
    ['no target', undefined, 'NO_BROWSER_CONNECTED'],
    ['a name', 'alpha', 'BROWSER_NOT_FOUND'],
    ['a prefix', 'aa', 'BROWSER_NOT_FOUND'],
  ])('with %s', async (_name, target, expected) => {
    await expectEverywhere(target, expected, AWAY);
  });
});

describe('every method, while the only paired browser is offline', () => {
  beforeEach(() => bringOffline('alpha', ALPHA_ID));
  test.each([
    ['no target', undefined, 'NO_BROWSER_CONNECTED'],
    ['its name', 'alpha', 'BROWSER_OFFLINE'],
    ['a prefix of its ID', 'aa', 'BROWSER_OFFLINE'],
    ['its ID', ALPHA_ID, 'BROWSER_OFFLINE'],
    ['an unknown name', 'omega', 'BROWSER_NOT_FOUND'],
  ])('with %s', async (_name, target, expected) => {
    await expectEverywhere(target, expected, AWAY);
  });
});

describe('every method, with one browser online', () => {
  beforeEach(() => bringOnline('alpha', ALPHA_ID));
  test.each([
    ['no target', undefined, 'alpha'],
    ['its name', 'alpha', 'alpha'],
    ['a prefix of its ID', 'a', 'alpha'],
    ['its ID', ALPHA_ID, 'alpha'],
    ['an unknown name', 'omega', 'BROWSER_NOT_FOUND'],
  ])('with %s', async (_name, target, expected) => {
    await expectEverywhere(target, expected, AWAY);
  });
});

describe('every method, with two browsers online and a third offline', () => {
  beforeEach(async () => {
    // The order of names is not the order of coming online.
    await bringOnline('beta', BETA_ID);
    await bringOnline('alpha', ALPHA_ID);
    await bringOffline('gamma', GAMMA_ID);
  });
  test.each<[string, string | undefined, Expected]>([
    ['no target', undefined, { list: 'alpha+beta', other: 'BROWSER_AMBIGUOUS' }],
    ['a name', 'beta', 'beta'],
    ['a prefix of one ID', 'aa', 'alpha'],
    ['an ID', BETA_ID, 'beta'],
    ['a prefix of two IDs', 'a', 'BROWSER_AMBIGUOUS'],
    ['the name of the one that is offline', 'gamma', 'BROWSER_OFFLINE'],
    ['a prefix of the one that is offline', 'c3', 'BROWSER_OFFLINE'],
    ['an unknown name', 'omega', 'BROWSER_NOT_FOUND'],
  ])('with %s', async (_name, target, expected) => {
    await expectEverywhere(target, expected, AWAY);
  });
});

describe('every method, with ScriptCat beside the browsers', () => {
  beforeEach(connectScriptCat);
  test('and none of them online', async () => {
    await expectEverywhere(undefined, 'NO_BROWSER_CONNECTED', 'scriptcat');
  });
  test('and one of them online', async () => {
    await bringOnline('alpha', ALPHA_ID);
    await expectEverywhere(undefined, 'alpha', 'scriptcat');
    await expectEverywhere('alpha', 'alpha', 'scriptcat');
  });
  test('and two of them online', async () => {
    await bringOnline('alpha', ALPHA_ID);
    await bringOnline('beta', BETA_ID);
    await expectEverywhere(undefined, { list: 'alpha+beta', other: 'BROWSER_AMBIGUOUS' }, 'scriptcat');
  });
});
