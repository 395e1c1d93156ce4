import { expect, test } from '../support/lab.ts';

const UNKNOWN = 999_999;

test('windows are opened, listed, put into states, focused and closed', async ({ methods, worker, site }) => {
  const { windowId } = await methods.works('windows.open', { urls: [site.url('a'), site.url('b')] });
  const { windowId: blank } = await methods.works('windows.open', {});
  const own = (id: number) => worker.evaluate((window) => chrome.windows.get(window, { populate: true }), id);

  const { windows } = await methods.works('windows.list', {});
  expect(windows).toContainEqual(expect.objectContaining({ windowId, state: 'normal', tabCount: 2 }));
  expect(windows).toContainEqual(expect.objectContaining({ windowId: blank, tabCount: 1 }));

  for (const state of ['minimized', 'maximized', 'fullscreen', 'normal'] as const) {
    expect(await methods.works('windows.state', { windowId, state })).toEqual({ windowId, state });
    await expect.poll(async () => (await own(windowId)).state).toBe(state);
  }
  for (const id of [windowId, blank]) {
    expect(await methods.works('windows.focus', { windowId: id })).toEqual({ windowId: id });
    await expect.poll(async () => (await own(id)).focused).toBe(true);
  }
  const windowIds = [windowId, blank];
  expect(await methods.works('windows.close', { windowIds: [...windowIds, windowId] })).toEqual({
    windowIds,
  });
  const left = await methods.works('windows.list', {});
  expect(left.windows.map((window) => window.windowId)).not.toEqual(expect.arrayContaining(windowIds));
});

test('a window opens in the state asked for', async ({ methods, worker }) => {
  const { windowId } = await methods.works('windows.open', { state: 'minimized' });
  const state = () => worker.evaluate(async (id) => (await chrome.windows.get(id)).state, windowId);
  await expect.poll(state).toBe('minimized');
  await methods.works('windows.close', { windowIds: [windowId] });
});

test('an unknown window changes nothing, also behind a known one', async ({ methods, worker }) => {
  const { windowId } = await methods.works('windows.open', {});
  await methods.allFail('NOT_FOUND', [
    ['windows.close', { windowIds: [windowId, UNKNOWN] }],
    ['windows.focus', { windowId: UNKNOWN }],
    ['windows.state', { windowId: UNKNOWN, state: 'normal' }],
  ]);
  const own = await worker.evaluate((id) => chrome.windows.get(id), windowId);
  expect(own.state).toBe('normal');
  await methods.works('windows.close', { windowIds: [windowId] });
});

test('what the contract does not allow is refused', async ({ methods }) => {
  await methods.allFail('INVALID_REQUEST', [
    ['windows.list', { state: 'normal' }],
    ['windows.open', { state: 'sideways' }],
    ['windows.open', { urls: 'https://one.example/' }],
    ['windows.close', { windowIds: [] }],
    ['windows.focus', { windowId: -1 }],
    ['windows.state', { windowId: 1, state: 'locked-fullscreen' }],
    ['windows.state', { windowId: 1 }],
  ]);
});
