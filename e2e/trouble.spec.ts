import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Daemon } from './support/daemon.ts';
import { pairHandBrowser } from './support/handBrowser.ts';
import { expect, test } from './support/test.ts';
import { Wire } from './support/wire.ts';

/** Every trouble ends in a sentence that helps, and in exit code 3. */
const helpful = (...sentences: RegExp[]) => ({
  code: 3,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(sentences.map(({ source }) => source).join('[^]*'))),
});

test('ten commands at once each get their own answer', async ({ daemon }) => {
  const browser = await pairHandBrowser(daemon, 'hand', ['tabs.activate'], (_method, { tabId }) => ({
    tabId,
    windowId: Number(tabId) * 10,
  }));
  const tabs = Array.from({ length: 10 }, (_, index) => index + 1);
  const results = await Promise.all(
    tabs.map((tab) => daemon.sctl('tabs', 'activate', String(tab), '-o', 'json')),
  );
  expect(results.map(({ code, stdout }) => [code, JSON.parse(stdout)])).toEqual(
    tabs.map((tabId) => [0, { tabId, windowId: tabId * 10 }]),
  );
  browser.peer.socket.close();
});

test('nine more daemons on a port that is taken name its owner, which goes on', async ({ daemon }) => {
  const version = (await daemon.sctl('version')).stdout.trim();
  const refused = await Promise.all(Array.from({ length: 9 }, () => daemon.sctl('serve')));
  for (const result of refused) {
    expect(result).toEqual(helpful(new RegExp(`An sctl daemon, version ${version}, is already running at`)));
  }
  expect((await daemon.sctl('browsers')).code).toBe(0);
});

/** Gives a daemon that is not running the address of another server. */
async function occupy(daemon: Daemon, server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await daemon.stop();
  daemon.address = `127.0.0.1:${port}`;
}

test('a web server on the port', async ({ daemon }) => {
  const server = createHttpServer((_request, response) => response.end('<h1>It works</h1>'));
  await occupy(daemon, server);
  expect(await daemon.sctl('tabs', 'list')).toEqual(
    helpful(/does not answer as an sctl daemon does; name the daemon's address with --listen-address/),
  );
  expect(await daemon.sctl('serve')).toEqual(
    helpful(/is taken by a program that is no sctl daemon; choose another with --listen-address/),
  );
  const doctor = await daemon.sctl('doctor');
  expect(doctor.code).toBe(3);
  expect(doctor.stdout).toMatch(/FAILED {3}daemon .*is no sctl daemon\n.*--listen-address/);
  server.close();
});

test('something that speaks no HTTP on the port', async ({ daemon }) => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.2\r\n'));
  await occupy(daemon, server);
  expect(await daemon.sctl('tabs', 'list')).toEqual(helpful(/127\.0\.0\.1:\d+/, /may have been carried out/));
  expect(await daemon.sctl('serve')).toEqual(helpful(/is taken by a program that is no sctl daemon/));
  server.close();
});

test('a token file that a daemon left behind when it was killed', async ({ daemon }) => {
  await daemon.stop('SIGKILL');
  expect(await daemon.sctl('tabs', 'list')).toEqual(
    helpful(/No sctl daemon is running at .*; start one with `sctl serve`/),
  );
  const other = await Daemon.create();
  const { address } = daemon;
  daemon.address = other.address;
  expect(await daemon.sctl('tabs', 'list')).toEqual(
    helpful(/refused the control token in .*control\.token, which another daemon left there/, /--data-dir/),
  );
  const doctor = await daemon.sctl('doctor');
  expect(doctor.stdout).toMatch(/^FAILED {3}access /m);
  await other.dispose();
  daemon.address = address;
  await daemon.start();
  expect((await daemon.sctl('browsers')).code).toBe(0);
});

/** Seven paired browsers, whose registry is larger than a KiB, also with one of them less. */
const instances = Array.from({ length: 7 }, (_, index) => ({
  id: String(index).repeat(32),
  name: `browser-number-${index}`,
  key: 'ab'.repeat(32),
  product: 'A browser with a long name',
}));

test('a disk with no room for the registry', async ({ daemon }) => {
  await daemon.stop();
  const path = join(daemon.dataDir, 'browsers.json');
  const before = JSON.stringify({ instances });
  expect(before.length).toBeGreaterThan(1_024);
  await writeFile(path, before, { mode: 0o600 });
  daemon.address = '127.0.0.1:0';
  await daemon.startOnFullDisk(1);

  const connect = daemon.run('connect');
  await connect.printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expect(pairHandBrowser(daemon, 'eighth', [], () => ({}))).rejects.toThrow('1011');
  await connect.printed(
    /could not write the pairing to its folder, so nothing was paired; make room on the disk/,
  );
  expect((await connect.stop('SIGINT')).code).toBe(2);

  expect(await daemon.sctl('browsers', 'forget', 'browser-number-0')).toEqual(
    helpful(/browsers\.json could not be written \(.*\)\. Nothing was changed: make room on the disk/),
  );
  expect(await readFile(path, 'utf8')).toBe(before);
  const { browsers } = await daemon.json<{ browsers: unknown[] }>('browsers');
  expect(browsers).toHaveLength(7);
  expect((await daemon.sctl('doctor')).stdout).toMatch(/storage_failed.*\n.*make room on the disk/);
  // The daemon goes on, and takes whom it knows.
  (await Wire.connect(daemon.address)).cut();
});

test('a disk with no room at all', async ({ daemon }) => {
  await daemon.stop();
  expect(await daemon.runOnFullDisk(0, 'serve').result).toEqual(
    helpful(/The daemon cannot start: .*control\.token could not be written/, /make room on the disk/),
  );
});

test('a registry that is damaged stops the start and stays', async ({ daemon }) => {
  await daemon.stop();
  const path = join(daemon.dataDir, 'browsers.json');
  await writeFile(path, '{"instances": [{"id": "half');
  expect(await daemon.sctl('serve')).toEqual(
    helpful(/browsers\.json is not JSON. It was left unchanged: repair it, restore a copy, or move it away/),
  );
  expect(await readFile(path, 'utf8')).toBe('{"instances": [{"id": "half');
});
