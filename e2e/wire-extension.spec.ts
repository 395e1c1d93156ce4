import { randomBytes } from 'node:crypto';
import type { Browser } from './support/browser.ts';
import { test as base, expect } from './support/test.ts';
import { deliver, hmac, type Message, nonce, pairingKey, type Wire, WireServer } from './support/wire.ts';

const CODE = '7K3M9QXB';

const test = base.extend<{ server: WireServer }>({
  server: async ({}, use) => {
    const server = await WireServer.create();
    await use(server);
    server.close();
  },
});

/** The extension's answer to a challenge, and what the daemon needs to go on. */
interface Claim {
  readonly mode: string;
  readonly nonceE: string;
  readonly hmac: string;
  readonly peer: { readonly kind: string; readonly instanceId: string };
}

async function challenge(wire: Wire, nonceD: string): Promise<Claim> {
  wire.send({ id: 'a1', method: '$session.authenticate', params: { nonceD } });
  const { id, result } = await wire.next();
  expect(id).toBe('a1');
  return result as Record<string, unknown> & Claim;
}

async function greet(wire: Wire): Promise<Message> {
  wire.send({ method: '$session.hello', params: { daemonVersion: '9.9.9' } });
  const capabilities = await wire.next();
  expect(capabilities.method).toBe('$session.capabilities');
  return capabilities;
}

/** Pairs the real extension with the daemon by hand. */
async function pair(chrome: Browser, server: WireServer): Promise<{ wire: Wire; key: Buffer; claim: Claim }> {
  const popup = await chrome.popup();
  await chrome.setAddress(popup, server.address);
  await popup.getByLabel('Pairing code').fill(CODE);
  await popup.getByRole('button', { name: 'Pair', exact: true }).click();
  const wire = await server.accept();
  const nonceD = nonce();
  const claim = await challenge(wire, nonceD);
  const mac = pairingKey(CODE, 'mac');
  const { instanceId } = claim.peer;
  expect(claim).toEqual({
    mode: 'pairing',
    nonceE: expect.stringMatching(/^[0-9a-f]{64}$/),
    hmac: hmac(mac, 'sctl-browser-rpc-v1/pair-ext', instanceId, nonceD, claim.nonceE),
    peer: { kind: 'browser', instanceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
  const key = randomBytes(32);
  wire.send({
    method: '$session.authenticated',
    params: {
      hmac: hmac(mac, 'sctl-browser-rpc-v1/pair-daemon', instanceId, claim.nonceE, nonceD),
      key: deliver(CODE, key),
    },
  });
  const capabilities = await greet(wire);
  expect(capabilities.params).toMatchObject({
    schemaVersion: '1.0.0',
    methods: expect.arrayContaining(['tabs.list', 'bookmarks.remove']),
    peer: { name: `chromium-${instanceId.slice(0, 4)}`, product: 'Chromium' },
  });
  wire.send({ id: capabilities.id, result: {} });
  await expect(popup.getByRole('status')).toContainText('Connected');
  await popup.close();
  return { wire, key, claim };
}

/** Accepts the paired extension's next connection up to its proof. */
async function resume(server: WireServer, key: Buffer): Promise<{ wire: Wire; proof: string }> {
  const wire = await server.accept();
  const nonceD = nonce();
  const { mode, nonceE, hmac: mac, peer } = await challenge(wire, nonceD);
  expect(mode).toBe('session');
  expect(mac).toBe(hmac(key, 'sctl-browser-rpc-v1/ext', peer.instanceId, nonceD, nonceE));
  return { wire, proof: hmac(key, 'sctl-browser-rpc-v1/daemon', peer.instanceId, nonceE, nonceD) };
}

test('the extension pairs, answers calls, pings and bad input, and comes back by its key', async ({
  chrome,
  server,
}) => {
  const { wire, key } = await pair(chrome, server);
  const ask = async (message: object) => {
    wire.send(message);
    return wire.nextResponse();
  };
  const call = (method: string, input: unknown) =>
    ask({ id: 'r', method, params: { clientId: 'by-hand', input } });

  expect(await ask({ id: 'p', method: '$session.ping', params: {} })).toMatchObject({ id: 'p', result: {} });
  const listed = await call('tabs.list', {});
  expect(listed.result).toMatchObject({ contentTrust: 'untrusted-page-content', tabs: expect.any(Array) });

  const codes: [string, unknown, string][] = [
    ['tabs.explode', {}, 'METHOD_NOT_FOUND'],
    ['constructor', {}, 'METHOD_NOT_FOUND'],
    ['__proto__', {}, 'METHOD_NOT_FOUND'],
    ['scripts.list', {}, 'METHOD_NOT_FOUND'],
    ['tabs.list', { windowId: -1 }, 'INVALID_REQUEST'],
    ['tabs.list', { surprise: 1 }, 'INVALID_REQUEST'],
    ['tabs.close', { tabIds: [] }, 'INVALID_REQUEST'],
    ['tabs.close', { tabIds: ['1'] }, 'INVALID_REQUEST'],
    ['tabs.close', [], 'INVALID_REQUEST'],
    ['tabs.close', null, 'INVALID_REQUEST'],
    ['tabs.close', { tabIds: [1.5] }, 'INVALID_REQUEST'],
    ['tabs.close', { tabIds: [2 ** 40] }, 'NOT_FOUND'],
    ['tabs.open', { url: 'not a url' }, 'INVALID_REQUEST'],
    ['bookmarks.remove', { ids: ['1'] }, 'INVALID_REQUEST'],
    ['bookmarks.remove', { ids: ['987654'] }, 'NOT_FOUND'],
    // What a daemon should have stopped already.
    ['readingList.remove', { urls: ['https://x.example/'] }, 'CONFIRMATION_REQUIRED'],
    ['history.remove', { urls: ['https://x.example/'] }, 'CONFIRMATION_REQUIRED'],
    ['history.clear', {}, 'CONFIRMATION_REQUIRED'],
    ['history.clear', { confirm: false }, 'INVALID_REQUEST'],
    ['browsingData.clear', { types: ['cache'] }, 'CONFIRMATION_REQUIRED'],
    ['downloads.cancel', { id: 1 }, 'CONFIRMATION_REQUIRED'],
    ['downloads.erase', { ids: [1] }, 'CONFIRMATION_REQUIRED'],
    ['downloads.deleteFile', { id: 1 }, 'CONFIRMATION_REQUIRED'],
    ['cookies.remove', { url: 'https://x.example/', name: 'x' }, 'CONFIRMATION_REQUIRED'],
    ['cookies.clear', { all: true }, 'CONFIRMATION_REQUIRED'],
    ['cookies.clear', { all: true, confirm: 'true' }, 'INVALID_REQUEST'],
    ['extensions.disable', { id: 'x' }, 'CONFIRMATION_REQUIRED'],
  ];
  for (const [method, input, code] of codes) {
    const { error } = await call(method, input);
    expect(error, `${method} ${JSON.stringify(input)}`).toMatchObject({ code: -32000, data: { code } });
  }
  // Responses and unknown notifications are none of its business.
  wire.send({ id: 'nobody', result: {} });
  wire.send({ method: '$session.shutdown', params: {} });
  expect(await ask({ id: 'p2', method: '$session.ping', params: {} })).toMatchObject({ id: 'p2' });

  wire.cut();
  const resumed = await resume(server, key);
  resumed.wire.send({ method: '$session.authenticated', params: { hmac: resumed.proof } });
  expect((await greet(resumed.wire)).params).toMatchObject({ schemaVersion: '1.0.0' });
});

test('a daemon that cannot prove itself is rejected and not tried again', async ({ chrome, server }) => {
  const { wire, key } = await pair(chrome, server);
  wire.cut();
  const resumed = await resume(server, key);
  resumed.wire.send({ method: '$session.authenticated', params: { hmac: '0'.repeat(64) } });
  expect(await resumed.wire.closed).toMatchObject({ code: 1000 });
  const popup = await chrome.popup();
  await expect(popup.getByRole('button', { name: 'Pair again' })).toBeVisible();
});

test('a proof recorded from an earlier connection is worth nothing', async ({ chrome, server }) => {
  const { wire, key } = await pair(chrome, server);
  wire.cut();
  const first = await resume(server, key);
  first.wire.send({ method: '$session.authenticated', params: { hmac: first.proof } });
  await greet(first.wire);
  first.wire.cut();
  const second = await resume(server, key);
  second.wire.send({ method: '$session.authenticated', params: { hmac: first.proof } });
  expect(await second.wire.closed).toMatchObject({ code: 1000 });
  const popup = await chrome.popup();
  await expect(popup.getByRole('button', { name: 'Pair again' })).toBeVisible();
});

const violations: Record<string, (wire: Wire) => void> = {
  'text that is no JSON': (wire) => wire.send('{'),
  'a batch': (wire) => wire.send('[]'),
  'a challenge without an id': (wire) =>
    wire.send({ method: '$session.authenticate', params: { nonceD: nonce() } }),
  'a nonce that is none': (wire) =>
    wire.send({ id: 'a', method: '$session.authenticate', params: { nonceD: 'x' } }),
  'a call before the handshake': (wire) => wire.send({ id: 'a', method: 'tabs.list', params: { input: {} } }),
  'a frame over the limit': (wire) =>
    wire.send({ id: 'a', method: '$session.authenticate', params: { nonceD: 'f'.repeat(4_194_304) } }),
  'a greeting first': (wire) => wire.send({ method: '$session.hello', params: { daemonVersion: '1' } }),
};
for (const [what, violate] of Object.entries(violations)) {
  test(`${what} ends the handshake, and the extension tries again later`, async ({ chrome, server }) => {
    const { wire: first, key } = await pair(chrome, server);
    first.cut();
    const wire = await server.accept();
    violate(wire);
    expect(await wire.closed).toMatchObject({ code: 1000 });
    const resumed = await resume(server, key);
    resumed.wire.send({ method: '$session.authenticated', params: { hmac: resumed.proof } });
    await greet(resumed.wire);
  });
}
