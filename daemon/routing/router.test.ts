import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { METHOD_NAMES, type MethodName, methodNamed } from '../../protocol/methods/index.ts';
import type { HandPeer } from '../testing/handPeer.ts';
import { type TestBrowser, TestDaemon } from '../testing/testDaemon.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.dispose());

const A_ID = `aa${'1'.repeat(30)}`;
const B_ID = `ab${'2'.repeat(30)}`;

const pairA = () => daemon.pairBrowser('alpha', { instanceId: A_ID });
const pairB = () => daemon.pairBrowser('beta', { instanceId: B_ID });
const leave = async ({ peer }: TestBrowser) => {
  peer.socket.close();
  await peer.closed;
};

/** Lets a browser answer lists with one item that says whose it is, and everything else with its tab. */
function serve(peer: HandPeer, tabId: number) {
  peer.serve((method) => (method === 'windows.list' ? { windows: [window(tabId)] } : { tabId }));
}
const window = (windowId: number) => ({ windowId, focused: false, state: 'normal', tabCount: 1 });
const fromA = { ...window(1), browser: { id: A_ID, name: 'alpha' } };
const fromB = { ...window(2), browser: { id: B_ID, name: 'beta' } };

describe.each([
  { online: 0, action: 'tabs.open', target: undefined, expected: 'NO_BROWSER_CONNECTED' },
  { online: 0, action: 'windows.list', target: undefined, expected: 'NO_BROWSER_CONNECTED' },
  { online: 0, action: 'tabs.open', target: 'alpha', expected: 'BROWSER_NOT_FOUND' },
  { online: 1, action: 'tabs.open', target: undefined, expected: { tabId: 1 } },
  { online: 1, action: 'windows.list', target: undefined, expected: { windows: [window(1)] } },
  { online: 1, action: 'tabs.open', target: 'alpha', expected: { tabId: 1 } },
  { online: 1, action: 'tabs.open', target: 'a', expected: { tabId: 1 } },
  { online: 1, action: 'tabs.open', target: A_ID, expected: { tabId: 1 } },
  { online: 1, action: 'tabs.open', target: '', expected: { tabId: 1 } },
  { online: 1, action: 'tabs.open', target: 'alp', expected: 'BROWSER_NOT_FOUND' },
  { online: 1, action: 'tabs.open', target: `${A_ID}0`, expected: 'BROWSER_NOT_FOUND' },
  { online: 1, action: 'tabs.open', target: 'ALPHA', expected: 'BROWSER_NOT_FOUND' },
  { online: 2, action: 'tabs.open', target: undefined, expected: 'BROWSER_AMBIGUOUS' },
  { online: 2, action: 'windows.list', target: undefined, expected: { windows: [fromA, fromB] } },
  { online: 2, action: 'tabs.open', target: 'beta', expected: { tabId: 2 } },
  { online: 2, action: 'tabs.open', target: 'aa', expected: { tabId: 1 } },
  { online: 2, action: 'tabs.open', target: 'ab', expected: { tabId: 2 } },
  { online: 2, action: 'tabs.open', target: 'a', expected: 'BROWSER_AMBIGUOUS' },
  { online: 2, action: 'windows.list', target: 'a', expected: 'BROWSER_AMBIGUOUS' },
  { online: 2, action: 'windows.list', target: 'beta', expected: { windows: [window(2)] } },
  { online: 2, action: 'tabs.open', target: 'gamma', expected: 'BROWSER_NOT_FOUND' },
])('with $online online, $action for $target', ({ online, action, target, expected }) => {
  test(`answers ${typeof expected === 'string' ? expected : 'the result'}`, async () => {
    if (online > 0) serve((await pairA()).peer, 1);
    if (online > 1) serve((await pairB()).peer, 2);
    const input = action === 'tabs.open' ? { url: 'x:' } : {};
    const reply = await daemon.call(action, input, { browser: target });
    if (typeof expected === 'string') expect(reply).toMatchObject({ ok: false, error: { code: expected } });
    else expect(reply).toEqual({ ok: true, result: expected });
  });
});

describe('an instance that is paired but away', () => {
  test('is BROWSER_OFFLINE by name and by prefix', async () => {
    await leave(await pairA());
    for (const browser of ['alpha', 'aa']) {
      const reply = await daemon.call('windows.list', {}, { browser });
      expect(reply).toMatchObject({
        error: { code: 'BROWSER_OFFLINE', message: expect.stringMatching(/alpha/) },
      });
    }
  });

  test('still makes a prefix ambiguous, and the message lists both', async () => {
    serve((await pairA()).peer, 1);
    await leave(await pairB());
    const reply = await daemon.call('tabs.open', { url: 'x:' }, { browser: 'a' });
    const listed = `alpha (${A_ID}), beta (${B_ID})`;
    expect(reply).toMatchObject({
      error: { code: 'BROWSER_AMBIGUOUS', message: expect.stringContaining(listed) },
    });
  });

  test('does not count when no target is named', async () => {
    serve((await pairA()).peer, 1);
    await leave(await pairB());
    expect(await daemon.call('tabs.open', { url: 'x:' })).toEqual({ ok: true, result: { tabId: 1 } });
    expect(await daemon.call('windows.list')).toEqual({ ok: true, result: { windows: [window(1)] } });
  });

  test('never paired, paired but away, and unknown are three different answers', async () => {
    expect(await daemon.call('windows.list')).toMatchObject({
      error: { message: expect.stringMatching(/has been paired yet/) },
    });
    await leave(await pairA());
    expect(await daemon.call('windows.list')).toMatchObject({
      error: { code: 'NO_BROWSER_CONNECTED', message: expect.stringMatching(/start one of them: alpha/) },
    });
    expect(await daemon.call('windows.list', {}, { browser: 'omega' })).toMatchObject({
      error: { code: 'BROWSER_NOT_FOUND' },
    });
  });
});

test('a name that looks like the prefix of another ID is the name', async () => {
  serve((await pairA()).peer, 1);
  serve((await daemon.pairBrowser('aa', { instanceId: B_ID })).peer, 2);
  expect(await daemon.call('tabs.open', { url: 'x:' }, { browser: 'aa' })).toMatchObject({
    result: { tabId: 2 },
  });
});

test('the message of an ambiguous call lists the online instances', async () => {
  await pairA();
  await pairB();
  await leave(await daemon.pairBrowser('gamma'));
  const listed = `alpha (${A_ID}), beta (${B_ID})`;
  expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({
    error: { message: expect.stringMatching(new RegExp(`${listed.replace(/[()]/g, '\\$&')}$`)) },
  });
});

describe('a combined list', () => {
  let a: HandPeer;
  let b: HandPeer;
  beforeEach(async () => {
    // The order of connecting must not matter.
    b = (await pairB()).peer;
    a = (await pairA()).peer;
  });

  /** Starts a combined search and takes both requests. */
  async function search() {
    const reply = daemon.call('history.search', {});
    return { reply, a: (await a.next()).id, b: (await b.next()).id };
  }
  const visit = (title: string) => ({ url: 'x:', title, lastVisitTime: 1, visitCount: 1 });
  const page = (titles: string[], hasMore = false) => ({
    items: titles.map(visit),
    hasMore,
    contentTrust: 'untrusted-page-content',
  });
  const titles = (reply: object) =>
    (reply as { result: { items: { title: string; browser: { name: string } }[] } }).result.items.map(
      ({ title, browser }) => `${browser.name}:${title}`,
    );

  test('is in the order of names, then of each answer, however the answers come', async () => {
    const call = await search();
    b.respond(call.b, page(['3', '1']));
    await b.drain();
    a.respond(call.a, page(['4', '2']));
    const reply = await call.reply;
    expect(titles(reply)).toEqual(['alpha:4', 'alpha:2', 'beta:3', 'beta:1']);
    expect(reply).toMatchObject({ result: { contentTrust: 'untrusted-page-content' } });
  });

  test.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
  ])('has more when one has: %s, %s → %s', async (first, second, expected) => {
    const call = await search();
    a.respond(call.a, page([], first));
    b.respond(call.b, page([], second));
    expect(await call.reply).toMatchObject({ result: { items: [], hasMore: expected } });
  });

  test('has no hasMore when no answer has one', async () => {
    serve(a, 1);
    serve(b, 2);
    expect(await daemon.call('windows.list')).toEqual({ ok: true, result: { windows: [fromA, fromB] } });
  });

  test('NOT_FOUND contributes nothing', async () => {
    const call = await search();
    a.fail(call.a, 'NOT_FOUND');
    b.respond(call.b, page(['1'], true));
    const reply = await call.reply;
    expect(titles(reply)).toEqual(['beta:1']);
    expect(reply).toMatchObject({ result: { hasMore: true } });
  });

  test('NOT_FOUND from everyone is NOT_FOUND', async () => {
    const call = await search();
    a.fail(call.a, 'NOT_FOUND');
    b.fail(call.b, 'NOT_FOUND');
    expect(await call.reply).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('any other failure fails the call, the first by name if there are several', async () => {
    const call = await search();
    b.fail(call.b, 'UNSUPPORTED');
    await b.drain();
    a.fail(call.a, 'INVALID_REQUEST');
    expect(await call.reply).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    const again = await search();
    a.fail(again.a, 'NOT_FOUND');
    b.fail(again.b, 'UNSUPPORTED');
    expect(await again.reply).toMatchObject({ error: { code: 'UNSUPPORTED' } });
  });

  test('a lost connection wins at once, and the others are cancelled', async () => {
    const call = await search();
    b.socket.terminate();
    expect(await call.reply).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
    expect(await a.next()).toMatchObject({ method: '$/cancelRequest', params: { id: call.a } });
  });

  test('a lost connection wins over another failure', async () => {
    const call = await search();
    a.fail(call.a, 'UNSUPPORTED');
    await a.drain();
    b.socket.terminate();
    expect(await call.reply).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
  });

  test('an instance without the method fails it before anyone is asked', async () => {
    await daemon.pairBrowser('gamma', { methods: ['tabs.list'] });
    expect(await daemon.call('history.search', {})).toMatchObject({
      error: { code: 'METHOD_NOT_FOUND', message: expect.stringMatching(/gamma/) },
    });
    expect(await a.drain()).toEqual([]);
  });

  test('a requester that hangs up cancels it everywhere', async () => {
    const hangUp = new AbortController();
    const body = JSON.stringify({ action: 'windows.list', input: {} });
    const reply = daemon.post('/control/call', body, {}, { signal: hangUp.signal }).catch(() => 'gone');
    const requests = [await a.next(), await b.next()];
    hangUp.abort();
    expect(await reply).toBe('gone');
    const cancellations = [await a.next(), await b.next()];
    expect(cancellations.map(({ params }) => params)).toEqual(requests.map(({ id }) => ({ id })));
  });
});

test('two requesters that use two browsers at once never cross', async () => {
  serve((await pairA()).peer, 1);
  serve((await pairB()).peer, 2);
  const requester = async (browser: string, tabId: number) => {
    for (let count = 0; count < 250; count++) {
      const reply = await daemon.call('tabs.open', { url: 'x:' }, { browser });
      expect(reply).toEqual({ ok: true, result: { tabId } });
    }
  };
  await Promise.all([requester('alpha', 1), requester('beta', 2)]);
}, 60_000);

describe('what is checked before anything is sent', () => {
  test.each([
    ['an unknown action', 'tabs.explode', {}],
    ['a property of every object', 'toString', {}],
    ['an internal action', 'debugger.send', { tabId: 1, method: 'Page.enable' }],
    ['an internal action with invalid input', 'tabs.current', { tabId: 'x' }],
    ['a session method', '$session.ping', {}],
    ['a notification', 'debugger.event', {}],
  ])('%s is INVALID_REQUEST, and always the same', async (_name, action, input) => {
    const { peer } = await pairA();
    expect(await daemon.call(action, input)).toEqual({
      ok: false,
      error: { code: 'INVALID_REQUEST', message: 'There is no such method' },
    });
    expect(await peer.drain()).toEqual([]);
  });

  test.each([
    ['tabs.open', {}],
    ['tabs.open', { url: 'x:', confirm: true }],
    ['tabs.close', { tabIds: [] }],
    ['tabs.close', { tabIds: [1.5] }],
    ['history.search', { limit: 1_001 }],
    ['history.clear', { confirm: 'true' }],
    ['history.clear', { confirm: 1 }],
    ['history.clear', { confirm: false }],
    ['history.remove', { confirm: true }],
    ['history.remove', {}],
  ])('%s with %j is INVALID_REQUEST', async (action, input) => {
    const { peer } = await pairA();
    expect(await daemon.call(action, input)).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    expect(await peer.drain()).toEqual([]);
  });

  test('an invalid value is not repeated in the message', async () => {
    const reply = await daemon.call('cookies.set', {
      url: 'x:',
      name: 'n',
      value: 'secret',
      sameSite: 'v4l',
    });
    expect(reply).toMatchObject({ error: { message: expect.stringContaining('sameSite') } });
    expect(JSON.stringify(reply)).not.toContain('v4l');
  });

  test('an L1 method runs only with confirm: true, which travels on', async () => {
    const { peer } = await pairA();
    expect(await daemon.call('history.clear')).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
    expect(await peer.drain()).toEqual([]);
    const reply = daemon.call('history.clear', { confirm: true });
    const request = await peer.next();
    expect(request.params?.input).toEqual({ confirm: true });
    peer.respond(request.id, { all: true });
    expect(await reply).toEqual({ ok: true, result: { all: true } });
  });

  test('the confirmation is asked for before the target', async () => {
    expect(await daemon.call('history.clear', {}, { browser: 'nobody' })).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED' },
    });
  });

  test('a method the browser did not declare is METHOD_NOT_FOUND', async () => {
    const { peer } = await daemon.pairBrowser('alpha', { methods: ['tabs.list', 'made.up'] });
    expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({
      error: { code: 'METHOD_NOT_FOUND' },
    });
    expect(await peer.drain()).toEqual([]);
  });
});

describe('user scripts', () => {
  const list = { scripts: [], contentTrust: 'untrusted-user-script-metadata' };

  test('go to ScriptCat, whatever browsers are online', async () => {
    const scriptCat = daemon.connect();
    await scriptCat.pair(await daemon.enrol(), { methods: ['scripts.list'] });
    scriptCat.serve(() => list);
    const { peer } = await pairA();
    await pairB();
    expect(await daemon.call('scripts.list')).toEqual({ ok: true, result: list });
    expect(await peer.drain()).toEqual([]);
  });

  test('with a target are INVALID_REQUEST', async () => {
    await pairA();
    expect(await daemon.call('scripts.list', {}, { browser: 'alpha' })).toMatchObject({
      error: { code: 'INVALID_REQUEST' },
    });
  });

  test('without ScriptCat are INTERNAL_ERROR, even if a browser claims the method', async () => {
    const { peer } = await pairA();
    expect(await daemon.call('scripts.list')).toMatchObject({
      error: { code: 'INTERNAL_ERROR', message: expect.stringContaining('extension not connected') },
    });
    expect(await peer.drain()).toEqual([]);
  });

  test('that ScriptCat did not declare are METHOD_NOT_FOUND', async () => {
    await daemon.connect().pair(await daemon.enrol(), { methods: ['scripts.list', 'tabs.open'] });
    expect(await daemon.call('scripts.delete.request', { uuid: 'u' })).toMatchObject({
      error: { code: 'METHOD_NOT_FOUND' },
    });
    expect(await daemon.call('tabs.open', { url: 'x:' })).toMatchObject({
      error: { code: 'NO_BROWSER_CONNECTED' },
    });
  });
});

describe('every public browser method without a target', () => {
  const names = METHOD_NAMES.filter(
    (name) => methodNamed(name).peer === 'browser' && !methodNamed(name).internal,
  );

  /** An input each method takes, confirmed where that is asked for. */
  function inputOf(name: MethodName): object {
    const candidates = [
      {},
      { confirm: true },
      ...['url', 'query', 'id', 'folder', 'title'].map((field) => ({ [field]: 'x' })),
      ...['id', 'tabId', 'windowId', 'groupId'].map((field) => ({ [field]: 1 })),
      ...['tabIds', 'windowIds', 'ids'].map((field) => ({ [field]: [1] })),
      ...['urls', 'ids', 'types'].map((field) => ({ [field]: [field === 'types' ? 'cache' : 'x'] })),
      { url: 'x', title: 'x' },
      { url: 'x', name: 'x' },
      { url: 'x', name: 'x', value: 'x' },
      { ids: ['x'], folder: 'x' },
      { groupId: 1, tabIds: [1] },
      { windowId: 1, state: 'normal' },
    ].flatMap((input) => [input, { ...input, confirm: true }]);
    const { params, level } = methodNamed(name);
    const input = candidates.find(
      (candidate) => params.safeParse(candidate).success && (level !== 'L1' || 'confirm' in candidate),
    );
    if (input === undefined) throw new Error(`No input for ${name}`);
    return input;
  }

  test('with none online is NO_BROWSER_CONNECTED', async () => {
    for (const name of names) {
      expect(await daemon.call(name, inputOf(name)), name).toMatchObject({
        error: { code: 'NO_BROWSER_CONNECTED' },
      });
    }
  });

  test('with one online goes there', async () => {
    const { peer } = await pairA();
    for (const name of names) {
      const reply = daemon.call(name, inputOf(name));
      const request = await peer.next();
      expect(request.method).toBe(name);
      peer.fail(request.id, 'UNSUPPORTED');
      expect(await reply).toMatchObject({ error: { code: 'UNSUPPORTED' } });
    }
  });

  test('with two online goes to both if it is a list, and to neither otherwise', async () => {
    const peers = [(await pairA()).peer, (await pairB()).peer];
    for (const name of names) {
      const reply = daemon.call(name, inputOf(name));
      const isList = methodNamed(name).mergeField !== undefined;
      for (const peer of isList ? peers : []) peer.fail((await peer.next()).id, 'UNSUPPORTED');
      expect(await reply, name).toMatchObject({
        error: { code: isList ? 'UNSUPPORTED' : 'BROWSER_AMBIGUOUS' },
      });
    }
    for (const peer of peers) expect(await peer.drain()).toEqual([]);
  });
});
