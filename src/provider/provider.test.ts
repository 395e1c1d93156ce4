import { beforeEach, describe, expect, it } from 'vitest';
import { EXTENSIONS, HOST, OFFSCREEN, OTHER, ProviderWorld } from './world.fixture.ts';

let world: ProviderWorld;
beforeEach(() => {
  world = new ProviderWorld();
});

const refusedFor = (reason: string) => ({
  ok: false,
  code: 'USER_REJECTED',
  message: expect.stringContaining(reason),
});
const statusOf = (over: object) => ({
  ok: true,
  service: { namespace: 'sctl', name: 'sctl Browser', version: '1.2.3' },
  status: { enabled: true, authorized: false, ready: true, pendingApproval: false, ...over },
});

describe('a probe', () => {
  it('tells nothing but that access is off, and notes nobody, as long as it is', async () => {
    expect(await world.probe(HOST)).toEqual(statusOf({ enabled: false }));
    expect((await world.view()).pending).toEqual([]);
  });

  it('puts an unknown extension to the person once, by its real name', async () => {
    await world.provider.commands.setProvider({ enabled: true }, EXTENSIONS);
    expect(await world.probe(HOST)).toEqual(statusOf({ pendingApproval: true }));
    expect(await world.probe(HOST)).toEqual(statusOf({ pendingApproval: true }));
    expect((await world.view()).pending).toEqual([{ id: HOST, name: 'Honest Host' }]);
  });

  it('notes no more than twenty extensions', async () => {
    await world.provider.commands.setProvider({ enabled: true }, EXTENSIONS);
    const ids = Array.from({ length: 21 }, (_, index) => String.fromCharCode(97 + (index % 16)).repeat(31));
    const last = ids.map((id, index) => id + (index < 16 ? 'a' : 'b'));
    for (const id of last) await world.probe(id);
    expect((await world.view()).pending).toHaveLength(20);
    expect(await world.probe(last[20])).toEqual(statusOf({}));
  });

  it('tells that an extension was accepted, and that it was refused', async () => {
    await world.accept();
    expect(await world.probe(HOST)).toEqual(statusOf({ authorized: true }));
    await world.probe(OTHER);
    await world.provider.commands.decideCaller({ id: OTHER, decision: 'refuse' }, EXTENSIONS);
    expect(await world.probe(OTHER)).toEqual(statusOf({}));
  });

  it('tells why it is not ready', async () => {
    world.hindrance = 'It sleeps';
    expect(await world.probe(HOST)).toMatchObject({ status: { ready: false, reason: 'It sleeps' } });
  });

  it.each([
    ['another version', HOST, { version: 2 }, 'UNSUPPORTED_VERSION'],
    ['no client', HOST, { client: undefined }, 'INVALID_PROBE'],
    ['more than a probe', HOST, { tools: true }, 'INVALID_PROBE'],
    ['a sender that is no extension', undefined, {}, 'INVALID_SENDER'],
    ['a sender whose ID is none', 'abcdefghijklmnopabcdefghijklmnoq', {}, 'INVALID_SENDER'],
  ])('fails with %s', async (_, sender, change, code) => {
    expect(await world.probe(sender, change)).toEqual({
      ok: false,
      error: { code, message: expect.any(String) },
    });
  });

  it('on another channel is nobody’s business', async () => {
    expect(await world.probe(HOST, { channel: 'lumo:other' })).toBe('not answered');
  });
});

describe('the person’s word', () => {
  it.each(['setProvider', 'decideCaller', 'decideHeld'] as const)(
    'is believed only from the page of other extensions: %s',
    async (command) => {
      const payload = { id: HOST, decision: 'accept', isAllowed: true } as never;
      const { url } = EXTENSIONS;
      const others = [OFFSCREEN.url, url.replace('extensions.html', 'popup.html'), `${url}?x`, `${url}#x`];
      for (const other of others) {
        const ask = async () => world.provider.commands[command](payload, { url: other });
        await expect(ask(), other).rejects.toThrow('Only the page');
      }
    },
  );

  it('cannot accept an extension that did not ask', async () => {
    await world.provider.commands.setProvider({ enabled: true }, EXTENSIONS);
    await world.provider.commands.decideCaller({ id: HOST, decision: 'accept' }, EXTENSIONS);
    expect((await world.view()).allowed).toEqual([]);
  });

  it('decides which ports are served, and only the page that holds them may ask', async () => {
    const admit = (page: typeof EXTENSIONS) => world.provider.commands.admitPort({ extensionId: HOST }, page);
    expect(await admit(OFFSCREEN)).toEqual({ isAdmitted: false });
    await world.accept();
    expect(await admit(OFFSCREEN)).toEqual({ isAdmitted: true, writes: true, review: false });
    expect(await admit(EXTENSIONS)).toEqual({ isAdmitted: false });
    await world.provider.commands.setProvider({ enabled: false }, EXTENSIONS);
    expect(await admit(OFFSCREEN)).toEqual({ isAdmitted: false });
  });

  it('holds over a restart, and a policy that cannot be read allows nothing', async () => {
    await world.accept();
    world.start();
    expect((await world.view()).allowed).toEqual([{ id: HOST, name: 'Honest Host' }]);
    world.local.kept.provider = { enabled: true, allowed: ['not an ID'] };
    expect(await world.view()).toMatchObject({ enabled: false, writes: false, review: true, allowed: [] });
  });
});

describe('a call', () => {
  it('of the daemon passes untouched', async () => {
    const direct = world.provider.guard({
      dispatch: async () => ({ ok: true, json: '{"direct":true}' }),
      isRunning: () => false,
    });
    const context = { requestId: '1', clientId: 'cli', connection: 'c', receivedAt: 0 };
    expect(
      await direct.dispatch({ type: 'call', callId: 'c/1', method: 'debugger.detach', input: {}, context }),
    ).toEqual({ ok: true, json: '{"direct":true}' });
  });

  it('goes on with a label that names the extension', async () => {
    await world.accept();
    expect(await world.call('tabs.list', {})).toEqual({ ok: true, json: '{}' });
    expect(world.dispatched[0]?.context.clientId).toBe(`extension ${HOST}: Honest Host`);
  });

  it.each([
    ['access is off', { enabled: false, writes: true, review: false }, 'tabs.list', 'turned off'],
    ['changes are off', { enabled: true, writes: false, review: false }, 'tabs.mute', 'only read'],
  ])('is refused from the moment %s', async (_, switches, method, reason) => {
    await world.accept();
    await world.provider.commands.setProvider(switches, EXTENSIONS);
    expect(await world.call(method, { tabIds: [1] })).toEqual(refusedFor(reason));
    expect(world.dispatched).toEqual([]);
  });

  it('is refused to whoever is not on the list, and to whoever was taken off', async () => {
    await world.accept();
    expect(await world.call('tabs.list', {}, OTHER)).toEqual(refusedFor('allowlist'));
    await world.provider.commands.decideCaller({ id: HOST, decision: 'revoke' }, EXTENSIONS);
    expect(await world.call('tabs.list', {})).toEqual(refusedFor('allowlist'));
  });

  it.each(['debugger.detach', 'scripts.list', 'toString'])('never reaches %s', async (method) => {
    await world.accept();
    expect(await world.call(method, {})).toMatchObject({ ok: false, code: 'METHOD_NOT_FOUND' });
    expect(world.dispatched).toEqual([]);
  });
});

describe('changes', () => {
  it('are thirty a minute for each extension, over the lives of the worker', async () => {
    await world.accept();
    await world.accept(OTHER);
    for (let count = 0; count < 30; count += 1) {
      expect(await world.call('tabs.mute', { tabIds: [1] })).toMatchObject({ ok: true });
      world.now += 1_000;
    }
    expect(await world.call('tabs.mute', { tabIds: [1] })).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(await world.call('tabs.list', {})).toMatchObject({ ok: true });
    expect(await world.call('tabs.mute', { tabIds: [1] }, OTHER)).toMatchObject({ ok: true });
    world.start();
    expect(await world.call('tabs.mute', { tabIds: [1] })).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    world.now += 30_000;
    expect(await world.call('tabs.mute', { tabIds: [1] })).toMatchObject({ ok: true });
    expect(await world.call('tabs.mute', { tabIds: [1] })).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
  });

  it('are recorded without what was passed', async () => {
    await world.accept();
    await world.call('cookies.set', { url: 'https://a.example/', name: 'n', value: 'secret' });
    const [entry] = (await world.view()).audit;
    expect(entry).toEqual({
      at: world.now,
      tool: 'cookies.set',
      sender: HOST,
      outcome: 'done',
      target: null,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(world.local.kept)).not.toContain('secret');
  });

  it('have the same digest in whatever order the arguments come', async () => {
    await world.accept();
    await world.call('tabs.move', { tabIds: [1], index: 2 });
    await world.call('tabs.move', { index: 2, tabIds: [1] });
    await world.call('tabs.move', { index: 3, tabIds: [1] });
    const [third, second, first] = (await world.view()).audit;
    expect(second?.digest).toBe(first?.digest);
    expect(third?.digest).not.toBe(first?.digest);
    expect(third?.target).toBe('tabIds 1');
  });

  it('that wait for the human are recorded as such until they are answered or withdrawn', async () => {
    await world.accept();
    world.answer = null;
    for (let count = 0; count < 3; count += 1) await world.call('bookmarks.remove', { ids: ['7'] });
    const outcomes = async () => (await world.view()).audit.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['waiting', 'waiting', 'waiting']);
    world.provider.answered('port/1', { ok: false, code: 'USER_REJECTED', message: '' });
    world.provider.cancelled('port/2');
    world.provider.connectionsAre([]);
    await expect.poll(outcomes).toEqual(['withdrawn', 'withdrawn', 'USER_REJECTED']);
  });

  it('that are not allowed leave no entry, so that none can be pushed out by trying', async () => {
    await world.accept(HOST, { enabled: true, writes: false, review: false });
    await world.call('tabs.mute', { tabIds: [1] });
    expect((await world.view()).audit).toEqual([]);
  });
});

describe('review', () => {
  const REVIEWED = { enabled: true, writes: true, review: true };

  it('holds a change until the person allows it', async () => {
    await world.accept(HOST, REVIEWED);
    const answer = world.call('tabs.mute', { tabIds: [5] });
    await expect
      .poll(async () => (await world.view()).held)
      .toMatchObject([
        { id: 'held-1', method: 'tabs.mute', target: 'tabIds 5', caller: { id: HOST, name: 'Honest Host' } },
      ]);
    expect(world.dispatched).toEqual([]);
    await world.provider.commands.decideHeld({ id: 'held-1', isAllowed: true }, EXTENSIONS);
    expect(await answer).toMatchObject({ ok: true });
    expect((await world.view()).held).toEqual([]);
  });

  it.each([
    [
      'the person does not',
      (on: ProviderWorld) => on.provider.commands.decideHeld({ id: 'held-1', isAllowed: false }, EXTENSIONS),
      'USER_REJECTED',
    ],
    ['the caller withdraws it', (on: ProviderWorld) => on.provider.cancelled('port/1'), 'OPERATION_EXPIRED'],
    ['the port closes', (on: ProviderWorld) => on.provider.connectionsAre([]), 'OPERATION_EXPIRED'],
  ])('drops it when %s', async (_, end, code) => {
    await world.accept(HOST, REVIEWED);
    const answer = world.call('tabs.mute', { tabIds: [5] });
    await expect.poll(async () => (await world.view()).held).toHaveLength(1);
    await end(world);
    expect(await answer).toMatchObject({ ok: false, code });
    expect(world.dispatched).toEqual([]);
  });

  it('looks at the policy again after the person has spoken', async () => {
    await world.accept(HOST, REVIEWED);
    const answer = world.call('tabs.mute', { tabIds: [5] });
    await expect.poll(async () => (await world.view()).held).toHaveLength(1);
    await world.provider.commands.setProvider({ enabled: false }, EXTENSIONS);
    await world.provider.commands.decideHeld({ id: 'held-1', isAllowed: true }, EXTENSIONS);
    expect(await answer).toEqual(refusedFor('turned off'));
  });

  it.each([
    ['reads', 'tabs.list', {}],
    ['what the approval window asks about', 'bookmarks.remove', { ids: ['7'] }],
    ['what will be refused for its input', 'tabs.mute', { tabs: 1 }],
    ['what lacks its confirmation', 'history.clear', {}],
  ])('does not hold %s', async (_, method, input) => {
    await world.accept(HOST, REVIEWED);
    await world.call(method, input);
    expect(world.dispatched).toHaveLength(1);
  });
});
