import { describe, expect, test, vi } from 'vitest';
import type { ApproveOutcome } from '../shared/messages.ts';
import { bookmarksItem, extensionItem } from './approvals.fixture.ts';
import { approveItem, type DecisionDeps } from './decide.ts';

function fakeDeps(approve: () => Promise<ApproveOutcome>) {
  const finish = vi.fn<DecisionDeps['finish']>(async () => null);
  const uninstall = vi.fn(async () => undefined);
  const deps: DecisionDeps = { approve, finish, management: { get: async () => ({}), uninstall } };
  return { deps, finish, uninstall };
}

describe('an approval', () => {
  test('that the worker carries out needs nothing more of the window', async () => {
    const { deps, finish, uninstall } = fakeDeps(async () => 'executing');
    expect(await approveItem(bookmarksItem(), deps)).toBe('sent');
    expect(finish).not.toHaveBeenCalled();
    expect(uninstall).not.toHaveBeenCalled();
  });

  test('that the worker refuses does nothing', async () => {
    const { deps, finish, uninstall } = fakeDeps(async () => 'refused');
    expect(await approveItem(extensionItem(), deps)).toBe('refused');
    expect(finish).not.toHaveBeenCalled();
    expect(uninstall).not.toHaveBeenCalled();
  });

  test('of an uninstall is carried out here and reported', async () => {
    const { deps, finish } = fakeDeps(async () => 'execute-in-window');
    expect(await approveItem(extensionItem(), deps)).toBe('sent');
    expect(finish).toHaveBeenCalledExactlyOnceWith('extension', {
      ok: true,
      result: { id: 'a'.repeat(32), name: 'Victim', contentTrust: 'untrusted-page-content' },
    });
  });

  test('is reported again when a report is lost, but not for ever', async () => {
    const { deps, finish, uninstall } = fakeDeps(async () => 'execute-in-window');
    finish.mockRejectedValueOnce(new Error('lost'));
    await approveItem(extensionItem(), deps);
    expect(finish).toHaveBeenCalledTimes(2);
    finish.mockRejectedValue(new Error('lost'));
    expect(await approveItem(extensionItem(), deps)).toBe('sent');
    expect(finish).toHaveBeenCalledTimes(5);
    expect(uninstall).toHaveBeenCalledTimes(2);
  });

  test('without an answer uninstalls nothing, and says so to a worker that may wait for it', async () => {
    const { deps, finish, uninstall } = fakeDeps(() => Promise.reject(new Error('lost')));
    expect(await approveItem(extensionItem(), deps)).toBe('unsent');
    expect(uninstall).not.toHaveBeenCalled();
    expect(finish).toHaveBeenCalledExactlyOnceWith(
      'extension',
      expect.objectContaining({ ok: false, code: 'INTERNAL_ERROR' }),
    );
  });

  test('of bookmarks without an answer can be tried again', async () => {
    const { deps, finish } = fakeDeps(() => Promise.reject(new Error('lost')));
    expect(await approveItem(bookmarksItem(), deps)).toBe('unsent');
    expect(finish).not.toHaveBeenCalled();
  });
});
