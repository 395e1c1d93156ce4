import { describe, expect, it, vi } from 'vitest';
import { downloadsHandlers } from './downloads.ts';
import { call, failure, fakeChrome } from './fakes/call.ts';

/** Download 1 is complete, 2 runs. */
function twoDownloads() {
  const item = (id: number, state: string, totalBytes: number) => ({
    id,
    url: `https://a.test/${id}`,
    filename: `/home/me/Downloads/${id}.bin`,
    state,
    bytesReceived: 10,
    totalBytes,
    startTime: '2026-01-02T03:04:05.678Z',
    exists: true,
    danger: 'safe',
  });
  const items = [item(2, 'in_progress', -1), item(1, 'complete', 10)];
  const api = {
    search: vi.fn(async ({ id, limit }: { id?: number; limit?: number }) =>
      items.filter((one) => id === undefined || one.id === id).slice(0, limit),
    ),
    download: vi.fn(async (_: object) => 3),
    pause: vi.fn(async (_: number) => {}),
    resume: vi.fn(async (_: number) => {}),
    cancel: vi.fn(async (_: number) => {}),
    removeFile: vi.fn(async (_: number) => {}),
    erase: vi.fn(async ({ id }: { id: number }) => [id]),
    show: vi.fn((_: number) => {}),
  };
  return { api, handlers: downloadsHandlers(fakeChrome({ downloads: api })) };
}

describe('downloads.list', () => {
  it('asks Chrome for the newest first and shows their times in milliseconds', async () => {
    const { api, handlers } = twoDownloads();
    const { items, hasMore, contentTrust } = await call(handlers, 'downloads.list', {});
    expect(items[0]).toEqual({
      id: 2,
      url: 'https://a.test/2',
      filename: '/home/me/Downloads/2.bin',
      state: 'in_progress',
      bytesReceived: 10,
      totalBytes: -1,
      startTime: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      exists: true,
    });
    expect({ found: items.length, hasMore, contentTrust }).toEqual({
      found: 2,
      hasMore: false,
      contentTrust: 'untrusted-page-content',
    });
    expect(api.search).toHaveBeenCalledWith({ orderBy: ['-startTime'], limit: 101 });
  });

  it('passes state and query on, and tells that there is more', async () => {
    const { api, handlers } = twoDownloads();
    const { items, hasMore } = await call(handlers, 'downloads.list', {
      state: 'complete',
      query: 'a b',
      limit: 1,
    });
    expect({ found: items.length, hasMore }).toEqual({ found: 1, hasMore: true });
    expect(api.search).toHaveBeenCalledWith({
      orderBy: ['-startTime'],
      limit: 2,
      state: 'complete',
      query: ['a b'],
    });
  });
});

describe('downloads.start', () => {
  it('never overwrites and never asks', async () => {
    const { api, handlers } = twoDownloads();
    const url = 'https://a.test/file';
    expect(await call(handlers, 'downloads.start', { url })).toEqual({ id: 3 });
    await call(handlers, 'downloads.start', { url, filename: 'sub/file.bin' });
    const safe = { url, conflictAction: 'uniquify', saveAs: false };
    expect(api.download.mock.calls).toEqual([[safe], [{ ...safe, filename: 'sub/file.bin' }]]);
  });

  it('refuses what is not a URL and a name that leaves the folder, and starts nothing', async () => {
    const { api, handlers } = twoDownloads();
    const refused = failure('INVALID_REQUEST');
    await expect(call(handlers, 'downloads.start', { url: 'nowhere' })).rejects.toEqual(refused);
    const climbing = call(handlers, 'downloads.start', { url: 'https://a.test/', filename: 'a/../../b' });
    await expect(climbing).rejects.toEqual(refused);
    expect(api.download).not.toHaveBeenCalled();
  });

  it('passes on why Chrome refuses', async () => {
    const { api, handlers } = twoDownloads();
    api.download.mockRejectedValueOnce(new Error('Invalid filename'));
    await expect(call(handlers, 'downloads.start', { url: 'https://a.test/' })).rejects.toEqual(
      failure('INVALID_REQUEST', 'Invalid filename'),
    );
  });
});

describe('downloads.pause, resume, cancel and show', () => {
  it.each(['pause', 'resume', 'cancel', 'show'] as const)('%s acts on the download', async (verb) => {
    const { api, handlers } = twoDownloads();
    expect(await call(handlers, `downloads.${verb}`, { id: 2 })).toEqual({ id: 2 });
    expect(api[verb]).toHaveBeenCalledExactlyOnceWith(2);
  });

  it.each(['pause', 'resume', 'cancel', 'show'] as const)(
    '%s answers NOT_FOUND for an unknown one',
    async (verb) => {
      const { api, handlers } = twoDownloads();
      await expect(call(handlers, `downloads.${verb}`, { id: 9 })).rejects.toEqual(failure('NOT_FOUND', '9'));
      expect(api[verb]).not.toHaveBeenCalled();
    },
  );

  it.each(['pause', 'resume', 'cancel'] as const)('%s passes on why Chrome refuses', async (verb) => {
    const { api, handlers } = twoDownloads();
    api[verb].mockRejectedValueOnce(new Error('Download must be in progress'));
    await expect(call(handlers, `downloads.${verb}`, { id: 1 })).rejects.toEqual(
      failure('INVALID_REQUEST', 'must be in progress'),
    );
  });
});

describe('downloads.erase', () => {
  it('removes each record once', async () => {
    const { api, handlers } = twoDownloads();
    expect(await call(handlers, 'downloads.erase', { ids: [2, 1, 2], confirm: true })).toEqual({
      ids: [2, 1],
    });
    expect(api.erase.mock.calls).toEqual([[{ id: 2 }], [{ id: 1 }]]);
  });

  it('removes none when one is unknown', async () => {
    const { api, handlers } = twoDownloads();
    await expect(call(handlers, 'downloads.erase', { ids: [1, 9] })).rejects.toEqual(
      failure('NOT_FOUND', '9'),
    );
    expect(api.erase).not.toHaveBeenCalled();
  });

  it('says what was removed when Chrome fails midway', async () => {
    const { api, handlers } = twoDownloads();
    api.erase.mockResolvedValueOnce([2]).mockRejectedValueOnce(new Error('Broken'));
    await expect(call(handlers, 'downloads.erase', { ids: [2, 1] })).rejects.toEqual(
      failure('INTERNAL_ERROR', 'Done: 2. Not done: 1.'),
    );
  });
});

describe('downloads.deleteFile', () => {
  it('deletes the file of a complete download', async () => {
    const { api, handlers } = twoDownloads();
    expect(await call(handlers, 'downloads.deleteFile', { id: 1, confirm: true })).toEqual({ id: 1 });
    expect(api.removeFile).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('refuses one that is not complete, and an unknown one', async () => {
    const { api, handlers } = twoDownloads();
    const deleting = (id: number) => call(handlers, 'downloads.deleteFile', { id });
    await expect(deleting(2)).rejects.toEqual(failure('INVALID_REQUEST', 'in_progress'));
    await expect(deleting(9)).rejects.toEqual(failure('NOT_FOUND'));
    expect(api.removeFile).not.toHaveBeenCalled();
  });

  it('passes on why Chrome refuses', async () => {
    const { api, handlers } = twoDownloads();
    api.removeFile.mockRejectedValueOnce(new Error('Download file already deleted'));
    await expect(call(handlers, 'downloads.deleteFile', { id: 1 })).rejects.toEqual(
      failure('INVALID_REQUEST', 'already deleted'),
    );
  });
});

it('every download method answers UNSUPPORTED without chrome.downloads', async () => {
  const handlers = downloadsHandlers(fakeChrome({}));
  const unsupported = failure('UNSUPPORTED', 'chrome.downloads');
  await expect(call(handlers, 'downloads.list', {})).rejects.toEqual(unsupported);
  await expect(call(handlers, 'downloads.start', { url: 'nowhere' })).rejects.toEqual(unsupported);
  await expect(call(handlers, 'downloads.erase', { ids: [1] })).rejects.toEqual(unsupported);
  for (const verb of ['pause', 'resume', 'cancel', 'show', 'deleteFile'] as const) {
    await expect(call(handlers, `downloads.${verb}`, { id: 1 })).rejects.toEqual(unsupported);
  }
});
