import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../shared/link.ts';
import { type FakeLife, FakeWorkerHost } from './fixtures/worker.fixture.ts';
import { type WorkerConnection, WorkerLink } from './workerLink.ts';

const RESULT: Answer = { ok: true, json: '{"tabs":[]}' };
const MAY_HAVE_HAPPENED = {
  ok: false,
  code: 'INTERNAL_ERROR',
  message: expect.stringContaining('may or may not'),
};

let host: FakeWorkerHost;
let link: WorkerLink;
let connection: WorkerConnection;
let notified: unknown[];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  host = new FakeWorkerHost();
  link = new WorkerLink(host.deps);
  notified = [];
  connection = link.open('c1', (...notification) => notified.push(notification));
});

/** Makes a call. @returns what is reported of it. */
function call(over = connection) {
  const reports: (Answer | 'deferred')[] = [];
  const context = { requestId: '7', clientId: null, receivedAt: host.clock.now() };
  const id = over.call(
    { method: 'tabs.list', input: { limit: 3 }, context },
    { deferred: () => reports.push('deferred'), answered: (answer) => reports.push(answer) },
  );
  return { id, reports };
}

const openCallsIn = (life: FakeLife) => life.of('reconcile').at(-1)?.openCalls;

describe('a call', () => {
  it('is posted once, with its connection, and answered once', () => {
    const worker = host.start();
    const { id, reports } = call();
    expect(worker.of('call')).toEqual([
      {
        type: 'call',
        callId: id,
        method: 'tabs.list',
        input: { limit: 3 },
        context: { requestId: '7', clientId: null, receivedAt: host.clock.now(), connection: 'c1' },
      },
    ]);
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([RESULT]);
  });

  it('has an ID of its own', () => {
    host.start();
    expect(call().id).not.toBe(call().id);
  });

  it('waits for a worker that sleeps, and goes to the one that wakes', () => {
    const { reports } = call();
    const worker = host.start();
    expect(worker.posted.map(({ type }) => type)).toEqual(['reconcile', 'call']);
    expect(openCallsIn(worker)).toEqual([]);
    worker.send({ type: 'answer', callId: worker.callId, answer: RESULT });
    expect(reports).toEqual([RESULT]);
  });

  it('fails when no worker wakes in time, and is not carried out later', () => {
    const { reports } = call();
    host.clock.advance(9_999);
    expect(reports).toEqual([]);
    host.clock.advance(1);
    expect(reports).toMatchObject([{ ok: false, code: 'INTERNAL_ERROR' }]);
    expect(host.start().of('call')).toEqual([]);
  });

  it('is answered by what its worker said before it died, even if that arrives after the death', () => {
    const worker = host.start();
    const { id, reports } = call();
    host.kill(worker);
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([RESULT]);
    expect(openCallsIn(host.start())).toEqual([]);
  });
});

describe('a worker that dies with a call', () => {
  it('is replaced at once, and the next one is asked, never told to do it again', () => {
    const first = host.start();
    const { id, reports } = call();
    const before = host.holds.length;
    host.kill(first);
    expect(host.holds).toHaveLength(before + 1);
    const second = host.start();
    expect(openCallsIn(second)).toEqual([id]);
    expect(second.of('call')).toEqual([]);
    second.send({ type: 'lost', callId: id });
    expect(reports).toEqual([MAY_HAVE_HAPPENED]);
  });

  it('is noticed by the next offer too, when that comes first', () => {
    host.start();
    const { id } = call();
    expect(openCallsIn(host.start())).toEqual([id]);
  });

  it('may have kept the answer', () => {
    host.kill(host.start());
    const first = host.start();
    const { id, reports } = call();
    host.kill(first);
    const second = host.start();
    second.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([RESULT]);
    expect(second.of('delivered')).toEqual([{ type: 'delivered', callId: id }]);
  });

  it('may have asked the human already', () => {
    const first = host.start();
    const { id, reports } = call();
    host.kill(first);
    const second = host.start();
    second.send({ type: 'deferred', callId: id });
    host.clock.advance(60_000);
    second.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual(['deferred', RESULT]);
  });

  it('leaves a failure when no other wakes in time; the next one is told to withdraw the call', () => {
    const first = host.start();
    const { id, reports } = call();
    host.kill(first);
    host.clock.advance(10_000);
    expect(reports).toEqual([MAY_HAVE_HAPPENED]);
    const second = host.start();
    expect(openCallsIn(second)).toEqual([]);
    expect(second.of('cancel')).toEqual([{ type: 'cancel', callId: id }]);
    second.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([MAY_HAVE_HAPPENED]);
    expect(second.of('delivered')).toEqual([{ type: 'delivered', callId: id }]);
  });

  it('leaves a failure when the next one says nothing of the call in time', () => {
    const first = host.start();
    const { reports } = call();
    host.kill(first);
    host.start();
    host.clock.advance(10_000);
    expect(reports).toEqual([MAY_HAVE_HAPPENED]);
  });

  it('and one more that dies before it answers leave the same question for the third', () => {
    const first = host.start();
    const { id, reports } = call();
    host.kill(first);
    host.kill(host.start());
    const third = host.start();
    expect(openCallsIn(third)).toEqual([id]);
    third.send({ type: 'lost', callId: id });
    expect(reports).toEqual([MAY_HAVE_HAPPENED]);
  });
});

describe('a deferred call', () => {
  it('is reported once, outlives its worker without waking another, and is passed on once', () => {
    const first = host.start();
    const { id, reports } = call();
    first.send({ type: 'deferred', callId: id });
    first.send({ type: 'deferred', callId: id });
    const before = host.holds.length;
    host.kill(first);
    host.clock.advance(200_000);
    expect(host.holds).toHaveLength(before);
    const second = host.start();
    expect(openCallsIn(second)).toEqual([id]);
    second.send({ type: 'deferred', callId: id });
    second.send({ type: 'answer', callId: id, answer: RESULT });
    second.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual(['deferred', RESULT]);
    expect(second.of('delivered')).toContainEqual({ type: 'delivered', callId: id });
  });

  it('that no worker knows any more fails', () => {
    const first = host.start();
    const { id, reports } = call();
    first.send({ type: 'deferred', callId: id });
    host.kill(first);
    host.start().send({ type: 'lost', callId: id });
    expect(reports).toEqual(['deferred', MAY_HAVE_HAPPENED]);
  });

  it('wakes a sleeping worker to tell it of the delivery', () => {
    const worker = host.start();
    const { id } = call();
    worker.send({ type: 'deferred', callId: id });
    host.clock.advance(60_000);
    const before = host.holds.length;
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    expect(worker.of('delivered')).toEqual([]);
    expect(host.holds).toHaveLength(before + 1);
    host.hold(worker);
    expect(worker.of('delivered')).toEqual([{ type: 'delivered', callId: id }]);
  });
});

describe('a cancelled call', () => {
  it('is withdrawn from the worker, and nothing more is heard of it', () => {
    const worker = host.start();
    const { id, reports } = call();
    connection.cancel(id);
    connection.cancel(id);
    expect(worker.of('cancel')).toEqual([{ type: 'cancel', callId: id }]);
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([]);
  });

  it('that was not posted yet never is', () => {
    const { id, reports } = call();
    connection.cancel(id);
    host.clock.advance(60_000);
    expect(host.start().posted.map(({ type }) => type)).toEqual(['reconcile']);
    expect(reports).toEqual([]);
  });

  it('that turns out deferred is cancelled again instead of reported', () => {
    const worker = host.start();
    const { id, reports } = call();
    connection.cancel(id);
    worker.send({ type: 'deferred', callId: id });
    expect(worker.of('cancel')).toHaveLength(2);
    expect(reports).toEqual([]);
  });

  it('reaches a worker that sleeps', () => {
    const first = host.start();
    const { id } = call();
    first.send({ type: 'deferred', callId: id });
    host.kill(first);
    const before = host.holds.length;
    connection.cancel(id);
    expect(host.holds).toHaveLength(before + 1);
    const second = host.start();
    expect(second.posted).toEqual([
      { type: 'reconcile', connection: 'c1', callers: [], openCalls: [] },
      { type: 'cancel', callId: id },
    ]);
  });
});

describe('the connections of other extensions', () => {
  it('stand beside the one to the daemon, and the worker hears of each', () => {
    const worker = host.start();
    const first = link.openCaller('e1');
    link.openCaller('e2');
    const { reports } = call(first);
    expect(worker.of('call').at(-1)?.context.connection).toBe('e1');
    first.close();
    expect(worker.of('reconcile').at(-1)).toMatchObject({ connection: 'c1', callers: ['e2'] });
    worker.send({ type: 'answer', callId: worker.callId, answer: RESULT });
    expect(reports).toEqual([]);
  });

  it('outlive the daemon’s, and the daemon’s calls outlive theirs', () => {
    const worker = host.start();
    const caller = link.openCaller('e1');
    const theirs = call(caller);
    const ours = call();
    caller.close();
    caller.close();
    worker.send({ type: 'answer', callId: ours.id, answer: RESULT });
    expect([ours.reports, theirs.reports]).toEqual([[RESULT], []]);
    const later = link.openCaller('e2');
    const last = call(later);
    connection.close();
    expect(worker.of('reconcile').at(-1)).toMatchObject({ connection: null, callers: ['e2'] });
    worker.send({ type: 'answer', callId: last.id, answer: RESULT });
    expect(last.reports).toEqual([RESULT]);
  });

  it('hear of no notification', () => {
    const worker = host.start();
    connection.close();
    link.openCaller('e1');
    worker.send({ type: 'notify', method: 'debugger.tabRemoved', params: '{}' });
    expect(notified).toEqual([]);
  });
});

describe('a connection', () => {
  it('that closes takes its calls along and tells the worker', () => {
    const worker = host.start();
    const { id, reports } = call();
    connection.close();
    expect(worker.posted.at(-1)).toEqual({ type: 'reconcile', connection: null, callers: [], openCalls: [] });
    worker.send({ type: 'deferred', callId: id });
    expect(worker.posted.at(-1)).toEqual({ type: 'cancel', callId: id });
    worker.send({ type: 'answer', callId: id, answer: RESULT });
    expect(reports).toEqual([]);
  });

  it('that closes wakes a sleeping worker to tell it', () => {
    const worker = host.start();
    host.clock.advance(60_000);
    const before = host.holds.length;
    connection.close();
    expect(host.holds).toHaveLength(before + 1);
    host.hold(worker);
    expect(worker.of('reconcile')).toHaveLength(2);
  });

  it('that closes late does not disturb the next one', () => {
    const worker = host.start();
    link.open('c2', () => undefined);
    connection.close();
    expect(worker.of('reconcile')).toHaveLength(1);
  });

  it('opened while the worker sleeps is what the worker hears of, not the one before', () => {
    host.kill(host.start());
    connection.close();
    const next = link.open('c2', () => undefined);
    call(next);
    const worker = host.start();
    expect(worker.posted.map(({ type }) => type)).toEqual(['reconcile', 'call']);
    expect(worker.of('reconcile')).toEqual([
      { type: 'reconcile', connection: 'c2', callers: [], openCalls: [] },
    ]);
  });

  it('is told of notifications while it is open', () => {
    const worker = host.start();
    worker.send({ type: 'notify', method: 'debugger.tabRemoved', params: '{"tabId":1}' });
    connection.close();
    worker.send({ type: 'notify', method: 'debugger.tabRemoved', params: '{"tabId":2}' });
    expect(notified).toEqual([['debugger.tabRemoved', '{"tabId":1}']]);
  });
});

describe('a worker that asks to be kept awake', () => {
  it('is held by a chain until it says otherwise', () => {
    const worker = host.start();
    worker.send({ type: 'keepAwake', wanted: true });
    for (let held = 1; held <= 3; held++) {
      const before = host.holds.length;
      host.clock.advance(15_000);
      expect(host.holds).toHaveLength(before + 1);
      host.hold(worker);
    }
    worker.send({ type: 'keepAwake', wanted: false });
    const before = host.holds.length;
    host.clock.advance(60_000);
    expect(host.holds).toHaveLength(before);
  });

  it('is not woken again after its death', () => {
    const worker = host.start();
    worker.send({ type: 'keepAwake', wanted: true });
    const before = host.holds.length;
    host.kill(worker);
    host.clock.advance(60_000);
    expect(host.holds).toHaveLength(before);
  });

  it('is not heard any more once it is dead', () => {
    const worker = host.start();
    host.kill(worker);
    worker.send({ type: 'keepAwake', wanted: true });
    const before = host.holds.length;
    host.start();
    host.clock.advance(60_000);
    expect(host.holds).toHaveLength(before);
  });
});
