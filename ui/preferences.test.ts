import { describe, expect, test, vi } from 'vitest';
import {
  loadPreferences,
  type PreferencesStorage,
  resolveLanguage,
  savePreferences,
  watchPreferences,
} from './preferences.ts';

function fakeStorage(stored: Record<string, unknown> = {}) {
  const listeners = new Set<(changes: Record<string, unknown>, area: string) => void>();
  const change = (values: Record<string, unknown>, area = 'local') =>
    listeners.forEach((listener) => void listener(values, area));
  const storage: PreferencesStorage = {
    local: {
      get: async () => ({ ...stored }),
      set: async (values) => {
        Object.assign(stored, values);
        change(values);
      },
    },
    onChanged: {
      addListener: (listener) => listeners.add(listener),
      removeListener: (listener) => listeners.delete(listener),
    },
  };
  return { storage, stored, change };
}

describe('preferences', () => {
  test('follow system and browser when nothing, or nothing known, is stored', async () => {
    const defaults = { appearance: 'system', language: 'browser' };
    expect(await loadPreferences(fakeStorage().storage)).toEqual(defaults);
    const odd = fakeStorage({ appearance: 'sepia', language: 7 });
    expect(await loadPreferences(odd.storage)).toEqual(defaults);
  });

  test('come back as they were saved', async () => {
    const { storage } = fakeStorage();
    await savePreferences(storage, { appearance: 'dark', language: 'zh' });
    expect(await loadPreferences(storage)).toEqual({ appearance: 'dark', language: 'zh' });
  });

  test('are told when they change, until the watch ends', async () => {
    const { storage, change } = fakeStorage();
    const onChange = vi.fn();
    const stop = watchPreferences(storage, onChange);
    await savePreferences(storage, { appearance: 'light', language: 'en' });
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith({ appearance: 'light', language: 'en' }));
    change({ somethingElse: 1 });
    change({ appearance: 1 }, 'session');
    stop();
    change({ appearance: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(onChange).toHaveBeenCalledOnce();
  });
});

test.each([
  ['browser', 'zh-CN', 'zh'],
  ['browser', 'ZH', 'zh'],
  ['browser', 'de', 'en'],
  ['en', 'zh-CN', 'en'],
  ['zh', 'en-US', 'zh'],
] as const)('the choice %s in a browser that speaks %s gives %s', (choice, browser, language) => {
  expect(resolveLanguage(choice, browser)).toBe(language);
});
