import { describe, expect, test, vi } from 'vitest';
import { DomainError, INTERNAL_ERROR_MESSAGE } from '../protocol/errors.ts';
import type { DirectMethodName } from '../protocol/methods/index.ts';
import type { ApprovalKinds } from './approvals/kinds/index.ts';
import type { GatedCall } from './approvals/queue.ts';
import type { Prepared } from './approvals/record.ts';
import { createDispatcher, createRegistry } from './dispatch.ts';
import type { Handlers } from './handlers/define.ts';
import type { PageCall } from './link/pageLink.ts';

const CONTEXT = { requestId: 'r', clientId: 'test', connection: 'one', receivedAt: 1 };
const DETAIL = { items: [] };

const callOf = (method: string, input: unknown): PageCall => ({
  type: 'call',
  callId: 'c',
  method,
  input,
  context: CONTEXT,
});

function dispatcher() {
  const handlers = {
    'tabs.activate': vi.fn(async () => ({ tabId: 7, windowId: 1 })),
    'history.clear': vi.fn(async () => ({ scope: 'all' as const })),
  };
  const prepare = vi.fn(async () => DETAIL);
  const submit = vi.fn(async (_: GatedCall, prepareNow: () => Promise<Prepared>): Promise<void> => {
    await prepareNow();
  });
  const registry = createRegistry([Object.assign(Object.create(null), handlers)], {
    'bookmarks.remove': Object.assign(Object.create(null), { prepare }),
  });
  const isOn = vi.fn(async () => false);
  const note = { runs: vi.fn(), ended: vi.fn() };
  const begin = vi.fn(() => note);
  const { dispatch, isRunning } = createDispatcher(registry, {
    approvals: { submit },
    pause: { isOn },
    activity: { begin },
  });
  const run = (method: string, input: unknown) => dispatch(callOf(method, input));
  return { run, isRunning, handlers, prepare, submit, isOn, begin, note };
}

describe('a call', () => {
  test('reaches its handler and is answered with the result as JSON text', async () => {
    const { run, handlers } = dispatcher();
    expect(await run('tabs.activate', { tabId: 7 })).toEqual({ ok: true, json: '{"tabId":7,"windowId":1}' });
    expect(handlers['tabs.activate'].mock.calls).toEqual([[{ tabId: 7 }, CONTEXT]]);
  });

  test.each(['scripts.list', 'tabs.list', '$session.ping', 'toString', ''])(
    'of a method that is not there, %j, is METHOD_NOT_FOUND before its input is looked at',
    async (method) => {
      const { run } = dispatcher();
      expect(await run(method, 'nonsense')).toMatchObject({ ok: false, code: 'METHOD_NOT_FOUND' });
    },
  );

  test.each([null, undefined, 'x', 5, [], [{ tabId: 7 }]])(
    'with %j for an input is INVALID_REQUEST',
    async (input) => {
      const { run, handlers } = dispatcher();
      expect(await run('tabs.activate', input)).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(handlers['tabs.activate']).not.toHaveBeenCalled();
    },
  );

  test('with an input that fails its schema is INVALID_REQUEST, says what is wrong, and runs nothing', async () => {
    const { run, handlers } = dispatcher();
    expect(await run('tabs.activate', { tabId: -1 })).toEqual({
      ok: false,
      code: 'INVALID_REQUEST',
      message: 'tabId must be at least 0',
    });
    expect(handlers['tabs.activate']).not.toHaveBeenCalled();
  });

  test('of level L1 needs confirm: true, after its input was found valid and before its handler runs', async () => {
    const { run, handlers } = dispatcher();
    expect(await run('history.clear', {})).toMatchObject({ ok: false, code: 'CONFIRMATION_REQUIRED' });
    for (const confirm of [false, 'true', 1]) {
      expect(await run('history.clear', { confirm })).toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect(await run('history.clear', { startTime: 'x' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(handlers['history.clear']).not.toHaveBeenCalled();
    expect(await run('history.clear', { confirm: true })).toMatchObject({ ok: true });
    expect(handlers['history.clear']).toHaveBeenCalledTimes(1);
  });

  test('of level L2 goes to the human with its checks, and is not answered now', async () => {
    const { run, prepare, submit } = dispatcher();
    expect(await run('bookmarks.remove', { ids: ['10'] })).toBe(null);
    expect(prepare.mock.calls).toEqual([[{ ids: ['10'] }]]);
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ callId: 'c', context: CONTEXT });
    expect(await submit.mock.calls[0]?.[1]()).toEqual({ kind: 'bookmarks.remove', detail: DETAIL });
  });

  test('of level L2 with an invalid input never gets as far', async () => {
    const { run, prepare, submit } = dispatcher();
    const ids = Array.from({ length: 501 }, String);
    for (const input of [{ ids }, { ids: [] }, { ids: ['1'], confirm: true }]) {
      expect(await run('bookmarks.remove', input)).toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect([prepare.mock.calls, submit.mock.calls]).toEqual([[], []]);
  });

  test('that fails is answered with what a requester may know', async () => {
    const { run, handlers, prepare } = dispatcher();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    handlers['tabs.activate'].mockRejectedValueOnce(new DomainError('NOT_FOUND', 'No tab 7'));
    expect(await run('tabs.activate', { tabId: 7 })).toEqual({
      ok: false,
      code: 'NOT_FOUND',
      message: 'No tab 7',
    });
    prepare.mockRejectedValueOnce(new DomainError('NOT_FOUND', 'No bookmark 10'));
    expect(await run('bookmarks.remove', { ids: ['10'] })).toMatchObject({ code: 'NOT_FOUND' });
    expect(log).not.toHaveBeenCalled();

    handlers['tabs.activate'].mockRejectedValueOnce(new TypeError('secret of a page'));
    const answer = await run('tabs.activate', { tabId: 7 });
    expect(answer).toEqual({ ok: false, code: 'INTERNAL_ERROR', message: INTERNAL_ERROR_MESSAGE });
    expect(log.mock.calls.flat().join()).not.toContain('secret');
    log.mockRestore();
  });

  test('is running until it is answered', async () => {
    const { run, isRunning } = dispatcher();
    const answer = run('tabs.activate', { tabId: 7 });
    expect(isRunning('c')).toBe(true);
    await answer;
    expect(isRunning('c')).toBe(false);
  });
});

describe('while the person has paused', () => {
  test('nothing runs, whatever its level, and the caller is told why', async () => {
    const { run, handlers, submit, isOn } = dispatcher();
    isOn.mockResolvedValue(true);
    const calls: [string, unknown][] = [
      ['tabs.activate', { tabId: 7 }],
      ['history.clear', { confirm: true }],
      ['bookmarks.remove', { ids: ['10'] }],
      ['tabs.activate', 'nonsense'],
    ];
    for (const [method, input] of calls) {
      const answer = await run(method, input);
      expect(answer).toMatchObject({
        ok: false,
        code: 'CONFLICT',
        message: expect.stringContaining('paused'),
      });
    }
    expect(handlers['tabs.activate']).not.toHaveBeenCalled();
    expect(handlers['history.clear']).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('the activity hears', () => {
  test('of a call that ran, with its input, and that it is done', async () => {
    const { run, begin, note } = dispatcher();
    await run('tabs.activate', { tabId: 7 });
    expect(begin.mock.calls).toEqual([['tabs.activate', 'test']]);
    expect(note.runs.mock.calls).toEqual([[{ tabId: 7 }]]);
    expect(note.ended.mock.calls).toEqual([['done']]);
  });

  test('of a call that failed, with its code; of an input only once it is valid', async () => {
    const { run, note } = dispatcher();
    await run('tabs.activate', { tabId: 'secret' });
    await run('history.clear', {});
    expect(note.runs).not.toHaveBeenCalled();
    expect(note.ended.mock.calls).toEqual([['INVALID_REQUEST'], ['CONFIRMATION_REQUIRED']]);
  });

  test('of a call that was refused by the pause', async () => {
    const { run, isOn, note } = dispatcher();
    isOn.mockResolvedValue(true);
    await run('tabs.activate', { tabId: 7 });
    expect(note.runs).not.toHaveBeenCalled();
    expect(note.ended.mock.calls).toEqual([['paused']]);
  });

  test('nothing of the end of a call that waits for a human, which the queue tells', async () => {
    const { run, note } = dispatcher();
    await run('bookmarks.remove', { ids: ['10'] });
    expect(note.ended).not.toHaveBeenCalled();
  });

  test('nothing of a method that is not there', async () => {
    const { run, begin } = dispatcher();
    await run('a method by whatever name', {});
    expect(begin).not.toHaveBeenCalled();
  });
});

describe('the registry refuses at start-up', () => {
  const run = async () => ({});
  const direct = (name: string): Partial<Handlers<DirectMethodName>> => ({ [name]: run });
  const gated = (name: string): Partial<ApprovalKinds> => ({ [name]: { prepare: run } });

  test('a gated method as a plain handler', () => {
    expect(() => createRegistry([direct('bookmarks.remove')], {})).toThrow('bookmarks.remove is L2');
  });

  test('a plain method behind a human', () => {
    expect(() => createRegistry([], gated('tabs.list'))).toThrow('tabs.list is L0');
    expect(() => createRegistry([], gated('history.clear'))).toThrow('history.clear is L1');
  });

  test('a method registered twice', () => {
    expect(() => createRegistry([direct('tabs.list'), direct('tabs.list')], {})).toThrow('twice');
  });

  test('what is no method of a browser', () => {
    expect(() => createRegistry([direct('scripts.list')], {})).toThrow(
      'scripts.list is no method of a browser',
    );
  });
});
