import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFileError, startDaemon } from './daemon.ts';
import { randomId, randomNonce } from './testing/handPeer.ts';
import { TestDaemon, temporaryDirectory } from './testing/testDaemon.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('files', () => {
  test('are for their owner only, even under umask 000', async () => {
    const umask = process.umask(0);
    try {
      const daemon = await TestDaemon.start();
      await daemon.pairBrowser('chrome-a');
      await daemon.connect().pair(await daemon.enrol(), { methods: [] });
      expect(modeOf(daemon.dataDir)).toBe(0o700);
      const files = readdirSync(daemon.dataDir).sort();
      expect(files).toEqual(['browsers.json', 'control.token', 'pairing.key']);
      for (const file of files) expect(modeOf(join(daemon.dataDir, file))).toBe(0o600);
      await daemon.dispose();
    } finally {
      process.umask(umask);
    }
  });

  test('hold what the existing daemon holds, sorted by ID', async () => {
    const daemon = await TestDaemon.start();
    const second = await daemon.pairBrowser('chrome-b', { instanceId: 'b'.repeat(32) });
    const first = await daemon.pairBrowser('chrome-a', { instanceId: 'a'.repeat(32) });
    const key = await daemon.connect().pair(await daemon.enrol(), { methods: [] });
    const details = { product: 'Chrome', productVersion: '130' };
    const instances = [
      { id: first.id, name: 'chrome-a', key: first.key, ...details },
      { id: second.id, name: 'chrome-b', key: second.key, ...details },
    ];
    expect(readFileSync(join(daemon.dataDir, 'browsers.json'), 'utf8')).toBe(
      `${JSON.stringify({ instances }, null, 2)}\n`,
    );
    expect(readFileSync(join(daemon.dataDir, 'pairing.key'), 'utf8').trim()).toBe(key);
    await daemon.dispose();
  });

  test('a folder others may write to is pointed out', async () => {
    const dataDir = temporaryDirectory();
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const daemon = await TestDaemon.start({ dataDir });
    expect(daemon.log).toEqual([expect.stringContaining(dataDir)]);
    await daemon.dispose();
  });

  test('the control token is new at each start', async () => {
    const daemon = await TestDaemon.start();
    const before = daemon.token;
    await daemon.stop();
    const again = await TestDaemon.start({ dataDir: daemon.dataDir });
    expect(again.token).not.toBe(before);
    expect(again.token).toMatch(/^[0-9a-f]{64}$/);
    await again.dispose();
  });
});

describe('a file that cannot be used', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryDirectory();
    mkdirSync(dataDir);
  });
  afterEach(() => rmSync(dirname(dataDir), { recursive: true }));

  const instance = { id: randomId(), name: 'chrome-a', key: randomNonce() };
  const secret = randomNonce();
  test.each([
    ['browsers.json', ''],
    ['browsers.json', `{"instances":[{"key":"${secret}`],
    ['browsers.json', '[]'],
    ['browsers.json', '{}'],
    ['browsers.json', JSON.stringify({ instances: [{ ...instance, key: 'short' }] })],
    ['browsers.json', JSON.stringify({ instances: [{ ...instance, name: 'No Name' }] })],
    ['browsers.json', JSON.stringify({ instances: [instance, { ...instance, name: 'chrome-b' }] })],
    ['browsers.json', JSON.stringify({ instances: [instance, { ...instance, id: randomId() }] })],
    ['pairing.key', secret.slice(1)],
    ['pairing.key', ''],
  ])('%s holding %j: the start fails with a sentence, and the file stays', async (file, content) => {
    const path = join(dataDir, file);
    writeFileSync(path, content);
    const start = startDaemon({ dataDir, listenAddress: '127.0.0.1:0', version: '1' });
    const error = await start.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DataFileError);
    expect(String(error)).toContain(`${path} `);
    expect(String(error)).not.toContain(secret.slice(1));
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readdirSync(dataDir)).toEqual([file]);
  });

  test('a directory in its place', async () => {
    mkdirSync(join(dataDir, 'browsers.json'));
    await expect(startDaemon({ dataDir, listenAddress: '127.0.0.1:0', version: '1' })).rejects.toThrow(
      DataFileError,
    );
  });

  test('an empty list that another daemon wrote as null is one', async () => {
    writeFileSync(join(dataDir, 'browsers.json'), '{"instances":null}');
    const daemon = await TestDaemon.start({ dataDir });
    expect(await daemon.control('/control/browsers')).toEqual({ ok: true, result: { browsers: [] } });
    await daemon.stop();
  });
});

describe('a change that cannot be stored', () => {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await TestDaemon.start();
  });
  afterEach(() => daemon.dispose());

  // A directory cannot be replaced by a file, whoever the user is.
  function breakRegistry() {
    rmSync(join(daemon.dataDir, 'browsers.json'), { force: true });
    mkdirSync(join(daemon.dataDir, 'browsers.json'));
  }

  test('a pairing closes with 1011 and pairs nothing', async () => {
    breakRegistry();
    const peer = daemon.connect();
    await peer.authenticate('pairing', await daemon.enrol(), randomId());
    await peer.next();
    await peer.next();
    peer.send({
      id: 'c',
      method: '$session.capabilities',
      params: { schemaVersion: '1.0.0', methods: [], peer: { name: 'chrome-a' } },
    });
    expect((await peer.closed).code).toBe(1011);
    expect(await daemon.control('/control/browsers')).toEqual({ ok: true, result: { browsers: [] } });
    expect(daemon.log).toEqual([
      expect.stringMatching(/could not be registered: .*browsers\.json could not be written .*make room/),
    ]);
    expect(await daemon.events()).toEqual([
      { type: 'handshake.failed', client: expect.stringMatching(/^browser:/), reason: 'storage_failed' },
    ]);
    expect(readdirSync(daemon.dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a forgetting fails, and the browser stays connected', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    breakRegistry();
    expect(await daemon.control('/control/browsers/forget', { ref: 'chrome-a' })).toMatchObject({
      error: {
        code: 'INTERNAL_ERROR',
        message: expect.stringMatching(/browsers\.json could not be written .*Nothing was changed/),
      },
    });
    expect(await daemon.control('/control/browsers')).toMatchObject({
      result: { browsers: [{ name: 'chrome-a', online: true }] },
    });
    expect(await peer.drain()).toEqual([]);
  });

  test('coming back unchanged needs no writing', async () => {
    const { peer, id, key } = await daemon.pairBrowser('chrome-a', { methods: [] });
    breakRegistry();
    peer.socket.close();
    expect((await daemon.connect().resume(key, { instanceId: id, name: 'chrome-a' })).result).toEqual({});
  });
});

describe('forgetting', () => {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await TestDaemon.start();
  });
  afterEach(() => daemon.dispose());

  const forget = (ref: string) => daemon.control('/control/browsers/forget', { ref });

  test('a connected browser is closed, and cannot come back', async () => {
    const { peer, id, key } = await daemon.pairBrowser('chrome-a');
    expect(await forget('chrome-a')).toEqual({ ok: true, result: {} });
    expect(await peer.closed).toEqual({ code: 1008, reason: '' });
    const again = daemon.connect();
    await again.authenticate('session', key, id);
    expect(await again.closed).toEqual({ code: 1008, reason: '' });
  });

  test('an offline browser is forgotten by its full ID, and its name is free', async () => {
    const { peer, id } = await daemon.pairBrowser('chrome-a');
    peer.socket.close();
    expect(await forget(id)).toEqual({ ok: true, result: {} });
    const { name } = await daemon.pairBrowser('chrome-a');
    expect(await daemon.control('/control/browsers')).toMatchObject({ result: { browsers: [{ name }] } });
  });

  test('voids what the browser was asked', async () => {
    const { peer } = await daemon.pairBrowser('chrome-a');
    const call = daemon.call('tabs.open', { url: 'x:' });
    await peer.next();
    await forget('chrome-a');
    expect(await call).toMatchObject({ error: { code: 'OPERATION_EXPIRED' } });
  });

  test('takes neither a prefix nor an unknown name', async () => {
    const { id } = await daemon.pairBrowser('chrome-a');
    for (const ref of [id.slice(0, 31), 'chrome', '', 'nobody']) {
      expect(await forget(ref)).toMatchObject({ ok: false, error: { code: 'BROWSER_NOT_FOUND' } });
    }
    expect(await daemon.control('/control/browsers')).toMatchObject({ result: { browsers: [{ id }] } });
  });

  test('an exact name comes before an ID', async () => {
    const byId = await daemon.pairBrowser('chrome-a');
    const byName = await daemon.pairBrowser(byId.id);
    await forget(byId.id);
    expect(await daemon.control('/control/browsers')).toMatchObject({
      result: { browsers: [{ id: byId.id }] },
    });
    expect((await byName.peer.closed).code).toBe(1008);
  });
});
