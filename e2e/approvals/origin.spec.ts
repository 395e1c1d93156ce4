import { expect, type Page } from 'playwright/test';
import { extensionId, extensionUrl } from '../../scripts/launch.ts';
import { type ApprovalScene, approveButton, test as base, rejectButton } from '../support/approvalScene.ts';
import { FixtureExtension } from '../support/fixtureExtension.ts';
import { ownSpellings } from '../support/ownSpellings.ts';
import { Site } from '../support/site.ts';

interface WorkerFixtures {
  /** A page of another extension with every permission that could reach us. */
  readonly stranger: Page;
  readonly site: Site;
}

const test = base.extend<object, WorkerFixtures>({
  stranger: [
    async ({ sharedScene: { chrome } }, use) => {
      const fixture = await FixtureExtension.create('Stranger', [
        'tabs',
        'scripting',
        'debugger',
        'management',
      ]);
      const id = await chrome.load(fixture.folder);
      const page = await chrome.context.newPage();
      await page.goto(`chrome-extension://${id}/page.html`);
      await use(page);
      await fixture.dispose();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({}, use) => {
      const site = await Site.create();
      await use(site);
      site.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });

const DECISIONS = ['approve', 'reject', 'dismiss', 'finishInWindow'] as const;

/** Every decision about the request that waits, as messages. */
async function decisions(scene: ApprovalScene): Promise<object[]> {
  const [record] = (await scene.stored()).records;
  const id = record?.id ?? 'none waits';
  const outcome = { ok: false, code: 'USER_REJECTED', message: 'No' };
  return DECISIONS.map((command) => ({
    to: 'worker',
    command,
    payload: command === 'finishInWindow' ? { id, outcome } : { id },
  }));
}

/** Sends each message from a page of an extension, to ours if it is another; tells what came back. */
const sendAll = (page: Page, messages: readonly object[], to?: string) =>
  page.evaluate(
    ([all, target]) =>
      Promise.all(
        all.map((message) =>
          (target === undefined
            ? chrome.runtime.sendMessage(message)
            : chrome.runtime.sendMessage(target, message)
          ).then(JSON.stringify, String),
        ),
      ),
    [messages, to] as const,
  );

/** A request that waits, and the check that it still does. */
async function waiting(scene: ApprovalScene) {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  const stillWaits = async () => {
    await scene.settle();
    expect([await scene.status(call), call.answers, await scene.left(ids)]).toEqual(['pending', [], ids]);
  };
  return { call, page, ids, stillWaits };
}

test('messages of our other pages decide nothing', async ({ scene }) => {
  const { page, stillWaits } = await waiting(scene);
  const messages = await decisions(scene);
  const popup = await scene.chrome.popup();
  for (const other of [popup, scene.control]) {
    const replies = await sendAll(other, messages);
    expect(replies).toEqual(
      ['"refused"', 'null', 'null', 'null'].map((value) => `{"ok":true,"value":${value}}`),
    );
    await stillWaits();
  }
  await popup.close();
  await page.bringToFront();
});

test('messages from outside decide nothing', async ({ scene, stranger, site }) => {
  const { stillWaits } = await waiting(scene);
  const messages = await decisions(scene);
  const nobody = 'Could not establish connection. Receiving end does not exist.';
  // Somebody may listen to other extensions, but has no answer to this.
  const noReply = new Set([undefined, `Error: ${nobody}`]);
  for (const reply of await sendAll(stranger, messages, extensionId())) expect(noReply).toContain(reply);
  await stillWaits();
  await stranger.evaluate(
    ([all, id]) => {
      for (const name of ['', 'approval', 'popup', 'mcp']) {
        const port = chrome.runtime.connect(id, { name });
        for (const message of all) port.postMessage(message);
      }
    },
    [messages, extensionId()] as const,
  );
  await stillWaits();

  const web = await scene.chrome.context.newPage();
  await web.goto(site.url('page'));
  const tabId = await scene.control.evaluate(
    async (url) => (await chrome.tabs.query({ url }))[0]?.id ?? -1,
    site.url('page'),
  );
  // In the world of the other extension's content scripts.
  const injected = await stranger.evaluate(
    async ([tab, all, id]) => {
      const [frame] = await chrome.scripting.executeScript({
        target: { tabId: tab },
        args: [all, id],
        func: (list: object[], target: string) =>
          Promise.all(
            list.map((message) => chrome.runtime.sendMessage(target, message).then(String, String)),
          ),
      });
      return frame?.result ?? [];
    },
    [tabId, messages, extensionId()] as const,
  );
  for (const reply of injected) expect(['undefined', `Error: ${nobody}`]).toContain(reply);
  expect(await web.evaluate(() => typeof globalThis.chrome?.runtime)).toBe('undefined');
  await web.close();
  await stillWaits();
});

const COPIES = ['', '?id=1&approve=true#approve'];

test('a copy of the page that another extension opens can look, not decide', async ({ scene, stranger }) => {
  const { call, page, stillWaits } = await waiting(scene);
  const messages = await decisions(scene);
  for (const suffix of COPIES) {
    for (const kind of ['tab', 'popup'] as const) {
      const opened = scene.chrome.context.waitForEvent('page');
      await stranger.evaluate(
        async ([url, how]) => {
          await (how === 'tab' ? chrome.tabs.create({ url }) : chrome.windows.create({ url, type: 'popup' }));
        },
        [extensionUrl(`approval.html${suffix}`), kind] as const,
      );
      const copy = await opened;
      await copy.getByRole('heading', { level: 1 }).waitFor();
      await sendAll(copy, messages);
      await stillWaits();
      await approveButton(copy).click();
      await expect(copy.getByText('This request can no longer be approved.')).toBeVisible();
      await stillWaits();
      await rejectButton(copy).click();
      await stillWaits();
      await copy.close();
      await stillWaits();
    }
  }
  expect(page.isClosed()).toBe(false);
  await page.bringToFront();
  await approveButton(page).click();
  expect((await call.answer()).result).toBeDefined();
});

test('a copy opened before the window is not taken for it', async ({ scene, stranger }) => {
  const copy = scene.chrome.context.waitForEvent('page');
  await stranger.evaluate(async (url) => {
    await chrome.tabs.create({ url });
  }, extensionUrl('approval.html'));
  const early = await copy;
  await early.getByText('Nothing is waiting for you.').waitFor();
  const [id = ''] = await scene.plant();
  const call = await scene.remove([id]);
  await call.pending();
  await expect.poll(() => scene.windows().length).toBe(2);
  await approveButton(early).click();
  await rejectButton(early).click();
  await early.close();
  await scene.settle();
  expect([await scene.status(call), call.answers]).toEqual(['pending', []]);
});

test('a page of ours in a frame of the web, or reached by it, does not run', async ({ scene, site }) => {
  const { stillWaits } = await waiting(scene);
  const web = await scene.chrome.context.newPage();
  await web.goto(site.url('frame'));
  await web.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, extensionUrl('approval.html'));
  expect(
    web
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.startsWith('chrome-extension:')),
  ).toEqual([]);
  await stillWaits();
  await web.close();
});

test('no call opens a page of ours, however it is spelled', async ({ scene, site }) => {
  const ownPages = () =>
    scene.control.evaluate(async (id) => {
      const tabs = await chrome.tabs.query({});
      const urls = tabs.map(({ url = '', pendingUrl = '' }) => `${url} ${pendingUrl}`);
      return urls.filter((url) => url.toLowerCase().includes(id)).length;
    }, extensionId());
  const before = await ownPages();
  for (const url of ['approval.html', 'popup.html', 'offscreen.html', 'manifest.json'].flatMap(
    ownSpellings,
  )) {
    const calls: [string, object][] = [
      ['tabs.open', { url }],
      ['tabs.open', { url, background: true }],
      ['windows.open', { urls: [url] }],
      ['windows.open', { urls: [site.url('innocent'), url] }],
    ];
    for (const [method, input] of calls) {
      expect(await scene.daemon.outcome(method, input), `${method} ${url}`).toBe('INVALID_REQUEST');
      expect(await ownPages(), `${method} ${url}`).toBe(before);
    }
  }
  for (const url of ['approval.html', '/approval.html', './approval.html', '//approval.html', '']) {
    expect(await scene.daemon.outcome('tabs.open', { url }), url).toBe('INVALID_REQUEST');
  }
  expect(await ownPages()).toBe(before);
});

test('no call changes, moves, copies or closes a page of ours', async ({ scene }) => {
  const { page, stillWaits } = await waiting(scene);
  const { window } = await scene.stored();
  const { windowId, tabId } = window ?? { windowId: -1, tabId: -1 };
  const other = await scene.control.evaluate(async () => {
    const opened = await chrome.windows.create({ url: 'about:blank' });
    return { windowId: opened?.id ?? -1, tabId: opened?.tabs?.[0]?.id ?? -1 };
  });
  const calls: [string, object][] = [
    ['tabs.close', { tabIds: [tabId] }],
    ['tabs.close', { tabIds: [other.tabId, tabId] }],
    ['tabs.activate', { tabId }],
    ['tabs.select', { tabId }],
    ['tabs.move', { tabIds: [tabId], windowId: other.windowId }],
    ['tabs.move', { tabIds: [other.tabId], windowId }],
    ['tabs.pin', { tabIds: [tabId] }],
    ['tabs.unpin', { tabIds: [tabId] }],
    ['tabs.mute', { tabIds: [tabId] }],
    ['tabs.unmute', { tabIds: [tabId] }],
    ['tabs.reload', { tabIds: [tabId] }],
    ['tabs.duplicate', { tabId }],
    ['tabGroups.create', { tabIds: [tabId] }],
    ['windows.close', { windowIds: [windowId] }],
    ['windows.close', { windowIds: [other.windowId, windowId] }],
    ['windows.focus', { windowId }],
    ['windows.state', { windowId, state: 'minimized' }],
    ['windows.state', { windowId, state: 'fullscreen' }],
  ];
  for (const [method, input] of calls) {
    expect(await scene.daemon.outcome(method, input), `${method} ${JSON.stringify(input)}`).toBe(
      'INVALID_REQUEST',
    );
  }
  expect(page.isClosed()).toBe(false);
  // What stood beside it in the same call is untouched too.
  expect(await scene.control.evaluate((id) => chrome.tabs.get(id).then(() => true), other.tabId)).toBe(true);
  await stillWaits();
  await scene.control.evaluate((id) => chrome.windows.remove(id), other.windowId);
});

test('no call brings a closed page of ours back', async ({ scene, site }) => {
  const closeOne = async (url: string) => {
    const page = await scene.chrome.context.newPage();
    await page.goto(url);
    await page.close();
  };
  await closeOne(site.url('restorable'));
  await closeOne(extensionUrl('popup.html'));
  const list = () =>
    scene.control.evaluate(async () =>
      (await chrome.sessions.getRecentlyClosed()).map(({ tab, window }) => [
        tab?.sessionId ?? window?.sessionId,
        tab?.url ?? window?.tabs?.map(({ url }) => url).join(),
      ]),
    );
  await expect.poll(async () => String((await list())[0])).toContain('popup.html');
  const [sessionId] = (await list())[0] ?? [];
  expect(await scene.daemon.outcome('recent.restore', {})).toBe('INVALID_REQUEST');
  expect(await scene.daemon.outcome('recent.restore', { sessionId })).toBe('INVALID_REQUEST');
  // A window that held one page of ours among others.
  await scene.control.evaluate(
    async (urls) => {
      const window = await chrome.windows.create({ url: urls });
      const windowId = window?.id ?? -1;
      const isLoading = async () =>
        (await chrome.tabs.query({ windowId })).some(({ status }) => status !== 'complete');
      while (await isLoading()) await new Promise(requestAnimationFrame);
      await chrome.windows.remove(windowId);
    },
    [site.url('beside'), extensionUrl('popup.html')],
  );
  await expect.poll(async () => String((await list())[0])).toMatch(/beside.*popup\.html/);
  expect(await scene.daemon.outcome('recent.restore', {})).toBe('INVALID_REQUEST');
});
