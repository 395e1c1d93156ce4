import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEXT_COMMAND_MS } from './commandQueue.ts';
import { SET_UP_MS } from './pageDebugger.ts';
import { CdpBench } from './testing/cdpBench.ts';
import { Refusal } from './testing/fakeTabs.ts';
import type { CdpMessage } from './testing/testClient.ts';

let bench: CdpBench;
beforeEach(async () => {
  bench = await CdpBench.start();
});
afterEach(() => bench.dispose());

const names = (messages: readonly CdpMessage[]) => messages.map(({ id, method }) => method ?? `answer ${id}`);
const SET_UP = ['Emulation.setFocusEmulationEnabled', 'Target.getTargetInfo'];

describe('what a client sends', () => {
  test.each(['no JSON', '[]', '"text"', '{}', '{"id":"1","method":"Browser.getVersion"}', '{"id":1.5}'])(
    '%s closes the connection with 1003',
    async (text) => {
      const client = await bench.client();
      client.socket.send(text);
      expect((await client.closed).code).toBe(1003);
    },
  );

  test('a binary message closes the connection with 1003', async () => {
    const client = await bench.client();
    client.socket.send(Buffer.from('{"id":1,"method":"Browser.getVersion"}'));
    expect((await client.closed).code).toBe(1003);
  });

  test.each([
    [{ id: 1 }, -32600],
    [{ id: 1, method: 7 }, -32600],
    [{ id: 1, method: 'Browser.getVersion', params: [] }, -32602],
    [{ id: 1, method: 'Browser.getVersion', sessionId: 7 }, -32600],
    [{ id: 1, method: 'Page.enable', sessionId: 'unknown' }, -32001],
  ])('%j is answered with %i', async (message, code) => {
    const client = await bench.client();
    client.socket.send(JSON.stringify(message));
    await expect.poll(() => client.messages).toMatchObject([{ id: 1, error: { code } }]);
  });
});

describe('commands to the browser', () => {
  test('the version is the browser’s own', async () => {
    const client = await bench.client();
    expect(await client.ok('Browser.getVersion')).toEqual({
      protocolVersion: '1.3',
      product: 'Chrome/156.0.0.0',
      revision: '',
      userAgent: 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
      jsVersion: '',
    });
  });

  test('Browser.close is answered, then the connection closes with 1000, and no tab is closed', async () => {
    const client = await bench.client();
    expect(await client.ok('Browser.close')).toEqual({});
    expect((await client.closed).code).toBe(1000);
    expect(bench.tabs.calls).not.toContain('debugger.close 1');
  });

  test.each([
    'Target.createBrowserContext',
    'Target.disposeBrowserContext',
    'Browser.grantPermissions',
    'Browser.resetPermissions',
    'Browser.setPermission',
    'Browser.getWindowForTarget',
    'Browser.getWindowBounds',
    'Browser.setWindowBounds',
    'Browser.setContentsSize',
    'Browser.crash',
    'Security.setIgnoreCertificateErrors',
    'Security.setOverrideCertificateErrors',
    'ServiceWorker.enable',
  ])('%s is refused by name, to the browser and to a page', async (method) => {
    const { client, session } = await bench.attached();
    for (const sessionId of [undefined, session(1)]) {
      const { error } = await client.send(method, {}, sessionId);
      expect(error?.code).toBe(-32000);
      expect(error?.message).toContain(`${method} is not supported`);
    }
  });

  test('a target in another browser context is refused, in our own it is opened', async () => {
    const client = await bench.client();
    const { defaultBrowserContextId, browserContextIds } = await client.ok('Target.getBrowserContexts');
    expect(browserContextIds).toEqual([]);
    const other = await client.send('Target.createTarget', { url: 'about:blank', browserContextId: 'other' });
    expect(other.error?.message).toContain('browserContextId is not supported');
    await client.ok('Target.createTarget', { browserContextId: defaultBrowserContextId });
    expect(bench.tabs.calls.filter((call) => call === 'debugger.open')).toHaveLength(1);
  });

  test.each(['Target.setRemoteLocations', 'Target.made'])('%s is not found', async (method) => {
    const client = await bench.client();
    expect((await client.send(method)).error?.code).toBe(-32601);
  });

  test('any other command goes to the lowest attached tab, and fails when there is none', async () => {
    const { client, session } = await bench.attached();
    expect((await client.send('Storage.getCookies')).error).toMatchObject({ code: -32000 });
    await client.ok('Page.enable', {}, session(2));
    await client.ok('Page.enable', {}, session(1));
    bench.tabs.onCommand('Storage.getCookies', () => ({ cookies: [] }));
    const { defaultBrowserContextId: browserContextId } = await client.ok('Target.getBrowserContexts');
    expect(await client.ok('Storage.getCookies', { browserContextId })).toEqual({ cookies: [] });
    expect(bench.tabs.inputs.at(-1)).toMatchObject({ tabId: 1, method: 'Storage.getCookies', params: {} });
  });
});

describe('a session on a page', () => {
  test('begins with mark, focus emulation and a look at the target, once', async () => {
    const { client, session } = await bench.attached();
    bench.tabs.calls.splice(0);
    await Promise.all([
      client.ok('Page.enable', {}, session(1)),
      client.ok('Runtime.enable', {}, session(1)),
    ]);
    expect(bench.tabs.calls).toEqual([
      'debugger.own 1',
      ...[...SET_UP, 'Page.enable', 'Runtime.enable'].map((method) => `debugger.send 1 ${method}`),
    ]);
  });

  test('starts its commands in order, the next after the answer or 20 ms', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    bench.tabs.onCommand('Runtime.evaluate', () => new Promise(() => undefined));
    void client.send('Runtime.evaluate', {}, session(1));
    const second = client.ok('Page.reload', {}, session(1));
    await client.ok('Browser.getVersion');
    expect(bench.tabs.commandsTo(1).at(-1)).toBe('Runtime.evaluate');
    bench.daemon.clock.advance(NEXT_COMMAND_MS);
    await second;
    expect(bench.tabs.commandsTo(1).slice(-2)).toEqual(['Runtime.evaluate', 'Page.reload']);
  });

  test('hears events before the answer that followed them, and the others after it', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    for (let round = 0; round < 50; round++) {
      client.take();
      bench.tabs.onCommand('Page.navigate', () => {
        for (const name of ['a', 'b', 'c']) bench.tabs.event(1, `Page.${name}`);
        queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => bench.tabs.event(1, 'Page.after'))));
        return {};
      });
      const { id } = await client.send('Page.navigate', {}, session(1));
      await expect.poll(() => client.messages.length).toBe(5);
      expect(names(client.messages)).toEqual(['Page.a', 'Page.b', 'Page.c', `answer ${id}`, 'Page.after']);
    }
  });

  test('shares a tab with another one: both hear its events, and the last to go detaches', async () => {
    const { client, session } = await bench.attached();
    const { sessionId: other } = await client.ok('Target.attachToTarget', {
      targetId: 'TARGET1',
      flatten: true,
    });
    await client.ok('Page.enable', {}, session(1));
    client.take();
    bench.tabs.event(1, 'Page.loadEventFired');
    await expect.poll(() => client.messages.map(({ sessionId }) => sessionId)).toEqual([session(1), other]);
    await client.ok('Target.detachFromTarget', { sessionId: session(1) });
    expect(bench.tabs.calls).not.toContain('debugger.detach 1');
    await client.ok('Target.detachFromTarget', { sessionId: other });
    expect(bench.tabs.calls).toContain('debugger.detach 1');
    expect(names(client.take())).toContain('Target.detachedFromTarget');
  });

  test('has frames and workers with Chrome’s own session IDs, detached through their parent', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Target.setAutoAttach', { autoAttach: true, flatten: true }, session(1));
    bench.tabs.event(1, 'Target.attachedToTarget', { sessionId: 'FRAME', targetInfo: { type: 'iframe' } });
    bench.tabs.event(1, 'Target.attachedToTarget', { sessionId: 'WORKER' }, 'FRAME');
    await expect.poll(() => client.events('Target.attachedToTarget').at(-1)?.sessionId).toBe('FRAME');
    await client.ok('Runtime.enable', { deep: true }, 'WORKER');
    expect(bench.tabs.inputs.at(-1)).toMatchObject({ tabId: 1, sessionId: 'WORKER', params: { deep: true } });
    await client.ok('Target.detachFromTarget', { sessionId: 'WORKER' });
    expect(bench.tabs.inputs.at(-1)).toMatchObject({ sessionId: 'FRAME', method: 'Target.detachFromTarget' });
    await client.ok('Target.detachFromTarget', { sessionId: 'FRAME' }, session(1));
    expect(bench.tabs.inputs.at(-1)).not.toHaveProperty('sessionId');
    bench.tabs.event(1, 'Target.detachedFromTarget', { sessionId: 'FRAME' });
    await expect.poll(async () => (await client.send('Page.enable', {}, 'WORKER')).error?.code).toBe(-32001);
  });

  test('asks Chrome for its own target, and shows the context the client knows', async () => {
    const { client, session } = await bench.attached();
    bench.tabs.onCommand('Target.getTargetInfo', () => ({
      targetInfo: { targetId: 'TARGET1', browserContextId: 'real' },
    }));
    const { targetInfo } = await client.ok('Target.getTargetInfo', {}, session(1));
    const { defaultBrowserContextId } = await client.ok('Target.getBrowserContexts');
    expect(targetInfo).toEqual({ targetId: 'TARGET1', browserContextId: defaultBrowserContextId });
  });

  test('is brought to the front inside its window', async () => {
    const { client, session } = await bench.attached();
    expect(await client.ok('Page.bringToFront', {}, session(2))).toEqual({});
    expect(bench.tabs.calls).toContain('tabs.select 2');
    expect(bench.tabs.commandsTo(2)).toEqual([]);
  });
});

describe('failures', () => {
  test.each([
    [
      new Refusal('INVALID_REQUEST', '{"code":-32601,"message":"wasn’t found","data":"more"}'),
      {
        code: -32601,
        message: 'wasn’t found',
        data: 'more',
      },
    ],
    [new Refusal('INVALID_REQUEST', 'plain text'), { code: -32000, message: 'INVALID_REQUEST: plain text' }],
    [new Refusal('NOT_FOUND', 'No tab 1'), { code: -32602, message: 'No tab 1' }],
    [new Refusal('METHOD_NOT_FOUND', 'no such'), { code: -32601, message: 'no such' }],
    [new Refusal('DEBUGGER_DETACHED', 'gone'), { code: -32000, message: 'DEBUGGER_DETACHED: gone' }],
    [new Refusal('PAGE_NOT_AUTOMATABLE', 'no'), { code: -32000, message: 'PAGE_NOT_AUTOMATABLE: no' }],
  ])('%s', async (refusal, error) => {
    const { client, session } = await bench.attached();
    bench.tabs.onCommand('Page.reload', () => {
      throw refusal;
    });
    expect((await client.send('Page.reload', {}, session(1))).error).toEqual(error);
  });

  test('a page that does not answer the set-up fails after 5 seconds, all its commands and no other tab’s', async () => {
    const { client, session } = await bench.attached();
    let isMute = true;
    bench.tabs.onCommand('Emulation.setFocusEmulationEnabled', () =>
      isMute ? new Promise(() => undefined) : {},
    );
    const waiting = [
      client.send('Page.enable', {}, session(1)),
      client.send('Runtime.enable', {}, session(1)),
    ];
    await expect.poll(() => bench.tabs.commandsTo(1)).toEqual(SET_UP.slice(0, 1));
    isMute = false;
    await client.ok('Page.enable', {}, session(2));
    bench.daemon.clock.advance(SET_UP_MS);
    for (const { error } of await Promise.all(waiting)) expect(error?.message).toContain('PAGE_UNRESPONSIVE');
    expect(bench.tabs.calls).toContain('debugger.detach 1');
    await client.ok('Page.enable', {}, session(1));
  });
});

describe('when the client has gone', () => {
  test('dialogs are dismissed, then tabs detached, then marks taken off, and no tab is closed', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    await client.ok('Page.enable', {}, session(2));
    bench.tabs.event(1, 'Target.attachedToTarget', { sessionId: 'FRAME' });
    bench.tabs.event(1, 'Page.javascriptDialogOpening', {}, 'FRAME');
    bench.tabs.event(2, 'Page.javascriptDialogOpening');
    bench.tabs.event(2, 'Page.javascriptDialogClosed');
    await client.ok('Target.createTarget');
    bench.tabs.calls.splice(0);
    client.socket.close();
    await expect.poll(() => bench.tabs.calls.length).toBe(7);
    expect(bench.tabs.calls).toEqual([
      'debugger.send 1 Page.handleJavaScriptDialog',
      'debugger.detach 1',
      'debugger.detach 2',
      'debugger.detach 3',
      'debugger.own 1',
      'debugger.own 2',
      'debugger.own 3',
    ]);
    expect(bench.tabs.inputs.find(({ method }) => method === 'Page.handleJavaScriptDialog')).toMatchObject({
      sessionId: 'FRAME',
      params: { accept: false },
    });
  });

  test('a step that fails is logged and stops none of the others', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    await client.ok('Page.enable', {}, session(2));
    bench.tabs.onMethod('debugger.detach', () => {
      throw new Refusal('INTERNAL_ERROR', 'secret text of a page');
    });
    bench.tabs.calls.splice(0);
    client.socket.close();
    await expect
      .poll(() => bench.tabs.calls.filter((call) => call.startsWith('debugger.own')))
      .toHaveLength(2);
    expect(bench.daemon.log).toHaveLength(1);
    expect(bench.daemon.log[0]).not.toContain('secret');
  });
});
