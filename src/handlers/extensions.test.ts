import { describe, expect, it, vi } from 'vitest';
import { extensionsHandlers } from './extensions.ts';
import { call, failure, fakeChrome, OWN_ID } from './fakes/call.ts';

function installed() {
  const extension = (id: string, changes: object = {}) => ({
    id,
    name: `Name of ${id}`,
    version: '1.0',
    enabled: true,
    type: 'extension',
    installType: 'normal',
    mayDisable: true,
    description: 'More than the list shows',
    ...changes,
  });
  const extensions = [
    extension(OWN_ID),
    extension('other'),
    extension('policy', { installType: 'admin', mayDisable: false }),
    extension('component', { mayDisable: false }),
  ];
  const api = {
    getAll: vi.fn(async () => extensions),
    get: vi.fn(async (id: string) => {
      const found = extensions.find((one) => one.id === id);
      if (found === undefined) throw new Error(`Failed to find extension with id ${id}.`);
      return found;
    }),
    setEnabled: vi.fn(async (_id: string, _enabled: boolean) => {}),
  };
  return { api, handlers: extensionsHandlers(fakeChrome({ management: api })) };
}

describe('extensions.list', () => {
  it('lists what is installed, marked as untrusted', async () => {
    const { handlers } = installed();
    const { items, contentTrust } = await call(handlers, 'extensions.list', {});
    expect(contentTrust).toBe('untrusted-page-content');
    expect(items).toHaveLength(4);
    expect(items[1]).toEqual({
      id: 'other',
      name: 'Name of other',
      version: '1.0',
      enabled: true,
      type: 'extension',
      installType: 'normal',
      mayDisable: true,
    });
  });
});

describe('extensions.enable', () => {
  it.each(['other', 'policy', OWN_ID])('enables %s', async (id) => {
    const { api, handlers } = installed();
    expect(await call(handlers, 'extensions.enable', { id })).toEqual({ id, enabled: true });
    expect(api.setEnabled).toHaveBeenCalledExactlyOnceWith(id, true);
  });

  it('answers NOT_FOUND for an unknown extension', async () => {
    const { api, handlers } = installed();
    await expect(call(handlers, 'extensions.enable', { id: 'x' })).rejects.toEqual(failure('NOT_FOUND'));
    expect(api.setEnabled).not.toHaveBeenCalled();
  });

  it('passes on why Chrome refuses', async () => {
    const { api, handlers } = installed();
    api.setEnabled.mockRejectedValueOnce(new Error('The user did not accept the re-enable prompt.'));
    await expect(call(handlers, 'extensions.enable', { id: 'other' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'did not accept'),
    );
  });
});

describe('extensions.disable', () => {
  it('disables another extension', async () => {
    const { api, handlers } = installed();
    const disabled = await call(handlers, 'extensions.disable', { id: 'other', confirm: true });
    expect(disabled).toEqual({ id: 'other', enabled: false });
    expect(api.setEnabled).toHaveBeenCalledExactlyOnceWith('other', false);
  });

  it('refuses this extension itself without looking it up', async () => {
    const { api, handlers } = installed();
    await expect(call(handlers, 'extensions.disable', { id: OWN_ID })).rejects.toEqual(
      failure('INVALID_REQUEST'),
    );
    expect(api.get).not.toHaveBeenCalled();
  });

  it('refuses one that is set by policy or kept by Chrome, and speaks of policy only where it is one', async () => {
    const { api, handlers } = installed();
    const disabling = (id: string) => call(handlers, 'extensions.disable', { id });
    await expect(disabling('x')).rejects.toEqual(failure('NOT_FOUND'));
    await expect(disabling('policy')).rejects.toEqual(failure('INVALID_REQUEST', 'policy and'));
    await expect(disabling('component')).rejects.toEqual(failure('INVALID_REQUEST', /^(?!.*policy)/));
    expect(api.setEnabled).not.toHaveBeenCalled();
  });

  it('passes on why Chrome refuses', async () => {
    const { api, handlers } = installed();
    api.setEnabled.mockRejectedValueOnce(new Error('cannot be modified by user'));
    await expect(call(handlers, 'extensions.disable', { id: 'other' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'cannot be modified'),
    );
  });
});

it('every extension method answers UNSUPPORTED without chrome.management', async () => {
  const handlers = extensionsHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.management');
  await expect(call(handlers, 'extensions.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'extensions.enable', { id: 'x' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'extensions.disable', { id: OWN_ID })).rejects.toEqual(unsupported);
});
