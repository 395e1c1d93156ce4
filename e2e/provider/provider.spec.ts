import { expect, type Page, test } from 'playwright/test';
import { extensionId, extensionUrl } from '../../scripts/launch.ts';
import { Browser } from '../support/browser.ts';
import { Site } from '../support/site.ts';
import { type BuiltExtension, buildExtensions } from './fixtures/build.ts';
import type { HostFixture } from './fixtures/hostWorker.ts';
import { OtherExtension, stopWorkerOf } from './fixtures/otherExtension.ts';

declare const fixture: HostFixture;

interface ToolResult {
  readonly value?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Record<string, unknown>;
  };
  readonly error?: string;
}

interface Listing {
  readonly value?: {
    readonly tools: readonly {
      readonly name: string;
      readonly inputSchema: { readonly type: string };
      readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
    }[];
  };
}

test.describe.configure({ mode: 'serial', timeout: 20_000 });

let OURS: string;
let built: BuiltExtension[];
let chrome: Browser;
let host: OtherExtension;
let liar: OtherExtension;
let ourPage: Page;

test.beforeAll(async () => {
  OURS = extensionId();
  built = await buildExtensions('hostWorker.ts', ['Honest Host', 'Plain Notes']);
  chrome = await Browser.create({ extensions: built.map(({ folder }) => folder) });
  host = await OtherExtension.find(chrome.context, 'Honest Host');
  liar = await OtherExtension.find(chrome.context, 'Plain Notes');
  ourPage = await openExtensionsPage();
});

test.afterAll(async () => {
  await chrome?.dispose();
  await Promise.all((built ?? []).map((extension) => extension.dispose()));
});

async function openExtensionsPage(): Promise<Page> {
  const popup = await chrome.popup();
  await popup.getByRole('button', { name: 'Settings' }).click();
  const opened = chrome.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Other extensions' }).click();
  const page = await opened;
  await expect(page).toHaveURL(extensionUrl('extensions.html'));
  await popup.close();
  return page;
}

const turn = (name: string) => ourPage.getByRole('switch', { name }).click();
const isOn = (name: string, on: boolean) =>
  expect(ourPage.getByRole('switch', { name })).toHaveAttribute('aria-checked', String(on));
const section = (name: string) => ourPage.getByRole('region', { name, exact: true });

const probe = (from: OtherExtension, change?: object) =>
  from.worker.evaluate(([id, changed]) => fixture.probe(id, changed), [OURS, change] as const);
const connect = (from: OtherExtension) => from.worker.evaluate((id) => fixture.connect(id), OURS);
const knock = (from: OtherExtension, name: string) =>
  from.worker.evaluate(([id, port]) => fixture.knock(id, port), [OURS, name] as const);
const call = (name: string, input: Record<string, unknown> = {}): Promise<ToolResult> =>
  host.worker.evaluate(([tool, args]) => fixture.call(tool, args), [
    name,
    input,
  ] as const) as Promise<ToolResult>;

const status = (over: object) => ({
  value: {
    ok: true,
    service: { namespace: 'sctl', name: 'sctl Browser', version: expect.any(String) },
    status: { enabled: true, authorized: false, ready: true, pendingApproval: false, ...over },
  },
});
const textOf = ({ value }: ToolResult) => value?.content[0]?.text ?? '';

test('off by default: a probe says so, nothing is put to the person, and no port is served', async () => {
  expect(await probe(host)).toEqual(status({ enabled: false }));
  expect(await knock(host, 'lumo:mcp')).toBe('closed');
  await isOn('Let other extensions use this browser', false);
  await expect(section('Wants access')).toHaveCount(0);
});

test('a message that is no probe of version 1 is a protocol failure, one on another channel is not answered', async () => {
  const failed = { value: { ok: false, error: { code: expect.any(String), message: expect.any(String) } } };
  expect(await probe(host, { version: 2 })).toEqual(failed);
  expect(await probe(host, { client: 'me' })).toEqual(failed);
  expect(await probe(host, { more: 1 })).toEqual(failed);
  expect(await probe(host, { channel: 'lumo:other' })).not.toHaveProperty('value.ok');
});

test('an extension that asks waits for the person, under its real name whatever it says', async () => {
  await turn('Let other extensions use this browser');
  await isOn('Let other extensions use this browser', true);
  expect(await probe(liar)).toEqual(status({ pendingApproval: true }));
  await expect(section('Wants access')).toContainText('Plain Notes');
  await expect(section('Wants access')).toContainText(liar.id);
  await expect(section('Wants access')).not.toContainText('sctl Browser');
  expect(await knock(liar, 'lumo:mcp')).toBe('closed');
});

test('a refused extension stays refused until it may ask again', async () => {
  await section('Wants access').getByRole('button', { name: 'Refuse' }).click();
  await expect(section('Refused')).toContainText('Plain Notes');
  expect(await probe(liar)).toEqual(status({}));
  await section('Refused').getByRole('button', { name: 'Let it ask again' }).click();
  await expect(section('Refused')).toHaveCount(0);
});

test('an accepted extension gets every public method as a tool within the limits', async () => {
  await probe(host);
  await section('Wants access').getByRole('button', { name: 'Accept' }).click();
  await expect(section('Has access')).toContainText('Honest Host');
  expect(await probe(host)).toEqual(status({ authorized: true }));
  expect(await connect(host)).toEqual({ value: expect.stringContaining('Changes are turned off') });
  const { value } = (await host.worker.evaluate(() => fixture.tools())) as Listing;
  const tools = value?.tools ?? [];
  expect(tools).toHaveLength(56);
  for (const { name, inputSchema } of tools) {
    expect(name).toMatch(/^[a-z_]{1,40}$/);
    expect(`sctl${name}`.length).toBeLessThanOrEqual(57);
    expect(inputSchema.type).toBe('object');
  }
  const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
  expect(hints.get('tabs_list')).toMatchObject({ readOnlyHint: true });
  expect(hints.get('history_clear')).toMatchObject({ destructiveHint: true });
});

test('it reads, and may not change anything while changes are off', async () => {
  const { value } = await call('tabs_list');
  expect(value?.isError).toBeUndefined();
  expect(value?.structuredContent).toHaveProperty('tabs');
  expect(textOf(await call('tabs_open', { url: 'about:blank' }))).toContain('changes are turned off');
});

test('a failure is a result with its reason, whatever failed', async () => {
  await turn('Let them change things');
  await turn('Ask me before each change');
  await isOn('Ask me before each change', false);
  const cases: [string, Record<string, unknown>, string][] = [
    ['tabs_activate', { tabId: 987_654 }, 'NOT_FOUND'],
    ['tabs_activate', { tab: 1 }, 'INVALID_REQUEST'],
    ['history_clear', {}, 'CONFIRMATION_REQUIRED'],
  ];
  for (const [tool, input, code] of cases) {
    const { value } = await call(tool, input);
    expect(value?.isError, tool).toBe(true);
    expect(textOf({ ...(value ? { value } : {}) }), tool).toContain(code);
  }
  expect(await call('debugger_attach')).toEqual({ error: expect.stringContaining('no tool') });
});

test('changes are recorded with tool, sender, outcome, target and digest, and nothing that was passed', async () => {
  await call('cookies_set', { url: 'https://secret.example/', name: 'token', value: 'hidden-value' });
  const changes = section('Changes');
  await expect(changes.getByRole('listitem').first()).toContainText('cookies.set');
  await expect(changes.getByRole('listitem').first()).toContainText(host.id);
  await expect(changes.getByRole('listitem').first()).toHaveAttribute('title', /[0-9a-f]{64}/);
  await expect(changes).toContainText('tabId 987654');
  await expect(changes).toContainText('CONFIRMATION_REQUIRED');
  const kept = await chrome.worker.evaluate(async () =>
    JSON.stringify(await globalThis.chrome.storage.local.get()),
  );
  expect(kept).toContain('cookies.set');
  for (const secret of ['secret.example', 'token', 'hidden-value']) expect(kept).not.toContain(secret);
});

test('with review on, a change waits for the person', async () => {
  await turn('Ask me before each change');
  const tabs = await chrome.tabCount();
  const refused = call('tabs_open', { url: 'about:blank' });
  await expect(section('Wants to make a change')).toContainText('tabs.open');
  await section('Wants to make a change').getByRole('button', { name: 'Do not allow' }).click();
  expect(textOf(await refused)).toContain('USER_REJECTED');
  expect(await chrome.tabCount()).toBe(tabs);
  const allowed = call('tabs_open', { url: 'about:blank', background: true });
  await section('Wants to make a change').getByRole('button', { name: 'Allow once' }).click();
  expect((await allowed).value?.isError).toBeUndefined();
  expect(await chrome.tabCount()).toBe(tabs + 1);
  await turn('Ask me before each change');
  await isOn('Ask me before each change', false);
});

test('what cannot be taken back waits in the approval window, which names the extension', async () => {
  const id = await chrome.worker.evaluate(
    async () =>
      (await globalThis.chrome.bookmarks.create({ title: 'Gone', url: 'https://gone.example/' })).id,
  );
  let answer: Promise<ToolResult> | undefined;
  const window = await chrome.approvalWindow(() => {
    answer = call('bookmarks_remove', { ids: [id] });
  });
  await expect(window.getByText(host.id).first()).toBeVisible();
  await expect(window.getByText('Honest Host').first()).toBeVisible();
  await expect(window.getByText('an extension in this browser')).toBeVisible();
  await window.getByRole('button', { name: 'Delete 1 item' }).click();
  expect((await answer)?.value?.structuredContent).toMatchObject({ ids: [id] });
  await window.close();
});

test('access switched off during a call withdraws it, and tells why', async () => {
  const id = await chrome.worker.evaluate(
    async () =>
      (await globalThis.chrome.bookmarks.create({ title: 'Stays', url: 'https://stays.example/' })).id,
  );
  let answer: Promise<ToolResult> | undefined;
  const window = await chrome.approvalWindow(() => {
    answer = call('bookmarks_remove', { ids: [id] });
  });
  await expect(window.getByText('Stays').first()).toBeVisible();
  await ourPage.bringToFront();
  await turn('Let other extensions use this browser');
  expect(textOf((await answer) ?? {})).toContain('turned access off');
  await expect(window.getByRole('button', { name: 'Delete 1 item' })).toHaveCount(0);
  await window.close();
  expect(textOf(await call('tabs_list'))).toContain('turned off');
  await turn('Let other extensions use this browser');
  await isOn('Let other extensions use this browser', true);
  expect((await call('tabs_list')).value?.isError).toBeUndefined();
});

test('our worker stopped in the middle of a session is no end of it', async () => {
  await stopWorkerOf(chrome.context, OURS);
  expect((await call('tabs_list')).value?.structuredContent).toHaveProperty('tabs');
});

test('a host whose worker was stopped begins afresh', async () => {
  const life = await host.worker.evaluate(() => fixture.life);
  await host.stopWorker();
  await host.wake();
  expect(await host.worker.evaluate(() => fixture.life)).not.toBe(life);
  expect(await connect(host)).toHaveProperty('value');
  expect((await call('tabs_list')).value?.structuredContent).toHaveProperty('tabs');
});

test('the thirty-first change within a minute is refused', async () => {
  await chrome.worker.evaluate(() => globalThis.chrome.storage.session.remove('providerWrites'));
  const tabId = await chrome.worker.evaluate(
    async () => (await globalThis.chrome.tabs.create({ url: 'about:blank', active: false })).id ?? 0,
  );
  for (let count = 1; count <= 30; count += 1) {
    expect((await call('tabs_mute', { tabIds: [tabId] })).value?.isError, String(count)).toBeUndefined();
  }
  expect(textOf(await call('tabs_mute', { tabIds: [tabId] }))).toContain('RATE_LIMITED');
  expect((await call('tabs_list')).value?.isError).toBeUndefined();
  await stopWorkerOf(chrome.context, OURS);
  expect(textOf(await call('tabs_mute', { tabIds: [tabId] }))).toContain('RATE_LIMITED');
});

test('a revoked extension is refused in the middle of its session, and at the door', async () => {
  await section('Has access').getByRole('button', { name: 'Revoke' }).click();
  await expect(section('Has access')).toHaveCount(0);
  expect(textOf(await call('tabs_list'))).toContain('not on the allowlist');
  expect(await knock(host, 'lumo:mcp')).toBe('closed');
  expect(await probe(host)).toEqual(status({ pendingApproval: true }));
});

test('a port of another name is closed', async () => {
  expect(await knock(host, 'lumo:mcp2')).toBe('closed');
});

test('a web page reaches neither channel', async () => {
  const site = await Site.create();
  const page = await chrome.context.newPage();
  await page.goto(site.url('page'));
  const reach = await page.evaluate(async (id) => {
    const { runtime } = globalThis.chrome ?? {};
    if (runtime === undefined) return 'no runtime';
    return { message: typeof runtime.sendMessage, port: typeof runtime.connect, id };
  }, OURS);
  expect(reach).toBe('no runtime');
  await page.close();
  site.close();
});

test('a copy of our page that another extension opens cannot be clicked at once', async () => {
  const page = await chrome.context.newPage();
  await page.goto(extensionUrl('extensions.html'));
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled({ timeout: 500 });
  await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled();
});
