import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { type Received, startDaemon } from './fixtures/daemon.fixture.ts';
import { createHandClock, startSession } from './fixtures/session.fixture.ts';

/** A value that a test waits for, or hands out, when it comes to it. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const DONE = { ok: true, result: { done: true } };
const BROWSER_WRITE = { name: 'bookmarks', arguments: { action: 'remove', ids: ['7'] } };
const SCRIPT_WRITE = { name: 'scripts_delete_request', arguments: { uuid: 'u' } };
const DIRECT = { name: 'tabs_list', arguments: {} };

/** A daemon whose one call waits for a human, and the reports that reach the client. */
async function startWaiting() {
  const arrived = deferred<Received>();
  const decision = deferred<object>();
  const clock = createHandClock();
  const daemon = await startDaemon((request) => {
    arrived.resolve(request);
    return decision.promise;
  });
  const client = await startSession(daemon, { every: clock.every });
  const reports: Progress[] = [];
  let onReport = () => {};
  return {
    arrived: arrived.promise,
    decide: () => decision.resolve(DONE),
    clock,
    client,
    reports,
    /** Resolves once so many reports have come. */
    reported: (count: number) =>
      new Promise<void>((resolve) => {
        onReport = () => {
          if (reports.length >= count) resolve();
        };
        onReport();
      }),
    onprogress(progress: Progress) {
      reports.push(progress);
      onReport();
    },
  };
}

describe('a browser’s approval', () => {
  test('is reported from when the daemon says that it is waited for, every interval, until it is decided', async () => {
    const { client, arrived, decide, clock, reports, reported, onprogress } = await startWaiting();
    const result = client.callTool(BROWSER_WRITE, undefined, { onprogress });
    const request = await arrived;
    expect(request.body).toMatchObject({ reportPending: true });
    expect([reports.length, clock.running]).toEqual([0, 0]);
    request.reportPending();
    await reported(1);
    clock.tick();
    clock.tick();
    await reported(3);
    expect(reports.map(({ progress }) => progress)).toEqual([0, 10, 20]);
    expect(reports[0]?.message).toBe("Waiting for the user's decision in the browser");
    decide();
    expect((await result).structuredContent).toEqual({ done: true });
    expect(clock.running).toBe(0);
  });

  test('is not reported twice when the daemon says so twice', async () => {
    const { client, arrived, decide, clock, reports, onprogress } = await startWaiting();
    const result = client.callTool(BROWSER_WRITE, undefined, { onprogress });
    const request = await arrived;
    request.reportPending();
    request.reportPending();
    decide();
    await result;
    expect([reports.length, clock.running]).toEqual([1, 0]);
  });
});

test('ScriptCat’s gate is reported from the start, since ScriptCat says nothing', async () => {
  const { client, arrived, decide, clock, reported, onprogress } = await startWaiting();
  const result = client.callTool(SCRIPT_WRITE, undefined, { onprogress });
  await reported(1);
  expect((await arrived).body).not.toHaveProperty('reportPending');
  decide();
  await result;
  expect(clock.running).toBe(0);
});

test.each([
  ['what waits for no human', DIRECT, true],
  ['a client that asks for no progress, of a browser’s approval', BROWSER_WRITE, false],
  ['a client that asks for no progress, of ScriptCat’s gate', SCRIPT_WRITE, false],
])('nothing is reported of %s', async (_, call, asked) => {
  const { client, arrived, decide, clock, reports, onprogress } = await startWaiting();
  const result = client.callTool(call, undefined, asked ? { onprogress } : {});
  expect((await arrived).body).not.toHaveProperty('reportPending');
  expect(clock.running).toBe(0);
  decide();
  await result;
  expect(reports).toEqual([]);
});

describe('a request to the daemon ends, so that its approval is withdrawn', () => {
  test('when the call is cancelled', async () => {
    const { client, arrived, clock, reported, onprogress } = await startWaiting();
    const cancelling = new AbortController();
    const result = client.callTool(BROWSER_WRITE, undefined, { onprogress, signal: cancelling.signal });
    const request = await arrived;
    request.reportPending();
    await reported(1);
    cancelling.abort('changed my mind');
    await expect(result).rejects.toThrow();
    expect(await request.closed).toBe('hung up');
    expect(clock.running).toBe(0);
  });

  test('when the client is gone', async () => {
    const { client, arrived } = await startWaiting();
    const result = client.callTool(BROWSER_WRITE);
    const request = await arrived;
    await Promise.all([client.close(), expect(result).rejects.toThrow()]);
    expect(await request.closed).toBe('hung up');
  });

  test('but only that one: another call goes on', async () => {
    const held = new Map<string, ReturnType<typeof deferred<Received>>>([
      ['bookmarks.remove', deferred()],
      ['tabs.list', deferred()],
    ]);
    const decision = deferred<object>();
    const daemon = await startDaemon((request) => {
      held.get(String(request.body.action))?.resolve(request);
      return decision.promise;
    });
    const client = await startSession(daemon);
    const cancelling = new AbortController();
    const cancelled = client.callTool(BROWSER_WRITE, undefined, { signal: cancelling.signal });
    const other = client.callTool(DIRECT);
    const [request] = await Promise.all([...held.values()].map(({ promise }) => promise));
    cancelling.abort();
    await expect(cancelled).rejects.toThrow();
    expect(await request?.closed).toBe('hung up');
    decision.resolve(DONE);
    expect((await other).structuredContent).toEqual({ done: true });
  });
});
