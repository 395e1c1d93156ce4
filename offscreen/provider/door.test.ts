import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PortAdmission, ProviderView } from '../../shared/provider.ts';
import { FakeClock } from '../fixtures/clock.fixture.ts';
import { type ExternalPort, serveExtensions } from './door.ts';
import { ClientTransport, FakePort, FakeWorkerUse, HOST } from './port.fixture.ts';

const ADMITTED: PortAdmission = { isAdmitted: true, writes: true, review: false };

let admission: PortAdmission | Promise<PortAdmission>;
let connect: (port: ExternalPort) => void;
let policy: (view: ProviderView) => void;
let uses: FakeWorkerUse[];
let loads: number;
let clock: FakeClock;
let asked: string[];

beforeEach(() => {
  admission = ADMITTED;
  uses = [];
  loads = 0;
  asked = [];
  clock = new FakeClock();
  serveExtensions({
    clock,
    version: '1.2.3',
    worker: {
      openCaller: () => {
        const use = new FakeWorkerUse();
        uses.push(use);
        return use;
      },
    },
    onPort: (listener) => {
      connect = listener;
    },
    onPolicy: (listener) => {
      policy = listener;
    },
    admit: async (id) => {
      asked.push(id);
      return admission;
    },
    loadToolServer: () => {
      loads += 1;
      return import('./toolServer.ts');
    },
  });
});

/** A port that is served, with the SDK's client at its other end. */
async function session() {
  const port = new FakePort();
  connect(port);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new ClientTransport(port));
  const [use] = uses.slice(-1);
  if (use === undefined) throw new Error('The worker was not asked for');
  return { port, client, use };
}

const policyOf = (enabled: boolean, writes: boolean, ids: readonly string[] = [HOST]): ProviderView => ({
  enabled,
  writes,
  review: false,
  allowed: ids.map((id) => ({ id, name: null })),
  pending: [],
  refused: [],
  held: [],
  audit: [],
});

describe('a port', () => {
  it.each([
    ['of another name', new FakePort('lumo:other')],
    ['of a web page, which has no ID', new FakePort('lumo:mcp', '')],
    ['whose sender is no extension', new FakePort('lumo:mcp', 'abcdefghijklmnopabcdefghijklmnoz')],
  ])('%s is closed, and nobody is asked', (_, port) => {
    connect(port);
    expect([port.isOpen, asked]).toEqual([false, []]);
  });

  it('that is not admitted is closed without an answer, and the server is not even loaded', async () => {
    admission = { isAdmitted: false };
    const port = new FakePort();
    connect(port);
    port.receive({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await expect.poll(() => port.isOpen).toBe(false);
    expect([port.sent, loads]).toEqual([[], 0]);
  });

  it('is heard only once it is admitted, and then from its first word', async () => {
    let admit: (given: PortAdmission) => void = () => undefined;
    admission = new Promise((resolve) => {
      admit = resolve;
    });
    const port = new FakePort();
    connect(port);
    const client = new Client({ name: 'test', version: '1' });
    const connected = client.connect(new ClientTransport(port));
    await Promise.resolve();
    expect(port.sent).toEqual([]);
    admit(ADMITTED);
    await connected;
    expect(client.getServerVersion()).toMatchObject({ name: 'sctl', version: '1.2.3' });
  });

  it('that says more than it may before it is admitted is closed', async () => {
    admission = new Promise(() => undefined);
    const port = new FakePort();
    connect(port);
    for (let count = 0; count < 64; count += 1) port.receive({ count });
    expect(port.isOpen).toBe(true);
    port.receive({ count: 64 });
    expect(port.isOpen).toBe(false);
  });

  it('is one of eight at most of one extension', async () => {
    const ports = Array.from({ length: 9 }, () => new FakePort());
    for (const port of ports) connect(port);
    expect(ports.map(({ isOpen }) => isOpen)).toEqual([...Array(8).fill(true), false]);
    ports[0]?.close();
    const next = new FakePort();
    connect(next);
    expect(next.isOpen).toBe(true);
  });

  it('that closes takes the worker’s connection along', async () => {
    const { port, use } = await session();
    port.close();
    expect(use.isClosed).toBe(true);
  });

  it('is closed when the worker does not say whether it is admitted', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    admission = Promise.reject(new Error('Nobody answered'));
    const port = new FakePort();
    connect(port);
    await expect.poll(() => port.isOpen).toBe(false);
    expect(asked).toHaveLength(3);
  });
});

describe('a tool', () => {
  it('is there for every public method, with a name that every host takes', async () => {
    const { client } = await session();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(56);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(56);
    for (const { name, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{1,40}$/);
      expect(outputSchema).toBeUndefined();
    }
    expect(tools.map(({ name }) => name)).not.toContain('debugger_attach');
  });

  it('hands its call to the worker under the port’s extension, and the result back', async () => {
    const { client, use } = await session();
    const result = await client.callTool({ name: 'tab_groups_list', arguments: { windowId: 1 } });
    expect(use.calls).toMatchObject([
      { method: 'tabGroups.list', input: { windowId: 1 }, context: { extensionId: HOST, clientId: null } },
    ]);
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"tabs":[]}' }],
      structuredContent: { tabs: [] },
    });
  });

  it('that fails says so in its result', async () => {
    const { client, use } = await session();
    use.answer = { ok: false, code: 'NOT_FOUND', message: 'There is no tab 7' };
    const result = await client.callTool({ name: 'tabs_activate', arguments: { tabId: 7 } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('NOT_FOUND: There is no tab 7') }],
    });
  });

  it('whose result is too large says so', async () => {
    const { client, use } = await session();
    use.answer = { ok: true, json: `{"text":"${'x'.repeat(4_194_304)}"}` };
    const result = await client.callTool({ name: 'tabs_list' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('PAYLOAD_TOO_LARGE') }],
    });
  });

  it('that does not exist is a protocol error', async () => {
    const { client, use } = await session();
    await expect(client.callTool({ name: 'debugger_attach' })).rejects.toThrow('no tool');
    expect(use.calls).toEqual([]);
  });

  it('that is cancelled is withdrawn', async () => {
    const { client, use } = await session();
    use.answer = undefined;
    const abort = new AbortController();
    const call = client.callTool({ name: 'tabs_list' }, undefined, { signal: abort.signal });
    await expect.poll(() => use.calls).toHaveLength(1);
    abort.abort('enough');
    await expect(call).rejects.toThrow('enough');
    await expect.poll(() => use.cancelled).toEqual(['call-1']);
  });

  it('that takes long tells the client, which would lose patience otherwise', async () => {
    const { client, use } = await session();
    use.answer = undefined;
    const heard: number[] = [];
    const call = client.callTool({ name: 'tabs_list' }, undefined, {
      onprogress: ({ progress }) => heard.push(progress),
    });
    call.catch(() => undefined);
    await expect.poll(() => use.calls).toHaveLength(1);
    clock.advance(20_000);
    await expect.poll(() => heard).toEqual([1, 2]);
    await client.close();
  });
});

describe('a policy that changes during a call', () => {
  it.each([
    ['access is off', policyOf(false, true), ['tabs_list', 'tabs_mute']],
    ['the extension is not allowed any more', policyOf(true, true, []), ['tabs_list', 'tabs_mute']],
    ['changes are off', policyOf(true, false), ['tabs_mute']],
    ['nothing of it concerns the call', policyOf(true, true), []],
  ])('withdraws what it forbids: %s', async (_, view, withdrawn) => {
    const { client, use } = await session();
    use.answer = undefined;
    const ended: string[] = [];
    for (const name of ['tabs_list', 'tabs_mute']) {
      client.callTool({ name }).then(
        ({ isError }) => isError === true && ended.push(name),
        () => undefined,
      );
    }
    await expect.poll(() => use.calls).toHaveLength(2);
    policy(view);
    expect(use.cancelled).toHaveLength(withdrawn.length);
    await expect.poll(() => ended).toEqual(withdrawn);
    await client.close();
  });
});
