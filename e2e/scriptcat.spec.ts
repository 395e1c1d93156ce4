import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import vectors from '../protocol/testdata/vectors.json' with { type: 'json' };
import { Daemon } from './support/daemon.ts';
import { ScriptCat, scriptCatProofs } from './support/scriptCat.ts';
import { test as base, expect } from './support/test.ts';
import { pairingKey } from './support/wire.ts';

const META = 'untrusted-user-script-metadata';
const SOURCE = 'untrusted-user-script-source';
const WAITING = 'Waiting for approval in ScriptCat…\n';
const UUID = '0b7c9a52-5a0e-4f5e-9d2a-3c1c33ab0001';

const summary = {
  uuid: UUID,
  name: 'Dark mode',
  namespace: 'example',
  type: 'normal',
  enabled: true,
  updatedAt: '2026-05-04T03:02:01Z',
  hasUpdateUrl: false,
};
const lists = {
  matches: [],
  includes: [],
  excludes: [],
  grants: [],
  connects: [],
  requires: [],
  resources: [],
};

/** One daemon and one ScriptCat serve all tests of this file. */
const test = base.extend<object, { shared: { daemon: Daemon; scriptCat: ScriptCat } }>({
  shared: [
    async ({}, use) => {
      const daemon = await Daemon.create();
      const scriptCat = await ScriptCat.pair(daemon);
      await use({ daemon, scriptCat });
      scriptCat.wire.cut();
      await daemon.dispose();
    },
    { scope: 'worker' },
  ],
});

test('the peer by hand computes the known answers', () => {
  for (const { code, macKey, encKey } of vectors.pairing) {
    expect(pairingKey(code, 'mac').toString('hex')).toBe(macKey);
    expect(pairingKey(code, 'enc').toString('hex')).toBe(encKey);
  }
  for (const vector of vectors.scriptcat) {
    const { code, nonceD, nonceE, sessionKey } = vector;
    expect(scriptCatProofs('pairing', pairingKey(code, 'mac'), nonceD, nonceE)).toEqual({
      extension: vector.pairExtensionHmac,
      daemon: vector.pairDaemonHmac,
    });
    expect(scriptCatProofs('session', Buffer.from(sessionKey, 'hex'), nonceD, nonceE)).toEqual({
      extension: vector.sessionExtensionHmac,
      daemon: vector.sessionDaemonHmac,
    });
  }
});

interface Case {
  readonly words: readonly string[];
  readonly method: string;
  readonly input: object;
  readonly result: object;
  readonly stdout: string;
  readonly waits: boolean;
}

const CASES: readonly Case[] = [
  {
    words: ['list'],
    method: 'scripts.list',
    input: {},
    result: { scripts: [summary], contentTrust: META },
    stdout: `UUID                                  ENABLED  TYPE    VERSION  UPDATED               NAME\n${UUID}  yes      normal  -        2026-05-04T03:02:01Z  Dark mode\n`,
    waits: false,
  },
  {
    words: ['get', UUID, '-o', 'json'],
    method: 'scripts.metadata.get',
    input: { uuid: UUID },
    result: { ...summary, ...lists, contentTrust: META },
    stdout: `${JSON.stringify({ ...summary, ...lists, contentTrust: META }, null, 2)}\n`,
    waits: false,
  },
  {
    words: ['get', UUID, '-o', 'source'],
    method: 'scripts.source.get',
    input: { uuid: UUID },
    result: {
      uuid: UUID,
      name: 'Dark mode',
      code: 'alert(1);\r\n\tno newline',
      sha256: '0'.repeat(64),
      startLine: 1,
      endLine: 2,
      totalLines: 2,
      contentTrust: SOURCE,
    },
    stdout: 'alert(1);\r\n\tno newline',
    waits: true,
  },
  {
    words: ['grep', UUID, 'alert'],
    method: 'scripts.source.grep',
    input: { uuid: UUID, query: 'alert' },
    result: {
      uuid: UUID,
      name: 'Dark mode',
      matches: [{ lineNumber: 1, line: 'alert(1);', before: [], after: [] }],
      totalMatches: 1,
      truncated: false,
      skippedLongLines: 0,
      totalLines: 2,
      sha256: '0'.repeat(64),
      contentTrust: SOURCE,
    },
    stdout: '1:alert(1);\n',
    waits: true,
  },
  {
    words: ['install', 'https://a.example/dark.user.js'],
    method: 'scripts.install.request',
    input: { url: 'https://a.example/dark.user.js' },
    result: { uuid: UUID, name: 'Dark mode', enabled: true },
    stdout: `Installed script ${UUID} (Dark mode)\n`,
    waits: true,
  },
  {
    words: ['edit', UUID, '--old', 'alert(1)', '--new', 'alert(2)'],
    method: 'scripts.edit.request',
    input: { uuid: UUID, edits: [{ oldText: 'alert(1)', newText: 'alert(2)' }] },
    result: { uuid: UUID, name: 'Dark mode', enabled: true },
    stdout: `Edited script ${UUID} (Dark mode)\n`,
    waits: true,
  },
  ...[true, false].map((enable) => ({
    words: [enable ? 'enable' : 'disable', UUID],
    method: 'scripts.toggle.request',
    input: { uuid: UUID, enable },
    result: { uuid: UUID, enabled: enable },
    stdout: `${enable ? 'Enabled' : 'Disabled'} script ${UUID}\n`,
    waits: true,
  })),
  {
    words: ['delete', UUID],
    method: 'scripts.delete.request',
    input: { uuid: UUID },
    result: { uuid: UUID, deleted: true },
    stdout: `Deleted script ${UUID}\n`,
    waits: true,
  },
];

for (const { words, method, input, result, stdout, waits } of CASES) {
  test(`sctl ${words.join(' ')}`, async ({ shared: { daemon, scriptCat } }) => {
    const command = daemon.run(...words);
    const request = await scriptCat.request();
    expect(request).toMatchObject({ method, input, clientId: 'sctl-cli' });
    // ScriptCat's gates tell nothing, so the line is there before any answer.
    if (waits) await command.printed(/Waiting for approval in ScriptCat/);
    scriptCat.respond(request.id, result);
    expect(await command.result).toEqual({ code: 0, stdout, stderr: waits ? WAITING : '' });
  });
}

test('a file is installed as the code that is in it', async ({ shared: { daemon, scriptCat } }) => {
  const path = join(daemon.dataDir, 'dark.user.js');
  await writeFile(path, '// ==UserScript==\n');
  const command = daemon.run('install', path);
  const { id, input } = await scriptCat.request();
  expect(input).toEqual({ code: '// ==UserScript==\n' });
  scriptCat.respond(id, { uuid: UUID, name: 'Dark mode', enabled: true });
  expect((await command.result).code).toBe(0);
});

for (const [code, exitCode] of [
  ['USER_REJECTED', 1],
  ['OPERATION_EXPIRED', 2],
  ['RATE_LIMITED', 3],
  ['CONFLICT', 3],
] as const) {
  test(`${code} from ScriptCat ends with ${exitCode}`, async ({ shared: { daemon, scriptCat } }) => {
    const command = daemon.run('delete', UUID);
    const { id } = await scriptCat.request();
    scriptCat.fail(id, code, 'It is so');
    const { code: exit, stdout, stderr } = await command.result;
    expect([exit, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(`error: ${code}: It is so\n`);
  });
}

test('Ctrl-C withdraws what ScriptCat was asked', async ({ shared: { daemon, scriptCat } }) => {
  const command = daemon.run('delete', UUID);
  const { id } = await scriptCat.request();
  expect((await command.stop('SIGINT')).code).toBe(2);
  expect(await scriptCat.wire.next()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
  // What it answers now is late, and hurts nobody.
  scriptCat.respond(id, { uuid: UUID, deleted: true });
});

test('a target is refused before ScriptCat hears of it', async ({ shared: { daemon, scriptCat } }) => {
  const { code, stderr } = await daemon.sctl('list', '--browser', 'work');
  expect([code, stderr]).toEqual([3, expect.stringContaining('leave --browser out')]);
  expect(
    await daemon.post('/control/call', { action: 'scripts.list', browser: 'work', input: {} }),
  ).toMatchObject({
    ok: false,
    error: { code: 'INVALID_REQUEST' },
  });
  const list = daemon.run('list');
  const request = await scriptCat.request();
  expect(request.method).toBe('scripts.list');
  scriptCat.respond(request.id, { scripts: [], contentTrust: META });
  expect((await list.result).stdout).toBe('(no user scripts)\n');
});

test('what is not for ScriptCat to say is dropped, and its connection lives', async ({
  shared: { daemon, scriptCat },
}) => {
  const command = daemon.run('delete', UUID);
  const { id } = await scriptCat.request();
  const notifications = [
    { method: '$/approvalPending', params: { id } },
    { method: '$/somethingNew', params: {} },
    { method: 'debugger.detached', params: { tabId: 1, reason: 'target_closed' } },
    { method: 'debugger.tabRemoved', params: { tabId: 1 } },
  ];
  for (const notification of notifications) scriptCat.wire.send(notification);
  scriptCat.wire.send({ id: 'alive', method: '$session.ping', params: {} });
  expect(await scriptCat.wire.next()).toEqual({ jsonrpc: '2.0', id: 'alive', result: {} });
  scriptCat.respond(id, { uuid: UUID, deleted: true });
  expect(await command.result).toMatchObject({ code: 0, stderr: WAITING });
});

test('a new connection replaces the old one, and voids what was asked on it', async ({ daemon }) => {
  const first = await ScriptCat.pair(daemon);
  const command = daemon.run('delete', UUID);
  await first.request();
  const second = await first.reconnect(daemon);
  expect((await first.wire.closed).code).toBe(1000);
  expect(await command.result).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('OPERATION_EXPIRED'),
  });

  const list = daemon.run('list');
  const { id } = await second.request();
  second.respond(id, { scripts: [], contentTrust: META });
  expect((await list.result).code).toBe(0);

  second.wire.close(1000);
  await second.wire.closed;
  const { code, stderr } = await daemon.sctl('list');
  expect([code, stderr]).toEqual([3, expect.stringContaining('ScriptCat is not connected')]);
});
