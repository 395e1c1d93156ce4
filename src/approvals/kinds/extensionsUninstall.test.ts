import { expect, test } from 'vitest';
import { failure, fakeChrome, OWN_ID } from '../../handlers/fakes/call.ts';
import { extensionsUninstall } from './extensionsUninstall.ts';

const VICTIM = {
  id: 'victim',
  name: 'Victim',
  version: '1.2',
  description: 'Does things',
  installType: 'normal',
  enabled: false,
  mayDisable: true,
  permissions: ['tabs'],
};

function kindWith(found: object = VICTIM) {
  const get = async (id: string) => {
    if (id === 'unknown') throw new Error(`Failed to find extension with id ${id}.`);
    return found;
  };
  return extensionsUninstall(fakeChrome({ management: { get } }));
}

test('it describes the extension as the window shows it', async () => {
  const { mayDisable, permissions, ...shown } = VICTIM;
  expect(await kindWith().prepare({ id: 'victim' })).toEqual(shown);
});

test('it refuses this extension, an unknown one, and one that may not be removed', async () => {
  const kind = kindWith();
  await expect(kind.prepare({ id: OWN_ID })).rejects.toEqual(failure('INVALID_REQUEST'));
  await expect(kind.prepare({ id: 'unknown' })).rejects.toEqual(failure('NOT_FOUND'));
  for (const kept of [{ installType: 'admin' }, { mayDisable: false }]) {
    const refusing = kindWith({ ...VICTIM, ...kept });
    await expect(refusing.prepare({ id: 'victim' })).rejects.toEqual(failure('INVALID_REQUEST'));
  }
});

test('it says when this browser does not manage extensions', async () => {
  const kind = extensionsUninstall(fakeChrome({}));
  await expect(kind.prepare({ id: 'victim' })).rejects.toEqual(failure('UNSUPPORTED', 'chrome.management'));
});
