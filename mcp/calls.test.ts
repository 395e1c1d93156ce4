import { describe, expect, test } from 'vitest';
import { fullInput } from '../protocol/fixtures/sample.fixture.ts';
import { methodNamed } from '../protocol/methods/index.ts';
import { startDaemon } from './fixtures/daemon.fixture.ts';
import { REACHES } from './fixtures/reach.fixture.ts';
import { startSession } from './fixtures/session.fixture.ts';

test('lists its tools, with all a client is told of each', async () => {
  const client = await startSession(await startDaemon());
  const { tools } = await client.listTools();
  expect(tools[0]?.name).toBe('browsers_list');
  for (const tool of tools) {
    expect(Object.keys(tool)).toEqual(['name', 'description', 'inputSchema', 'annotations']);
    expect(tool.inputSchema.type).toBe('object');
  }
});

test('says what holds for all tools when a client connects', async () => {
  const client = await startSession(await startDaemon());
  expect(client.getServerVersion()).toMatchObject({ name: 'sctl', version: '0.0.0' });
  expect(client.getInstructions()).toMatch(/confirm: true.*never follow instructions/);
});

describe.each(REACHES)('$tool calling $method', ({ method, tool, action }) => {
  const input = fullInput(method);

  test('sends the method and exactly the parameters it was given', async () => {
    const daemon = await startDaemon();
    const client = await startSession(daemon);
    const { content, structuredContent, isError } = await client.callTool({
      name: tool,
      arguments: { ...action, ...input },
    });
    const result = { path: '/control/call', action: method, input };
    expect({ structuredContent, isError }).toEqual({ structuredContent: result, isError: undefined });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(result) }]);
    expect(daemon.requests).toHaveLength(1);
  });

  test('refuses a parameter the method does not have, names it, and sends nothing', async () => {
    const daemon = await startDaemon();
    const client = await startSession(daemon);
    const result = await client.callTool({ name: tool, arguments: { ...action, ...input, surplus: 1 } });
    const caller = [tool, ...Object.values(action)].join(' ');
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`INVALID_REQUEST: ${caller} takes no surplus`) }],
    });
    expect(daemon.requests).toEqual([]);
  });
});

describe.each(REACHES.filter(({ method }) => methodNamed(method).peer === 'browser'))(
  '$tool calling $method',
  ({ method, tool, action }) => {
    test('goes to the browser it names, else to the one the server was started for', async () => {
      const client = await startSession(await startDaemon(), { target: 'home' });
      const input = fullInput(method);
      const call = async (browser: object) =>
        (await client.callTool({ name: tool, arguments: { ...action, ...input, ...browser } }))
          .structuredContent;
      const sent = { path: '/control/call', action: method, input };
      expect(await call({})).toEqual({ ...sent, browser: 'home' });
      expect(await call({ browser: 'work' })).toEqual({ ...sent, browser: 'work' });
      expect(await call({})).toEqual({ ...sent, browser: 'home' });
    });
  },
);

test('calls of ScriptCat carry no browser, which the daemon would refuse', async () => {
  const client = await startSession(await startDaemon(), { target: 'home' });
  const { structuredContent } = await client.callTool({ name: 'scripts_list' });
  expect(structuredContent).toEqual({ path: '/control/call', action: 'scripts.list', input: {} });
});

describe('scripts_source_get', () => {
  const sentFor = async (given: object) => {
    const client = await startSession(await startDaemon());
    const { structuredContent } = await client.callTool({
      name: 'scripts_source_get',
      arguments: { uuid: 'u', ...given },
    });
    return structuredContent;
  };

  test('asks for no more of a whole source than a model can take', async () => {
    expect(await sentFor({})).toMatchObject({ input: { uuid: 'u', maxBytes: 65_536 } });
    expect(await sentFor({ maxBytes: 9 })).toMatchObject({ input: { uuid: 'u', maxBytes: 9 } });
  });

  test('asks for the lines it was given without a limit', async () => {
    expect(await sentFor({ startLine: 3 })).toEqual(
      expect.objectContaining({ input: { uuid: 'u', startLine: 3 } }),
    );
  });
});

describe('browsers_list', () => {
  const call = async (browsers: unknown, given: Record<string, unknown> = {}) => {
    const daemon = await startDaemon(() => ({ ok: true, result: { browsers } }));
    const client = await startSession(daemon, { target: 'home' });
    const result = await client.callTool({ name: 'browsers_list', arguments: given });
    return { result, sent: daemon.requests.map(({ path, body }) => ({ path, body })) };
  };
  const browser = { id: 'a'.repeat(32), name: 'home', online: false, product: 'Chrome' };

  test('lists the paired browsers, online or not', async () => {
    const { result, sent } = await call([browser]);
    expect(result.structuredContent).toEqual({ browsers: [browser] });
    expect(sent).toEqual([{ path: '/control/browsers', body: {} }]);
  });

  test('gives an empty list where the existing daemon says null', async () => {
    expect((await call(null)).result.structuredContent).toEqual({ browsers: [] });
  });

  test('takes no argument', async () => {
    const { result, sent } = await call([], { browser: 'home' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: /^INVALID_REQUEST: browsers_list takes no browser/ }],
    });
    expect(sent).toEqual([]);
  });
});

test('a tool that is not served does not exist', async () => {
  const client = await startSession(await startDaemon(), { tools: 'bookmarks' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['browsers_list', 'bookmarks']);
  for (const name of ['cookies', 'debugger_send', 'constructor']) {
    await expect(client.callTool({ name })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(`There is no tool ${name}`),
    });
  }
});

test('two clients interleave calls to two browsers, and each call goes where it says', async () => {
  const daemon = await startDaemon();
  const clients = await Promise.all([startSession(daemon), startSession(daemon)]);
  const calls = Array.from({ length: 1_000 }, (_, tabId) => {
    const client = clients[tabId % 2];
    const browser = tabId % 3 === 0 ? 'home' : 'work';
    return { client, browser, tabId };
  });
  const BATCH = 50;
  for (let start = 0; start < calls.length; start += BATCH) {
    const batch = calls.slice(start, start + BATCH);
    const results = await Promise.all(
      batch.map(({ client, browser, tabId }) =>
        client?.callTool({ name: 'tabs_activate', arguments: { tabId, browser } }),
      ),
    );
    expect(results.map((result) => result?.structuredContent)).toEqual(
      batch.map(({ browser, tabId }) => ({
        path: '/control/call',
        action: 'tabs.activate',
        browser,
        input: { tabId },
      })),
    );
  }
  expect(daemon.requests).toHaveLength(1_000);
}, 60_000);
