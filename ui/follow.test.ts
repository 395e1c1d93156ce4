import { describe, expect, test, vi } from 'vitest';
import { follow, type Source } from './follow.ts';

/** A source whose answers and announcements the test gives by hand. */
function fakeSource() {
  const asked: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const listeners = new Set<(value: string) => void>();
  const source: Source<string> = {
    ask: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
    listen: (onValue) => {
      listeners.add(onValue);
      return () => listeners.delete(onValue);
    },
  };
  const tell = (value: string) => listeners.forEach((listener) => void listener(value));
  return { source, asked, listeners, tell };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('follow', () => {
  test('gives the answer, then every announcement', async () => {
    const { source, asked, tell } = fakeSource();
    const values: string[] = [];
    follow(source, (value) => values.push(value), vi.fn());
    asked[0]?.resolve('answer');
    await settled();
    tell('later');
    expect(values).toEqual(['answer', 'later']);
  });

  test('drops an answer that comes after an announcement', async () => {
    const { source, asked, tell } = fakeSource();
    const values: string[] = [];
    follow(source, (value) => values.push(value), vi.fn());
    tell('newer');
    asked[0]?.resolve('older');
    await settled();
    expect(values).toEqual(['newer']);
  });

  test('asks once more when an answer is lost, then gives up', async () => {
    const { source, asked } = fakeSource();
    const onFailure = vi.fn();
    follow(source, vi.fn(), onFailure);
    asked[0]?.reject(new Error('lost'));
    await settled();
    expect(onFailure).not.toHaveBeenCalled();
    asked[1]?.reject(new Error('lost again'));
    await settled();
    expect(onFailure).toHaveBeenCalledOnce();
    expect(asked).toHaveLength(2);
  });

  test('neither asks again nor fails when something was announced', async () => {
    const { source, asked, tell } = fakeSource();
    const onFailure = vi.fn();
    follow(source, vi.fn(), onFailure);
    tell('value');
    asked[0]?.reject(new Error('lost'));
    await settled();
    expect(asked).toHaveLength(1);
    expect(onFailure).not.toHaveBeenCalled();
  });

  test('tells nothing once it is stopped', async () => {
    const { source, asked, listeners } = fakeSource();
    const onValue = vi.fn();
    const stop = follow(source, onValue, vi.fn());
    stop();
    asked[0]?.resolve('late');
    await settled();
    expect(onValue).not.toHaveBeenCalled();
    expect(listeners.size).toBe(0);
  });
});
