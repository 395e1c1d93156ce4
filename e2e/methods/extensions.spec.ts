import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Worker } from 'playwright/test';
import { extensionId } from '../../scripts/launch.ts';
import { expect, test as lab } from '../support/lab.ts';

const UNKNOWN = 'a'.repeat(32);

/** The laboratory's `test` with a second, harmless extension. */
const test = lab.extend<{ victim: string }>({
  victim: async ({ lab: { devtools } }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-victim-'));
    await writeFile(
      join(folder, 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'Victim', version: '1.2.3' }),
    );
    const id = await load(devtools, folder);
    await use(id);
    await devtools.send('Extensions.uninstall', { id });
    await rm(folder, { recursive: true });
  },
});

async function load(devtools: CDPSession, path: string): Promise<string> {
  const { id } = await devtools.send('Extensions.loadUnpacked', { path });
  return id;
}

const isEnabled = (worker: Worker, id: string) =>
  worker.evaluate(async (extension) => (await chrome.management.get(extension)).enabled, id);

test('extensions are listed, disabled and enabled', async ({ methods, worker, victim }) => {
  const { items, contentTrust } = await methods.works('extensions.list', {});
  expect(contentTrust).toBe('untrusted-page-content');
  const listed = {
    id: victim,
    name: 'Victim',
    version: '1.2.3',
    enabled: true,
    type: 'extension',
    installType: 'development',
    mayDisable: true,
  };
  expect(items).toContainEqual(listed);
  expect(items.map(({ id }) => id)).toContain(extensionId());

  expect(await methods.works('extensions.disable', { id: victim, confirm: true })).toEqual({
    id: victim,
    enabled: false,
  });
  expect(await isEnabled(worker, victim)).toBe(false);
  expect((await methods.works('extensions.list', {})).items).toContainEqual({ ...listed, enabled: false });
  expect(await methods.works('extensions.enable', { id: victim })).toEqual({ id: victim, enabled: true });
  expect(await isEnabled(worker, victim)).toBe(true);
});

test('neither this extension, an unknown one, nor one Chrome keeps is touched', async ({
  methods,
  worker,
  victim,
}) => {
  const own = extensionId();
  const confirm = true;
  await methods.fails('extensions.disable', 'CONFIRMATION_REQUIRED', { id: victim });
  await methods.allFail('NOT_FOUND', [
    ['extensions.enable', { id: UNKNOWN }],
    ['extensions.enable', { id: 'no id' }],
    ['extensions.disable', { id: UNKNOWN, confirm }],
    ['extensions.uninstall', { id: UNKNOWN }],
  ]);
  await methods.allFail('INVALID_REQUEST', [
    ['extensions.list', { limit: 5 }],
    ['extensions.enable', { id: '' }],
    ['extensions.enable', {}],
    ['extensions.disable', { id: victim, confirm: 'yes' }],
    ['extensions.disable', { id: own, confirm }],
    ['extensions.uninstall', { id: own }],
    ['extensions.uninstall', { id: victim, confirm }],
  ]);
  await methods.without('management', () =>
    methods.allFail(
      'UNSUPPORTED',
      [
        ['extensions.list', {}],
        ['extensions.enable', { id: victim }],
        ['extensions.disable', { id: victim, confirm }],
        ['extensions.uninstall', { id: victim }],
      ],
      'chrome.management',
    ),
  );
  expect(await isEnabled(worker, victim)).toBe(true);
  expect(await isEnabled(worker, own)).toBe(true);
});

test('one that Chrome says may not be disabled is kept, and policy is not blamed for it', async ({
  methods,
  worker,
  victim,
}) => {
  // Chromium says so of extensions no test can install, so its answer is changed in this one field.
  const kept = await worker.evaluateHandle(() => {
    const { get } = chrome.management;
    const value = async (id: string) => ({ ...(await get(id)), mayDisable: false });
    Object.defineProperty(chrome.management, 'get', { value, configurable: true });
    return get;
  });
  const calls = [
    ['extensions.disable', { id: victim, confirm: true }],
    ['extensions.uninstall', { id: victim }],
  ] as const;
  for (const [name, input] of calls) {
    expect(await methods.fails(name, 'INVALID_REQUEST', input)).not.toMatch(/policy|admin/i);
  }
  await kept.evaluate((value) => Object.defineProperty(chrome.management, 'get', { value }) && true);
  expect(await isEnabled(worker, victim)).toBe(true);
});

test('a rejected uninstall, and one nobody decides, uninstall nothing', async ({
  methods,
  worker,
  victim,
}) => {
  const rejected = await methods.ask('extensions.uninstall', { id: victim });
  await expect(rejected.page.getByText('Victim').first()).toBeVisible();
  await rejected.page.getByRole('button', { name: 'Reject' }).click();
  await rejected.fails('USER_REJECTED');
  const undecided = await methods.ask('extensions.uninstall', { id: victim });
  await methods.expire();
  await undecided.fails('OPERATION_EXPIRED');
  await undecided.page.close();
  expect(await isEnabled(worker, victim)).toBe(true);
});
