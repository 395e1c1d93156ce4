import { describe, expect, test, vi } from 'vitest';
import { Pause } from './pause.ts';

function world(stored: Record<string, unknown> = {}) {
  const storage = {
    get: vi.fn(async () => stored),
    set: vi.fn(async (values: Record<string, unknown>) => void Object.assign(stored, values)),
  };
  const onChange = vi.fn();
  return { storage, onChange, stored, pause: new Pause({ storage, onChange }) };
}

function pending() {
  let resolve = () => {};
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve: () => resolve() };
}

describe('the pause', () => {
  test('is off in a new browser, and asks storage once', async () => {
    const { pause, storage, onChange } = world();
    expect([await pause.isOn(), await pause.isOn()]).toEqual([false, false]);
    expect(storage.get).toHaveBeenCalledTimes(1);
    expect(onChange.mock.calls).toEqual([[false]]);
  });

  test('outlives the worker', async () => {
    const first = world();
    await first.pause.set(true);
    const next = world(first.stored);
    expect(await next.pause.isOn()).toBe(true);
    expect(next.onChange.mock.calls).toEqual([[true]]);
  });

  test('stops calls at once, before it is stored', async () => {
    const { pause, storage } = world();
    const { promise, resolve } = pending();
    storage.set.mockReturnValueOnce(promise);
    const done = pause.set(true);
    expect(await pause.isOn()).toBe(true);
    resolve();
    await done;
    expect(await pause.isOn()).toBe(true);
  });

  test('lets calls run again only once that is stored', async () => {
    const { pause, storage, onChange } = world({ paused: true });
    const { promise, resolve } = pending();
    storage.set.mockReturnValueOnce(promise);
    const done = pause.set(false);
    expect(await pause.isOn()).toBe(true);
    resolve();
    await done;
    expect(await pause.isOn()).toBe(false);
    expect(onChange).toHaveBeenLastCalledWith(false);
  });

  test('stays on when its end cannot be stored', async () => {
    const { pause, storage } = world({ paused: true });
    storage.set.mockRejectedValueOnce(new Error('disk full'));
    await expect(pause.set(false)).rejects.toThrow('disk full');
    expect(await pause.isOn()).toBe(true);
  });

  test('is on while it cannot be read, and asked for again', async () => {
    const { pause, storage } = world();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    storage.get.mockRejectedValueOnce(new Error('corrupt'));
    expect(await pause.isOn()).toBe(true);
    expect(await pause.isOn()).toBe(false);
    log.mockRestore();
  });
});
