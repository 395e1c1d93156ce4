import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../cli/client.ts';
import { echo, type Received, startDaemon } from './fixtures/daemon.fixture.ts';
import { type StdioOptions, serveStdio } from './stdio.ts';

/** A server on streams, as a client that writes and reads lines sees it. */
async function startServer(
  answer: (request: Received) => object | Promise<object> = echo,
  options: Partial<StdioOptions> = {},
) {
  const { address, dataDir } = await startDaemon(answer);
  const [stdin, stdout, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const [written, logged]: [string[], string[]] = [[], []];
  let onWritten = () => {};
  stdout.on('data', (chunk: Buffer) => {
    written.push(...chunk.toString('utf8').split('\n').filter(Boolean));
    onWritten();
  });
  const ended = serveStdio({
    version: '0.0.0',
    tools: undefined,
    target: undefined,
    connect: (signal) => createClient({ address, dataDir, signal }),
    log: (text) => logged.push(text),
    signal: stop.signal,
    stdin,
    stdout,
    ...options,
  });
  onTestFinished(() => stop.abort());
  return {
    ended,
    stdin,
    stdout,
    stop,
    logged,
    messages: () => written.map((line): Record<string, unknown> => JSON.parse(line)),
    say: (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    /** Resolves when so many messages were written. */
    wrote: (count: number) =>
      new Promise<void>((resolve) => {
        onWritten = () => {
          if (written.length >= count) resolve();
        };
        onWritten();
      }),
  };
}

const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const LIST_TABS = { id: 2, method: 'tools/call', params: { name: 'tabs_list' } };

test('stdout carries one JSON-RPC message a line and nothing else', async () => {
  const server = await startServer();
  server.say(INITIALIZE);
  server.say({ method: 'notifications/initialized' });
  server.say(LIST_TABS);
  await server.wrote(2);
  expect(server.messages()).toMatchObject([
    { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } },
    { jsonrpc: '2.0', id: 2, result: { structuredContent: { action: 'tabs.list' } } },
  ]);
});

test('what is not understood is logged without what it said, and the rest is served', async () => {
  const server = await startServer();
  server.stdin.write('{"secret": "s3cret"}\nno JSON s3cret\n');
  server.say(INITIALIZE);
  await server.wrote(1);
  expect(server.logged).toHaveLength(2);
  expect(server.logged.join()).not.toContain('s3cret');
});

test('a client that closes its end at once still gets its answers', async () => {
  const server = await startServer();
  server.say(INITIALIZE);
  server.say(LIST_TABS);
  server.stdin.end();
  await server.ended;
  expect(server.messages().map(({ id }) => id)).toEqual([1, 2]);
});

test('a client that closes its end is not waited for longer than an answer takes', async () => {
  let received: Received | undefined;
  const server = await startServer(
    (request) => {
      received = request;
      server.stdin.end();
      return new Promise(() => {});
    },
    { lastAnswersMs: 20 },
  );
  server.say(LIST_TABS);
  await server.ended;
  expect(await received?.closed).toBe('hung up');
});

test('a signal to stop ends the server and the calls it is working on', async () => {
  let received: Received | undefined;
  const server = await startServer((request) => {
    received = request;
    server.stop.abort();
    return new Promise(() => {});
  });
  server.say(LIST_TABS);
  await server.ended;
  expect(await received?.closed).toBe('hung up');
});

test('a client that no longer reads ends the server', async () => {
  const server = await startServer();
  server.stdout.destroy();
  await server.ended;
  expect(server.messages()).toEqual([]);
});

test('a server that is told to stop before it starts ends at once', async () => {
  const server = await startServer(echo, { signal: AbortSignal.abort() });
  await server.ended;
  expect(server.messages()).toEqual([]);
});

test('an unknown choice of tools is refused', async () => {
  const server = await startServer(echo, { tools: 'tab' });
  await expect(server.ended).rejects.toThrow(/--tools takes some of browsers,tabs,/);
});
