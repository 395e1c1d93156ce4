import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HandPeer, Message } from '../testing/handPeer.ts';
import { type TestBrowser, TestDaemon } from '../testing/testDaemon.ts';

let daemon: TestDaemon;
let browser: TestBrowser;
let peer: HandPeer;
beforeEach(async () => {
  daemon = await TestDaemon.start();
  browser = await daemon.pairBrowser('chrome-a');
  peer = browser.peer;
});
afterEach(() => daemon.dispose());

const OPEN = { url: 'https://example.com/' };
const UNINSTALL = { id: 'abc' };
const DONE = { tabId: 7 };

async function connectScriptCat(): Promise<HandPeer> {
  const scriptCat = daemon.connect();
  await scriptCat.pair(await daemon.enrol(), { methods: ['scripts.list', 'scripts.delete.request'] });
  return scriptCat;
}

/** Posts a call that asks for the pending line. @returns a reader of the reply's lines. */
async function callWithPending(action: string, input: object, signal?: AbortSignal) {
  const body = JSON.stringify({ action, input, reportPending: true });
  return daemon.post('/control/call', body, {}, signal ? { signal } : {});
}

const lines = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a call', () => {
  test('goes out with its input and the label of the requester', async () => {
    const body = JSON.stringify({ action: 'tabs.open', input: OPEN });
    const reply = daemon.post('/control/call', body, { 'x-sctl-client': 'my agent' });
    const request = await peer.next();
    expect(request).toEqual({
      jsonrpc: '2.0',
      id: expect.stringMatching(/.{8}/),
      method: 'tabs.open',
      params: { clientId: 'my agent', input: OPEN },
    });
    peer.respond(request.id, DONE);
    expect(await (await reply).json()).toEqual({ ok: true, result: DONE });
  });

  test('is answered whatever order the answers come in', async () => {
    const calls = [daemon.call('tabs.open', OPEN), daemon.call('windows.open')];
    const requests = [await peer.next(), await peer.next()];
    const answer = (method: string, result: object) =>
      peer.respond(requests.find((request) => request.method === method)?.id, result);
    answer('windows.open', { windowId: 2 });
    answer('tabs.open', { tabId: 1 });
    expect(await Promise.all(calls)).toEqual([
      { ok: true, result: { tabId: 1 } },
      { ok: true, result: { windowId: 2 } },
    ]);
  });

  test.each([
    ['a missing property', {}],
    ['a property too many', { tabId: 7, extra: 1 }],
    ['a wrong type', { tabId: '7' }],
  ])('with an invalid result, %s, fails as INTERNAL_ERROR', async (_name, result) => {
    peer.serve(() => result);
    expect(await daemon.call('tabs.open', OPEN)).toMatchObject({
      ok: false,
      error: { code: 'INTERNAL_ERROR' },
    });
    expect(await peer.drain()).toEqual([]);
  });

  test.each([
    [{ code: -32_000, message: 'gone', data: { code: 'NOT_FOUND' } }, 'NOT_FOUND'],
    [{ code: -32_000, message: 'no', data: { code: 'USER_REJECTED', operationId: '1' } }, 'USER_REJECTED'],
    [{ code: -32_000, message: 'x', data: { code: 'MADE_UP' } }, 'INTERNAL_ERROR'],
    [{ code: -32_000, message: 'x', data: { code: 'RATE_LIMITED' } }, 'INTERNAL_ERROR'],
    [{ code: -32_000, message: 'x' }, 'INTERNAL_ERROR'],
    [{ code: -32_601, message: 'x' }, 'METHOD_NOT_FOUND'],
    [{ code: -32_602, message: 'x' }, 'INVALID_REQUEST'],
    [{ code: 1, message: 'x' }, 'INTERNAL_ERROR'],
  ])('that fails with %j is answered %s', async (error, code) => {
    const call = daemon.call('tabs.open', OPEN);
    const { id } = await peer.next();
    peer.send({ id, error });
    expect(await call).toMatchObject({ ok: false, error: { code } });
  });

  test("passes on the browser's own sentence", async () => {
    const call = daemon.call('tabs.open', OPEN);
    peer.fail((await peer.next()).id, 'NOT_FOUND', 'There is no window 9');
    expect(await call).toEqual({ ok: false, error: { code: 'NOT_FOUND', message: 'There is no window 9' } });
  });

  test('larger than a frame is refused and not sent', async () => {
    expect(await daemon.call('tabs.open', { url: 'x'.repeat(4_194_304) })).toMatchObject({
      error: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect(await peer.drain()).toEqual([]);
  });

  test('is given up after five minutes, cancelled, and a late answer changes nothing', async () => {
    // So that no ping falls due at the same moment.
    await advance(10_000);
    const call = daemon.call('tabs.open', OPEN);
    const { id } = await peer.next();
    await advance(299_999);
    expect(await peer.drain()).toEqual([]);
    daemon.clock.advance(1);
    expect(await call).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
    peer.respond(id, DONE);
    expect(await peer.drain()).toEqual([{ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } }]);
  });

  test('is void when the connection is lost', async () => {
    const call = daemon.call('tabs.open', OPEN);
    await peer.next();
    peer.socket.terminate();
    expect(await call).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
  });

  test('of a requester that hangs up is cancelled', async () => {
    const hangUp = new AbortController();
    const call = callWithPending('tabs.open', OPEN, hangUp.signal).catch((error: Error) => error.name);
    const { id } = await peer.next();
    hangUp.abort();
    expect(await call).toBe('AbortError');
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
  });

  test('that was answered is not cancelled by hanging up', async () => {
    peer.serve(() => DONE);
    const hangUp = new AbortController();
    await (await callWithPending('tabs.open', OPEN, hangUp.signal)).text();
    hangUp.abort();
    expect(await peer.drain()).toEqual([]);
  });

  // Pings of the daemon are answered on the way, as an extension does.
  async function advance(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 5_000) {
      daemon.clock.advance(Math.min(left, 5_000));
      for (const ping of await peer.drain()) peer.respond(ping.id, {});
    }
  }
});

describe('waiting for a human', () => {
  const pending = (id: string | undefined) => ({ method: '$/approvalPending', params: { id } });

  test('is reported at once, and only once', async () => {
    const reply = callWithPending('extensions.uninstall', UNINSTALL);
    const { id } = await peer.next();
    peer.send(pending(id));
    // The headers come with the first line, before any answer.
    const response = await reply;
    peer.send(pending(id));
    peer.fail(id, 'USER_REJECTED', 'no');
    expect(await lines(response)).toEqual([
      { ok: false, pending: true },
      { ok: false, error: { code: 'USER_REJECTED', message: 'no' } },
    ]);
  });

  test('is not reported to a requester that did not ask', async () => {
    const reply = daemon.post(
      '/control/call',
      JSON.stringify({ action: 'extensions.uninstall', input: UNINSTALL }),
    );
    const { id } = await peer.next();
    peer.send(pending(id));
    peer.fail(id, 'USER_REJECTED', 'no');
    expect(await lines(await reply)).toEqual([
      { ok: false, error: { code: 'USER_REJECTED', message: 'no' } },
    ]);
  });

  test.each<[string, string, object, (request: Message) => Promise<void> | void]>([
    ['for an unknown request', 'extensions.uninstall', UNINSTALL, () => peer.send(pending('other'))],
    ['for a method nobody is asked about', 'tabs.open', OPEN, ({ id }) => peer.send(pending(id))],
    [
      'with params of its own',
      'extensions.uninstall',
      UNINSTALL,
      ({ id }) => peer.send({ method: '$/approvalPending', params: { id, more: 1 } }),
    ],
    [
      'on another connection',
      'extensions.uninstall',
      UNINSTALL,
      async ({ id }) => {
        const other = (await daemon.pairBrowser('chrome-b')).peer;
        other.send(pending(id));
        await other.drain();
      },
    ],
  ])('is not reported %s', async (_name, action, input, report) => {
    const reply = callWithPending(action, input);
    const request = await peer.next();
    await report(request);
    peer.fail(request.id, 'NOT_FOUND', 'none');
    expect(await lines(await reply)).toEqual([{ ok: false, error: { code: 'NOT_FOUND', message: 'none' } }]);
  });

  test('is not reported for ScriptCat', async () => {
    const scriptCat = await connectScriptCat();
    const reply = callWithPending('scripts.delete.request', { uuid: 'u' });
    const { id } = await scriptCat.next();
    scriptCat.send(pending(id));
    scriptCat.respond(id, { uuid: 'u', deleted: true });
    expect(await lines(await reply)).toEqual([{ ok: true, result: { uuid: 'u', deleted: true } }]);
  });
});

describe('frames after the handshake', () => {
  const invalid: [string, string | Buffer][] = [
    ['text that is no JSON', '{'],
    ['a binary message', Buffer.from('{"jsonrpc":"2.0","id":"1","method":"$session.ping"}')],
    ['a batch', '[]'],
    ['a message of another version', '{"jsonrpc":"1.0","id":"1","result":{}}'],
    ['result and error at once', '{"jsonrpc":"2.0","id":"1","result":{},"error":{"code":1,"message":""}}'],
    ['a number as ID', '{"jsonrpc":"2.0","id":1,"method":"$session.ping"}'],
    ['a member of its own', '{"jsonrpc":"2.0","id":"1","method":"$session.ping","extra":1}'],
    ['an unknown method', '{"jsonrpc":"2.0","id":"1","method":"tabs.explode"}'],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"debugger.unheard"}'],
    ['a business request with invalid params', '{"jsonrpc":"2.0","id":"1","method":"tabs.list","params":{}}'],
    [
      'a notification with an ID',
      '{"jsonrpc":"2.0","id":"1","method":"debugger.tabRemoved","params":{"tabId":1}}',
    ],
    [
      'a notification with invalid params',
      '{"jsonrpc":"2.0","method":"debugger.tabRemoved","params":{"tabId":-1}}',
    ],
  ];

  test.each(invalid)('%s closes the connection', async (_name, text) => {
    peer.socket.send(text);
    expect(await peer.closed).toEqual({ code: 1000, reason: 'invalid frame' });
    expect(await daemon.call('tabs.open', OPEN)).toMatchObject({ error: { code: 'NO_BROWSER_CONNECTED' } });
  });

  test.each([
    ['an answer to nothing', { id: 'late', result: {} }],
    ['an error to nothing', { id: 'late', error: { code: 1, message: '' } }],
    ['an unknown session notification', { method: '$/progress', params: {} }],
    ['a goodbye', { method: '$session.shutdown', params: {} }],
    ['a cancellation', { method: '$/cancelRequest', params: { id: '1' } }],
    ['an event of a tab', { method: 'debugger.event', params: { tabId: 1, method: 'Page.loadEventFired' } }],
    ['a tab removed', { method: 'debugger.tabRemoved', params: { tabId: 1 } }],
  ])('%s does not', async (_name, message) => {
    peer.send(message);
    expect(await peer.drain()).toEqual([]);
  });

  test.each(['$session.capabilities', '$session.authenticate', '$/made-up'])(
    'a request for %s is answered METHOD_NOT_FOUND',
    async (method) => {
      peer.send({ id: 'q', method, params: {} });
      expect(await peer.next()).toMatchObject({ id: 'q', error: { data: { code: 'METHOD_NOT_FOUND' } } });
    },
  );

  test('a valid business request is answered METHOD_NOT_FOUND', async () => {
    peer.send({ id: 'q', method: 'tabs.list', params: { input: {} } });
    expect(await peer.next()).toMatchObject({ id: 'q', error: { data: { code: 'METHOD_NOT_FOUND' } } });
  });

  test("ScriptCat's notifications are dropped, invalid ones close it", async () => {
    const scriptCat = await connectScriptCat();
    scriptCat.send({ method: 'debugger.tabRemoved', params: { tabId: 1 } });
    expect(await scriptCat.drain()).toEqual([]);
    scriptCat.send({ method: 'debugger.tabRemoved', params: {} });
    expect(await scriptCat.closed).toEqual({ code: 1000, reason: 'invalid frame' });
  });

  test('a frame of exactly 4 MiB is taken', async () => {
    const frame = (padding: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 'big', method: '$session.ping', params: { padding } });
    peer.socket.send(frame('x'.repeat(4_194_304 - frame('').length)));
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', id: 'big', result: {} });
  });

  test('a larger one ends the connection and what is in flight on it', async () => {
    const call = daemon.call('tabs.open', OPEN);
    await peer.next();
    peer.socket.send('x'.repeat(4_194_305));
    expect((await peer.closed).code).toBe(1009);
    expect(await call).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
  });
});

describe('liveness', () => {
  test('the daemon answers pings with the same ID', async () => {
    peer.send({ id: 'p', method: '$session.ping' });
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  test('the daemon pings every 30 seconds while it is answered', async () => {
    for (let count = 0; count < 3; count++) {
      daemon.clock.advance(30_000);
      const ping = await peer.next();
      expect(ping).toMatchObject({ method: '$session.ping', params: {} });
      peer.respond(ping.id, {});
      expect(await peer.drain()).toEqual([]);
    }
  });

  test('a ping unanswered for 30 seconds ends the connection', async () => {
    daemon.clock.advance(30_000);
    await peer.next();
    daemon.clock.advance(29_999);
    // Other traffic is no answer to the ping.
    expect(await peer.drain()).toEqual([]);
    daemon.clock.advance(1);
    expect(await peer.closed).toEqual({ code: 1001, reason: 'heartbeat timeout' });
  });

  test('a peer that reads nothing for ten seconds is dropped', { timeout: 15_000 }, async () => {
    peer.socket.pause();
    const input = { url: 'x'.repeat(4_000_000) };
    const calls = Array.from({ length: 5 }, () => daemon.call('tabs.open', input));
    // The next ping, each call, and the write that the system's buffers do not take.
    const timers = 1 + calls.length + 1;
    await vi.waitFor(() => expect(daemon.clock.waiting).toBe(timers), { interval: 1, timeout: 10_000 });
    daemon.clock.advance(10_000);
    for (const reply of await Promise.all(calls)) {
      expect(reply).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
    }
  });
});
