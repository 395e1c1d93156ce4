import { describe, expect, test, vi } from 'vitest';
import { uninstallInWindow } from './uninstallInWindow.ts';

const extension = { id: 'a'.repeat(32), name: 'Victim' };

describe('uninstalling in the window', () => {
  test('goes through the dialog of the browser and gives the name that was shown', async () => {
    const uninstall = vi.fn(async () => undefined);
    const outcome = await uninstallInWindow({ get: async () => ({}), uninstall }, extension);
    expect(uninstall).toHaveBeenCalledExactlyOnceWith(extension.id, { showConfirmDialog: true });
    expect(outcome).toEqual({
      ok: true,
      result: { ...extension, contentTrust: 'untrusted-page-content' },
    });
  });

  test('does nothing when the extension is gone', async () => {
    const uninstall = vi.fn(async () => undefined);
    const get = () => Promise.reject(new Error(`Failed to find extension with id ${extension.id}.`));
    expect(await uninstallInWindow({ get, uninstall }, extension)).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    });
    expect(uninstall).not.toHaveBeenCalled();
  });

  test.each([
    [`Extension ${extension.id} uninstall canceled by user.`, 'USER_REJECTED'],
    [`Failed to find extension with id ${extension.id}.`, 'NOT_FOUND'],
    ['chrome.management.uninstall requires a user gesture.', 'INTERNAL_ERROR'],
    ['Something else', 'INTERNAL_ERROR'],
  ])('answers Chrome saying %j with %s', async (text, code) => {
    const uninstall = () => Promise.reject(new Error(text));
    const outcome = await uninstallInWindow({ get: async () => ({}), uninstall }, extension);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(JSON.stringify(outcome)).not.toContain(text);
  });
});
