import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEXT_COMMAND_MS } from './commandQueue.ts';
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

describe('targets', () => {
  test('auto-attach needs flat sessions, and attaches to every tab before it is answered, touching none', async () => {
    const client = await bench.client();
    const refused = await client.send('Target.setAutoAttach', { autoAttach: true });
    expect(refused.error?.code).toBe(-32602);
    client.take();
    await client.ok('Target.setAutoAttach', { autoAttach: true, flatten: true });
    expect(client.messages).toMatchObject([
      {
        method: 'Target.attachedToTarget',
        params: {
          sessionId: 'sctl-session-1',
          waitingForDebugger: false,
          targetInfo: {
            targetId: 'TARGET1',
            type: 'page',
            title: 'title 1',
            url: 'https://site.example/1',
            attached: true,
            browserContextId: expect.stringMatching(/^[0-9A-F]{32}$/),
          },
        },
      },
      { method: 'Target.attachedToTarget', params: { sessionId: 'sctl-session-2' } },
      { result: {} },
    ]);
    expect(bench.tabs.calls.filter((call) => call.startsWith('debugger.send'))).toEqual([]);
  });

  test('discovery tells of every tab before it is answered, once', async () => {
    const client = await bench.client();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    expect(names(client.take())).toEqual(['Target.targetCreated', 'Target.targetCreated', 'answer 1']);
    await client.ok('Target.setDiscoverTargets', { discover: true });
    expect(names(client.take())).toEqual(['answer 2']);
  });

  test('Puppeteer’s filters give it the tab round each page, and inside it the page', async () => {
    const client = await bench.client();
    await client.ok('Target.setDiscoverTargets', { discover: true, filter: [{}] });
    const types = client
      .take()
      .flatMap(({ params }) => (params === undefined ? [] : [Object(params.targetInfo).type]));
    expect(types).toEqual(['page', 'tab', 'page', 'tab']);
    const filter = [{ type: 'page', exclude: true }, {}];
    await client.ok('Target.setAutoAttach', { autoAttach: true, flatten: true, filter });
    const [outer] = client.take();
    expect(outer).toMatchObject({ params: { targetInfo: { type: 'tab' } } });
    const outerId = String(outer?.params?.sessionId);
    await client.ok('Target.setAutoAttach', { autoAttach: true, flatten: true, filter: [{}] }, outerId);
    const [inner] = client.take();
    expect(inner).toMatchObject({
      sessionId: outerId,
      method: 'Target.attachedToTarget',
      params: { targetInfo: { type: 'page', targetId: 'TARGET1' } },
    });
    expect(await client.ok('Runtime.runIfWaitingForDebugger', {}, outerId)).toEqual({});
    await client.ok('Page.enable', {}, String(inner?.params?.sessionId));
    expect(bench.tabs.commandsTo(1)).toEqual([...SET_UP, 'Page.enable']);
    bench.tabs.close(1);
    await expect
      .poll(() => names(client.take()))
      .toEqual([
        'Target.detachedFromTarget',
        'Target.detachedFromTarget',
        'Target.targetDestroyed',
        'Target.targetDestroyed',
      ]);
  });

  test('the list and one target’s info need no attaching', async () => {
    const client = await bench.client();
    const { targetInfos } = await client.ok('Target.getTargets');
    expect(targetInfos).toMatchObject([{ targetId: 'TARGET1', attached: false }, { targetId: 'TARGET2' }]);
    expect(await client.ok('Target.getTargetInfo', { targetId: 'TARGET2' })).toMatchObject({
      targetInfo: { url: 'https://site.example/2' },
    });
    expect(await client.ok('Target.getTargetInfo')).toMatchObject({ targetInfo: { type: 'browser' } });
    expect((await client.send('Target.getTargetInfo', { targetId: 'none' })).error).toEqual({
      code: -32602,
      message: 'No target with given id found',
    });
    expect(bench.tabs.commandsTo(1)).toEqual([]);
  });

  test('a target that is created is announced and attached before it is answered', async () => {
    const { client } = await bench.attached();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    client.take();
    expect(await client.ok('Target.createTarget', { url: 'https://new.example/' })).toEqual({
      targetId: 'TARGET3',
    });
    expect(names(client.messages)).toEqual(['Target.targetCreated', 'Target.attachedToTarget', 'answer 3']);
    expect(bench.tabs.inputs).toContainEqual({ called: 'debugger.open', url: 'https://new.example/' });
    bench.tabs.notify('debugger.tabCreated', {
      tabId: 3,
      targetId: 'TARGET3',
      title: '',
      url: 'https://new.example/',
    });
    await client.ok('Browser.getVersion');
    expect(client.events('Target.attachedToTarget')).toHaveLength(1);
  });

  test('a tab the browser opens is announced with what Chrome says of its opener', async () => {
    const { client } = await bench.attached();
    bench.tabs.onCommand('Target.getTargetInfo', () => ({
      targetInfo: { openerId: 'TARGET1', browserContextId: 'real', targetId: 'x', canAccessOpener: true },
    }));
    client.take();
    bench.tabs.open(3);
    await expect
      .poll(() => client.messages)
      .toMatchObject([
        {
          params: {
            targetInfo: {
              targetId: 'TARGET3',
              openerId: 'TARGET1',
              canAccessOpener: true,
              browserContextId: expect.not.stringMatching('real'),
            },
          },
        },
      ]);
  });

  test('are closed and activated in the extension, without the window being raised', async () => {
    const client = await bench.client();
    expect(await client.ok('Target.closeTarget', { targetId: 'TARGET1' })).toEqual({ success: true });
    await client.ok('Target.activateTarget', { targetId: 'TARGET2' });
    expect(bench.tabs.calls).toContain('debugger.close 1');
    expect(bench.tabs.calls).toContain('tabs.select 2');
  });

  test('a changed title is told once, an unknown tab’s change as its creation', async () => {
    const client = await bench.client();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    client.take();
    const tab = { tabId: 1, targetId: 'TARGET1', title: 'other', url: 'https://site.example/1' };
    bench.tabs.notify('debugger.tabUpdated', tab);
    bench.tabs.notify('debugger.tabUpdated', tab);
    bench.tabs.notify('debugger.tabUpdated', { ...tab, tabId: 9, targetId: 'TARGET9' });
    await expect
      .poll(() => names(client.messages))
      .toEqual(['Target.targetInfoChanged', 'Target.targetCreated']);
  });

  test('a closed tab is told of once, whichever report comes first', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    await client.ok('Page.enable', {}, session(1));
    client.take();
    bench.tabs.hide(1);
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'target_closed' });
    bench.tabs.close(1);
    await client.ok('Browser.getVersion');
    await client.ok('Target.getTargets');
    expect(names(client.messages).filter((name) => name.startsWith('Target.'))).toEqual([
      'Target.detachedFromTarget',
      'Target.targetDestroyed',
    ]);
    expect((await client.send('Page.enable', {}, session(1))).error?.code).toBe(-32001);
  });
});

describe('a tab that Chrome ends the session of', () => {
  test('while a command waits for its turn gets the command only after the new set-up', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    bench.tabs.onCommand('Runtime.evaluate', () => new Promise(() => undefined));
    void client.send('Runtime.evaluate', {}, session(1));
    const waiting = client.ok('Page.reload', {}, session(1));
    await expect.poll(() => bench.tabs.commandsTo(1).at(-1)).toBe('Runtime.evaluate');
    bench.tabs.calls.splice(0);
    let letIn: (result: object) => void = () => undefined;
    bench.tabs.onCommand(
      'Emulation.setFocusEmulationEnabled',
      () => new Promise((resolve) => (letIn = resolve)),
    );
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'target_closed' });
    await expect.poll(() => bench.tabs.commandsTo(1)).toEqual(SET_UP.slice(0, 1));
    bench.daemon.clock.advance(NEXT_COMMAND_MS);
    await client.ok('Browser.getVersion');
    expect(bench.tabs.commandsTo(1)).toEqual(SET_UP.slice(0, 1));
    letIn({});
    await waiting;
    expect(bench.tabs.commandsTo(1)).toEqual([...SET_UP, 'Page.enable', 'Page.reload']);
  });

  test('a person’s Cancel ends the sessions of the tab, and nothing attaches again by itself', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    await client.ok('Page.enable', {}, session(1));
    client.take();
    bench.tabs.calls.splice(0);
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'canceled_by_user' });
    await expect.poll(() => names(client.messages)).toEqual(['Target.detachedFromTarget']);
    expect(bench.tabs.calls).toEqual([]);
    const { sessionId } = await client.ok('Target.attachToTarget', { targetId: 'TARGET1', flatten: true });
    await client.ok('Page.reload', {}, String(sessionId));
    expect(bench.tabs.commandsTo(1)).toEqual([...SET_UP, 'Page.reload']);
  });

  test('a tab that lives on is attached again, set up as the client had it, its frames ended', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    await client.ok('Network.enable', {}, session(1));
    await client.ok('Network.disable', {}, session(1));
    await client.ok('Page.addScriptToEvaluateOnNewDocument', { source: '1' }, session(1));
    await client.ok('Page.navigate', { url: 'https://x.example/' }, session(1));
    bench.tabs.event(1, 'Target.attachedToTarget', { sessionId: 'FRAME' });
    await client.ok('Browser.getVersion');
    client.take();
    bench.tabs.calls.splice(0);
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'target_closed' });
    await expect
      .poll(() => bench.tabs.commandsTo(1))
      .toEqual([...SET_UP, 'Page.enable', 'Page.addScriptToEvaluateOnNewDocument']);
    expect(client.messages).toEqual([
      { method: 'Target.detachedFromTarget', params: { sessionId: 'FRAME' }, sessionId: session(1) },
    ]);
    await client.ok('Page.reload', {}, session(1));
    bench.tabs.event(1, 'Page.loadEventFired');
    await expect.poll(() => client.messages.at(-1)?.method).toBe('Page.loadEventFired');
  });

  const OTHERS = new Refusal('PAGE_NOT_AUTOMATABLE', 'a frame of the extension abc');

  test('and lets no debugger into keeps its sessions, whose commands say why, until one gets in', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Page.enable', {}, session(1));
    client.take();
    let refused = true;
    bench.tabs.onCommand('Emulation.setFocusEmulationEnabled', () => {
      if (refused) throw OTHERS;
      return {};
    });
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'target_closed' });
    await expect
      .poll(() => bench.tabs.commandsTo(1).filter((method) => method === SET_UP[0]))
      .toHaveLength(2);
    expect((await client.send('Runtime.enable', {}, session(1))).error?.message).toContain('extension abc');
    refused = false;
    bench.tabs.calls.splice(0);
    await client.ok('Runtime.enable', {}, session(1));
    expect(bench.tabs.commandsTo(1)).toEqual([...SET_UP, 'Page.enable', 'Runtime.enable']);
    expect(client.events('Target.detachedFromTarget')).toEqual([]);
  });

  test('and that turns out to be on its way out of reach is destroyed', async () => {
    const { client, session } = await bench.attached();
    await client.ok('Target.setDiscoverTargets', { discover: true });
    await client.ok('Page.enable', {}, session(1));
    client.take();
    bench.tabs.onCommand('Emulation.setFocusEmulationEnabled', () => {
      bench.tabs.hide(1);
      throw OTHERS;
    });
    bench.tabs.notify('debugger.detached', { tabId: 1, reason: 'target_closed' });
    const later = () => {
      bench.daemon.clock.advance(100);
      return names(client.messages);
    };
    await expect.poll(later).toEqual(['Target.detachedFromTarget', 'Target.targetDestroyed']);
  });
});
