import { beforeEach, describe, expect, it } from 'vitest';
import { decodeFrame } from '../protocol/frames.ts';
import type { Answer } from '../shared/link.ts';
import { FakeClock } from './fixtures/clock.fixture.ts';
import { createSession, type Session } from './session.ts';
import type { WorkerCall, WorkerCallEvents } from './workerLink.ts';

const METHODS = ['tabs.list', 'bookmarks.remove'];
const RESULT: Answer = { ok: true, json: '{"tabs":[]}' };

interface TakenCall extends WorkerCall, WorkerCallEvents {
  readonly id: string;
}

let clock: FakeClock;
let session: Session;
let sent: unknown[];
let isClosed: boolean;
let calls: TakenCall[];
let cancelled: string[];
let connections: string[];
let notify: (method: string, params: string) => void;
let isWorkerReleased: boolean;

beforeEach(() => {
  clock = new FakeClock();
  sent = [];
  isClosed = false;
  calls = [];
  cancelled = [];
  connections = [];
  isWorkerReleased = false;
  session = createSession(
    {
      clock,
      worker: {
        open(connection, onNotification) {
          connections.push(connection);
          notify = onNotification;
          return {
            call(call, events) {
              const id = `call-${calls.length + 1}`;
              calls.push({ id, ...call, ...events });
              return id;
            },
            cancel: (callId) => cancelled.push(callId),
            close: () => {
              isWorkerReleased = true;
            },
          };
        },
      },
    },
    METHODS,
    {
      send: (text) => sent.push(JSON.parse(text)),
      close: () => {
        isClosed = true;
      },
    },
  );
});

function receive(message: object): void {
  const frame = decodeFrame(JSON.stringify({ jsonrpc: '2.0', ...message }));
  if (frame === undefined) throw new Error('Not a frame');
  session.receive(frame);
}

/** Requests a call that is taken. */
function request(id: string, method = 'tabs.list'): TakenCall {
  receive({ id, method, params: { clientId: 'sctl-cli', input: { limit: 3 } } });
  const call = calls.at(-1);
  if (call === undefined) throw new Error('The call was not taken');
  return call;
}

const failure = (id: string, code: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32000, message: expect.any(String), data: { code } },
});

describe('a request', () => {
  it('goes to the worker with its context, and its answer back', () => {
    const call = request('7');
    expect(call).toMatchObject({
      method: 'tabs.list',
      input: { limit: 3 },
      context: { requestId: '7', clientId: 'sctl-cli', receivedAt: clock.now() },
    });
    call.answered(RESULT);
    expect(sent).toEqual([{ jsonrpc: '2.0', id: '7', result: { tabs: [] } }]);
  });

  it('may come without a label', () => {
    receive({ id: '7', method: 'tabs.list', params: { input: {} } });
    expect(calls).toMatchObject([{ context: { clientId: null } }]);
  });

  it('that fails is answered with its domain code', () => {
    request('7').answered({ ok: false, code: 'NOT_FOUND', message: 'There is no tab 3' });
    expect(sent).toEqual([
      {
        jsonrpc: '2.0',
        id: '7',
        error: { code: -32000, message: 'There is no tab 3', data: { code: 'NOT_FOUND' } },
      },
    ]);
  });

  it.each(['tabs.close', '$session.hello', 'constructor'])(
    'for %s, which was not declared, wakes nobody',
    (method) => {
      receive({ id: '7', method, params: { input: {} } });
      expect(sent).toEqual([failure('7', 'METHOD_NOT_FOUND')]);
      expect(calls).toEqual([]);
    },
  );

  it.each([
    ['no input', {}],
    ['an input that is no object', { input: [] }],
    ['a label that is no text', { clientId: 7, input: {} }],
    ['an unknown member', { input: {}, target: 'x' }],
  ])('with %s is invalid', (_what, params) => {
    receive({ id: '7', method: 'tabs.list', params });
    expect(sent).toEqual([failure('7', 'INVALID_REQUEST')]);
    expect(calls).toEqual([]);
  });

  it('does not delay another, nor a ping', () => {
    const slow = request('1');
    request('2').answered(RESULT);
    receive({ id: '3', method: '$session.ping' });
    slow.answered(RESULT);
    expect(sent).toMatchObject([{ id: '2' }, { id: '3', result: {} }, { id: '1' }]);
  });

  it('with an ID that is in flight breaks the protocol', () => {
    request('7');
    receive({ id: '7', method: 'tabs.list', params: { input: {} } });
    expect(isClosed).toBe(true);
    expect(calls).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it('with an ID that was answered is a new one', () => {
    request('7').answered(RESULT);
    request('7').answered(RESULT);
    expect(isClosed).toBe(false);
    expect(sent).toHaveLength(2);
  });
});

describe('what needs no answer', () => {
  it.each([
    ['a response', { id: '7', result: {} }],
    ['an error', { id: '7', error: { code: 1, message: 'x' } }],
    ['a shutdown', { method: '$session.shutdown' }],
    ['a business notification', { method: 'tabs.list', params: { input: {} } }],
    ['a cancellation of nothing known', { method: '$/cancelRequest', params: { id: 'x' } }],
    ['a cancellation without an ID', { method: '$/cancelRequest', params: {} }],
    ['a cancellation whose ID is no text', { method: '$/cancelRequest', params: { id: 7 } }],
  ])('is ignored: %s', (_what, message) => {
    receive(message);
    expect({ sent, calls, cancelled, isClosed }).toEqual({
      sent: [],
      calls: [],
      cancelled: [],
      isClosed: false,
    });
  });
});

describe('a call that waits for a human', () => {
  it('is announced, and answered when the human has decided', () => {
    const call = request('7', 'bookmarks.remove');
    call.deferred();
    expect(sent).toEqual([{ jsonrpc: '2.0', method: '$/approvalPending', params: { id: '7' } }]);
    call.answered({ ok: false, code: 'USER_REJECTED', message: 'The user rejected the operation' });
    expect(sent[1]).toEqual(failure('7', 'USER_REJECTED'));
  });

  it('can be cancelled', () => {
    const call = request('7', 'bookmarks.remove');
    call.deferred();
    receive({ method: '$/cancelRequest', params: { id: '7' } });
    receive({ method: '$/cancelRequest', params: { id: '7' } });
    expect(cancelled).toEqual([call.id]);
    expect(sent).toHaveLength(1);
  });
});

describe('notifications', () => {
  it('are passed on', () => {
    notify('debugger.tabRemoved', '{"tabId":3}');
    expect(sent).toEqual([{ jsonrpc: '2.0', method: 'debugger.tabRemoved', params: { tabId: 3 } }]);
  });
});

describe('a silent connection', () => {
  it('is asked for a sign of life, and closed when none comes', () => {
    clock.advance(29_999);
    expect(sent).toEqual([]);
    clock.advance(1);
    expect(sent).toEqual([{ jsonrpc: '2.0', id: expect.any(String), method: '$session.ping', params: {} }]);
    clock.advance(29_999);
    expect(isClosed).toBe(false);
    clock.advance(1);
    expect(isClosed).toBe(true);
  });

  it('is alive when anything comes, whatever it is', () => {
    clock.advance(45_000);
    receive({ method: '$session.shutdown' });
    clock.advance(15_000);
    expect(isClosed).toBe(false);
    clock.advance(15_000);
    expect(sent).toHaveLength(2);
    clock.advance(30_000);
    expect(isClosed).toBe(true);
  });

  it('is not asked while the daemon pings', () => {
    for (let ping = 0; ping < 10; ping++) {
      clock.advance(29_000);
      receive({ id: `${ping}`, method: '$session.ping' });
    }
    expect(sent.filter((message) => Object.hasOwn(Object(message), 'method'))).toEqual([]);
  });
});

describe('the end', () => {
  it('gives the worker back and stops watching', () => {
    session.end();
    expect(isWorkerReleased).toBe(true);
    clock.advance(120_000);
    expect(sent).toEqual([]);
    expect(isClosed).toBe(false);
  });
});

it('has a random name for the worker', () => {
  expect(connections).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});
