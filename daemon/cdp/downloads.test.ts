import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../testing/testDaemon.ts';
import { bestMatch, type DownloadItem } from './downloadMatch.ts';
import { CdpBench } from './testing/cdpBench.ts';
import type { TestClient } from './testing/testClient.ts';

const item = (id: number, more: Partial<DownloadItem> = {}): DownloadItem => ({
  id,
  url: `https://site.example/${id}`,
  filename: `/home/user/Downloads/${id}.bin`,
  state: 'complete',
  bytesReceived: 4,
  totalBytes: 4,
  startTime: 1_700_000_000_000,
  exists: true,
  ...more,
});

describe('the download a page told of', () => {
  const started = { url: 'https://site.example/final', name: 'report.pdf', size: 9 };

  test.each([
    ['has its URL', [item(2, { url: started.url }), item(1)], 2],
    ['has its name after a redirect', [item(2), item(1, { filename: '/d/report.pdf' })], 1],
    ['has its name with a number', [item(2, { filename: '/d/report (3).pdf' }), item(1)], 2],
    [
      'has its URL rather than its name',
      [item(2, { filename: 'report.pdf' }), item(1, { url: started.url })],
      1,
    ],
    [
      'has its size as well, of two with its name',
      [item(1, { filename: 'report.pdf' }), item(2, { filename: 'report.pdf', totalBytes: 9 })],
      2,
    ],
    [
      'is the oldest of those that fit alike',
      [item(3, { url: started.url }), item(2, { url: started.url })],
      2,
    ],
    ['is the only one there is', [item(5)], 5],
    ['is none of several that do not fit', [item(2), item(1)], undefined],
  ])('%s', (_, items, id) => {
    expect(bestMatch(started, items)?.id).toBe(id);
  });
});

describe('over the endpoint', () => {
  let bench: CdpBench;
  let client: TestClient;
  let folder: string;
  let items: DownloadItem[];
  beforeEach(async () => {
    folder = temporaryDirectory();
    mkdirSync(folder);
    items = [item(1, { url: 'https://site.example/file' })];
    bench = await CdpBench.start();
    bench.tabs.onMethod('downloads.list', () => ({
      items,
      hasMore: false,
      contentTrust: 'untrusted-page-content',
    }));
    bench.tabs.onMethod('downloads.cancel', ({ id }) => ({ id }));
    client = await bench.client();
    await client.ok('Target.setAutoAttach', { autoAttach: true, flatten: true });
    await client.ok('Page.enable', {}, 'sctl-session-1');
  });
  afterEach(async () => {
    await bench.dispose();
    rmSync(dirname(folder), { recursive: true });
  });

  const begin = () =>
    bench.tabs.event(1, 'Page.downloadWillBegin', {
      frameId: 'F',
      guid: 'guid-1',
      url: 'https://site.example/file',
      suggestedFilename: 'file.bin',
    });
  const progress = (state: string) =>
    bench.tabs.event(1, 'Page.downloadProgress', { guid: 'guid-1', totalBytes: 4, receivedBytes: 4, state });
  const set = (more: object = {}) =>
    client.ok('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: join(folder, 'to'),
      eventsEnabled: true,
      ...more,
    });
  const finished = () => {
    const filename = join(folder, 'file.bin');
    writeFileSync(filename, 'data');
    items = [item(2, { url: 'https://site.example/file', filename }), ...items];
  };
  const states = () => client.events('Browser.downloadProgress').map(({ params }) => params?.state);

  test('the file is where the client looks before it is told that it is there', async () => {
    await set();
    begin();
    progress('inProgress');
    finished();
    progress('completed');
    await expect.poll(states).toEqual(['inProgress', 'completed']);
    expect(client.events('Browser.downloadWillBegin')).toMatchObject([{ params: { frameId: 'F' } }]);
    expect(readFileSync(join(folder, 'to', 'guid-1'), 'utf8')).toBe('data');
  });

  test('waits for the browser’s list, and gives up with canceled', async () => {
    await set();
    begin();
    progress('completed');
    const later = () => {
      bench.daemon.clock.advance(50);
      return states();
    };
    await expect.poll(later, { timeout: 10_000, interval: 10 }).toEqual(['canceled']);
    expect(bench.daemon.log).toEqual([expect.stringContaining('the browser does not list it')]);
  });

  test('behavior allow keeps the name the browser gave', async () => {
    await set({ behavior: 'allow' });
    begin();
    finished();
    progress('completed');
    await expect.poll(states).toEqual(['completed']);
    expect(readdirSync(join(folder, 'to'))).toEqual(['file.bin']);
  });

  test('a running one can be cancelled, an unknown one cannot', async () => {
    await set();
    begin();
    items = [item(2, { url: 'https://site.example/file', state: 'in_progress' }), ...items];
    await client.ok('Browser.getVersion');
    await client.ok('Browser.cancelDownload', { guid: 'guid-1' });
    expect(bench.tabs.inputs.at(-1)).toEqual({ called: 'downloads.cancel', id: 2, confirm: true });
    expect((await client.send('Browser.cancelDownload', { guid: 'guid-2' })).error?.code).toBe(-32602);
    progress('canceled');
    await expect.poll(states).toEqual(['canceled']);
  });

  test('without eventsEnabled, or without any behavior, the browser level hears nothing', async () => {
    begin();
    progress('canceled');
    await set({ eventsEnabled: false });
    begin();
    progress('canceled');
    await expect.poll(() => client.events('Page.downloadProgress')).toHaveLength(2);
    expect(states()).toEqual([]);
  });

  test.each([
    [{ behavior: 7 }],
    [{ downloadPath: 'relative' }],
    [{ downloadPath: undefined }],
    [{ browserContextId: 'other' }],
  ])('%j is refused', async (more) => {
    await expect(set(more)).rejects.toThrow();
  });
});
