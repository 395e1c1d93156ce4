import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkOffer, PageMessage, WorkerMessage } from '../../shared/link.ts';
import { createPageLink, type Hold, type PageClient, type PageLink } from './pageLink.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A load of the offscreen document, as the page's own end. */
class FakePage implements PageClient {
  readonly id: string;
  readonly offers: LinkOffer[] = [];
  readonly received: WorkerMessage[] = [];
  port: MessagePort | undefined;

  constructor(id: string) {
    this.id = id;
  }

  post(offer: LinkOffer, port: MessagePort): void {
    this.offers.push(offer);
    this.port = port;
    port.onmessage = ({ data }) => this.received.push(data);
  }

  async send(message: PageMessage): Promise<void> {
    this.port?.postMessage(message);
    await turn();
  }
}

let page: FakePage | undefined;
let isLocked: boolean;
let giveLock: () => void;
let lockNames: string[];
let ensured: number;
let onHold: (hold: Hold) => void;
let pageDies: (() => void)[];
let channels: MessageChannel[];
let handled: unknown[];
let kept: number[];
let link: PageLink;

beforeEach(() => {
  vi.restoreAllMocks();
  page = undefined;
  isLocked = false;
  lockNames = [];
  ensured = 0;
  pageDies = [];
  channels = [];
  handled = [];
  kept = [];
  link = createPageLink({
    life: 'life-1',
    methods: ['tabs.list'],
    keepLock: (name) => {
      lockNames.push(name);
      return new Promise((resolve) => {
        giveLock = () => {
          isLocked = true;
          resolve();
        };
      });
    },
    whenFree: (name) => {
      expect(name).toBe('sctl-page');
      return new Promise((resolve) => pageDies.push(resolve));
    },
    findPage: async () => page,
    ensurePage: async () => {
      ensured += 1;
      page = new FakePage('created');
    },
    onHold: (listener) => {
      onHold = listener;
    },
    createChannel: () => {
      const channel = new MessageChannel();
      channels.push(channel);
      return channel;
    },
  });
});

afterEach(() => {
  for (const { port1, port2 } of channels) {
    port1.close();
    port2.close();
  }
});

function serve(): void {
  link.serve({
    call: ({ callId }) => handled.push(['call', callId]),
    cancel: (callId) => handled.push(['cancel', callId]),
    reconcile: ({ connection, openCalls }) => handled.push(['reconcile', connection, openCalls]),
    delivered: (callId) => handled.push(['delivered', callId]),
  });
}

async function started(client = new FakePage('page-1')): Promise<FakePage> {
  page = client;
  serve();
  giveLock();
  await turn();
  return client;
}

function hold(client: PageClient, holdId: number): void {
  onHold({ holdId, client, keepAlive: (milliseconds) => kept.push(milliseconds) });
}

describe('the start of a worker', () => {
  it('listens at once, takes its life lock, and only then offers a link', async () => {
    page = new FakePage('page-1');
    serve();
    expect(onHold).toBeTypeOf('function');
    expect(lockNames).toEqual(['sctl-worker-life:life-1']);
    await turn();
    expect(page.offers).toEqual([]);
    expect(isLocked).toBe(false);
    giveLock();
    await turn();
    expect(page.offers).toEqual([{ type: 'link', life: 'life-1', methods: ['tabs.list'] }]);
    expect(ensured).toBe(0);
  });

  it('creates the document when there is none', async () => {
    serve();
    giveLock();
    await turn();
    expect(ensured).toBe(1);
    expect(page?.offers).toHaveLength(1);
  });
});

describe('a hold', () => {
  it('keeps the worker and is confirmed over the link there is', async () => {
    const client = await started();
    hold(client, 7);
    await turn();
    expect(kept).toEqual([25_000]);
    expect(client.received).toEqual([{ type: 'held', holdId: 7 }]);
    expect(client.offers).toHaveLength(1);
  });

  it('that wakes the worker keeps it at once, but gets a link only under the lock', async () => {
    const client = new FakePage('page-1');
    page = client;
    serve();
    hold(client, 1);
    expect(kept).toEqual([25_000]);
    await turn();
    expect(client.offers).toEqual([]);
    giveLock();
    await turn();
    expect(client.offers).toHaveLength(1);
    expect(client.received).toEqual([{ type: 'held', holdId: 1 }]);
  });

  it('of another load of the document gets a link of its own, which takes over', async () => {
    const old = await started();
    const next = new FakePage('page-2');
    hold(next, 1);
    await turn();
    link.notify('debugger.tabRemoved', '{"tabId":1}');
    await turn();
    expect(next.offers).toHaveLength(1);
    expect(next.received).toMatchObject([{ type: 'held' }, { type: 'notify' }]);
    expect(old.received).toEqual([]);
  });
});

describe('the document', () => {
  it('is watched from its first message on, once', async () => {
    const client = await started();
    expect(pageDies).toHaveLength(0);
    await client.send({ type: 'reconcile', connection: null, callers: [], openCalls: [] });
    await client.send({ type: 'delivered', callId: 'a' });
    expect(pageDies).toHaveLength(1);
  });

  it('is opened again when it goes away, and what was sent meanwhile waits for it', async () => {
    const client = await started();
    await client.send({ type: 'reconcile', connection: null, callers: [], openCalls: [] });
    pageDies.at(0)?.();
    await turn();
    expect(ensured).toBe(1);
    link.notify('debugger.tabRemoved', '{"tabId":1}');
    const next = new FakePage('page-2');
    hold(next, 1);
    await turn();
    expect(client.received).toEqual([]);
    expect(next.received).toMatchObject([{ type: 'notify' }, { type: 'held' }]);
  });

  it('that was replaced already is not missed', async () => {
    const client = await started();
    await client.send({ type: 'reconcile', connection: null, callers: [], openCalls: [] });
    const next = new FakePage('page-2');
    hold(next, 1);
    await turn();
    pageDies.at(0)?.();
    await turn();
    link.lost('a');
    await turn();
    expect(next.received).toMatchObject([{ type: 'held' }, { type: 'lost' }]);
  });
});

describe('messages', () => {
  it('of the page reach their handlers in order', async () => {
    const client = await started();
    const context = { requestId: '7', clientId: null, connection: 'c', receivedAt: 1 };
    client.port?.postMessage({ type: 'reconcile', connection: 'c', callers: [], openCalls: ['a'] });
    client.port?.postMessage({ type: 'call', callId: 'b', method: 'tabs.list', input: {}, context });
    client.port?.postMessage({ type: 'cancel', callId: 'b' });
    await client.send({ type: 'delivered', callId: 'a' });
    expect(handled).toEqual([
      ['reconcile', 'c', ['a']],
      ['call', 'b'],
      ['cancel', 'b'],
      ['delivered', 'a'],
    ]);
  });

  it('of the worker reach the page in order', async () => {
    const client = await started();
    link.defer('a');
    link.answer('a', { ok: true, json: '{}' });
    link.lost('b');
    link.notify('debugger.tabRemoved', '{"tabId":1}');
    await turn();
    expect(client.received).toEqual([
      { type: 'deferred', callId: 'a' },
      { type: 'answer', callId: 'a', answer: { ok: true, json: '{}' } },
      { type: 'lost', callId: 'b' },
      { type: 'notify', method: 'debugger.tabRemoved', params: '{"tabId":1}' },
    ]);
  });

  it('that come before the link wait for it', async () => {
    serve();
    link.notify('debugger.event', '{"tabId":1,"method":"a"}');
    link.notify('debugger.event', '{"tabId":1,"method":"b"}');
    const client = await started();
    await turn();
    expect(client.received.map((message) => message.type === 'notify' && message.params)).toEqual([
      '{"tabId":1,"method":"a"}',
      '{"tabId":1,"method":"b"}',
    ]);
  });

  it('that come before the link in great amounts are dropped, with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    link.notify('debugger.event', 'x'.repeat(16_777_216));
    expect(warn).not.toHaveBeenCalled();
    link.notify('debugger.event', 'y');
    expect(warn).toHaveBeenCalledOnce();
    const client = await started();
    await turn();
    expect(client.received).toHaveLength(1);
  });
});

describe('a worker that has to be kept awake', () => {
  it('says so to each page that connects, until it need not be any more', async () => {
    link.keepAwake(true);
    const client = await started();
    await turn();
    expect(client.received).toEqual([{ type: 'keepAwake', wanted: true }]);
    link.keepAwake(false);
    await turn();
    expect(client.received.at(-1)).toEqual({ type: 'keepAwake', wanted: false });
  });
});
