import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageMessage } from '../shared/link.ts';
import { FakeWorkerHost } from './fixtures/worker.fixture.ts';
import { WorkerChannel } from './workerChannel.ts';

const BELIEF: PageMessage = { type: 'reconcile', connection: null, callers: [], openCalls: [] };
const message = (callId: string): PageMessage => ({ type: 'delivered', callId });

let host: FakeWorkerHost;
let channel: WorkerChannel;
let deaths: number;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  host = new FakeWorkerHost();
  deaths = 0;
  channel = new WorkerChannel(host.deps, {
    belief: () => BELIEF,
    received: () => undefined,
    died: () => {
      deaths += 1;
    },
  });
});

describe('the first link', () => {
  it('is asked for at once', () => {
    expect(host.holds).toEqual([{ type: 'hold', holdId: 1 }]);
  });

  it('is asked for again and again until it comes', () => {
    host.clock.advance(20_000);
    expect(host.holds).toHaveLength(11);
    host.start();
    host.clock.advance(3_600_000);
    expect(host.holds).toHaveLength(11);
  });

  it('tells the methods', async () => {
    const before = channel.methods();
    host.start(['tabs.list', 'tabs.open']);
    expect(await before).toEqual(['tabs.list', 'tabs.open']);
    expect(await channel.methods()).toEqual(['tabs.list', 'tabs.open']);
  });

  it('is not waited for for ever', async () => {
    host.isRegistered = false;
    const methods = channel.methods();
    host.clock.advance(10_000);
    await expect(methods).rejects.toThrow('start of the service worker took longer');
    host.start(['tabs.list']);
    expect(await channel.methods()).toEqual(['tabs.list']);
  });
});

describe('posting', () => {
  it('is immediate while the last confirmation is fresh', () => {
    const worker = host.start();
    host.clock.advance(14_999);
    channel.post(message('a'));
    expect(worker.posted).toEqual([BELIEF, message('a')]);
    expect(host.holds).toHaveLength(1);
  });

  it('waits for a hold once it is not, and keeps the order', () => {
    const worker = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    channel.post(message('b'));
    expect(worker.posted).toEqual([BELIEF]);
    expect(host.holds).toHaveLength(2);
    host.hold(worker);
    channel.post(message('c'));
    expect(worker.posted).toEqual([BELIEF, message('a'), message('b'), message('c')]);
    expect(host.holds).toHaveLength(2);
  });

  it('counts a hold from when it was posted, not from when it was confirmed', () => {
    const worker = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    host.clock.advance(1_900);
    host.hold(worker);
    host.clock.advance(13_100);
    channel.post(message('b'));
    expect(worker.posted).toEqual([BELIEF, message('a')]);
  });

  it('goes to a new worker instead, when the hold wakes one', () => {
    const first = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    const second = host.start();
    expect(first.posted).toEqual([BELIEF]);
    expect(second.posted).toEqual([BELIEF, message('a')]);
    expect(deaths).toBe(1);
  });

  it('posts its hold anew when the worker dies before it confirms', () => {
    const first = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    expect(host.holds).toHaveLength(2);
    host.kill(first);
    expect(host.holds).toHaveLength(3);
    expect(host.start().posted).toEqual([BELIEF, message('a')]);
  });

  it('posts its hold anew when nobody confirms it', () => {
    const worker = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    host.clock.advance(2_000);
    expect(host.holds).toHaveLength(3);
    worker.send({ type: 'held', holdId: 2 });
    expect(worker.posted).toEqual([BELIEF, message('a')]);
    host.clock.advance(60_000);
    expect(host.holds).toHaveLength(3);
  });

  it('believes no confirmation it did not ask for, nor one of a dead worker', () => {
    const first = host.start();
    const second = host.start();
    host.clock.advance(15_000);
    channel.post(message('a'));
    second.send({ type: 'held', holdId: 99 });
    host.hold(first);
    expect(second.posted).toEqual([BELIEF]);
    host.hold(second);
    expect(second.posted).toEqual([BELIEF, message('a')]);
  });

  it('can be taken back while it waits', () => {
    const withdraw = channel.post(message('a'));
    channel.post(message('b'));
    withdraw();
    const worker = host.start();
    withdraw();
    expect(worker.posted).toEqual([BELIEF, message('b')]);
  });
});

describe('a worker that is dead', () => {
  it('is left alone when nothing is wanted of it', () => {
    host.kill(host.start());
    host.clock.advance(3_600_000);
    expect(host.holds).toHaveLength(1);
    expect(deaths).toBe(1);
  });

  it('is posted to no more', () => {
    const first = host.start();
    host.kill(first);
    channel.post(message('a'));
    expect(first.posted).toEqual([BELIEF]);
    expect(host.holds).toHaveLength(2);
  });

  it('is reported once, also when its successor was heard of first', () => {
    const first = host.start();
    const second = host.start();
    host.kill(first);
    channel.post(message('a'));
    expect(deaths).toBe(1);
    expect(second.posted).toEqual([BELIEF, message('a')]);
  });
});

describe('being busy', () => {
  it('holds the worker with a chain of holds, each before the last one ends', () => {
    const worker = host.start();
    channel.setBusy(true);
    for (let holds = 2; holds <= 40; holds++) {
      host.clock.advance(14_999);
      expect(host.holds).toHaveLength(holds - 1);
      host.clock.advance(1);
      expect(host.holds).toHaveLength(holds);
      host.hold(worker);
    }
  });

  it('ends the chain with it', () => {
    const worker = host.start();
    channel.setBusy(true);
    host.clock.advance(15_000);
    host.hold(worker);
    channel.setBusy(false);
    host.clock.advance(3_600_000);
    expect(host.holds).toHaveLength(2);
  });

  it('makes one chain, however often it begins and ends', () => {
    const worker = host.start();
    for (let call = 0; call < 100; call++) {
      channel.setBusy(true);
      channel.setBusy(false);
    }
    channel.setBusy(true);
    expect(host.clock.armed).toBe(1);
    host.clock.advance(15_000);
    expect(host.holds).toHaveLength(2);
    host.hold(worker);
    host.clock.advance(15_000);
    expect(host.holds).toHaveLength(3);
  });

  it('wakes another worker at once when this one dies', () => {
    const first = host.start();
    channel.setBusy(true);
    host.kill(first);
    expect(host.holds).toHaveLength(2);
  });
});
