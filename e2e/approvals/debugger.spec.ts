import { expect } from 'playwright/test';
import { extensionId, extensionUrl } from '../../scripts/launch.ts';
import { type ApprovalScene, test as base } from '../support/approvalScene.ts';
import { ownSpellings } from '../support/ownSpellings.ts';
import { Site } from '../support/site.ts';

/** What a page of ours has and no web page has. */
const PRIVILEGES = 'typeof globalThis.chrome?.management';

const NO_PRIVILEGES = { result: { type: 'string', value: 'undefined' } };

const REFUSALS = ['INVALID_REQUEST', 'PAGE_NOT_AUTOMATABLE'];

const test = base.extend<object, { site: Site }>({
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

/** A web page in a tab of its own that the debugger controls. */
async function controlled({ daemon }: ApprovalScene, site: Site): Promise<number> {
  const opened = await daemon.outcome('tabs.open', { url: site.url('controlled') });
  const { tabId } = opened as { tabId: number };
  const { result } = (await evaluate({ daemon }, tabId)) as { result: unknown };
  expect(result).toEqual(NO_PRIVILEGES);
  return tabId;
}

const evaluate = ({ daemon }: Pick<ApprovalScene, 'daemon'>, tabId: number) =>
  daemon.outcome('debugger.send', { tabId, method: 'Runtime.evaluate', params: { expression: PRIVILEGES } });

/** The tabs that show a page of ours, as IDs. */
const ownTabs = ({ control }: ApprovalScene) =>
  control.evaluate(
    async (id) =>
      (await chrome.tabs.query({}))
        .filter(({ url = '', pendingUrl = '' }) => `${url} ${pendingUrl}`.toLowerCase().includes(id))
        .map(({ id: tabId = -1 }) => tabId),
    extensionId(),
  );

test('the debugger attaches to no page of ours, and to nothing else of ours', async ({ scene, site }) => {
  const ids = await scene.plant();
  const { call, page } = await scene.ask(ids);
  const popup = await scene.chrome.popup();
  const own = await ownTabs(scene);
  expect(own).toHaveLength(3);
  for (const tabId of own) {
    const calls: [string, object][] = [
      ['debugger.send', { tabId, method: 'Runtime.evaluate', params: { expression: '1' } }],
      ['debugger.send', { tabId, method: 'Input.dispatchKeyEvent', params: { type: 'keyDown' } }],
      ['debugger.record', { tabId, recording: true }],
      ['debugger.body', { tabId, requestId: '1', part: 'response' }],
      ['debugger.close', { tabId }],
    ];
    for (const [method, input] of calls) {
      const code = await scene.daemon.outcome(method, input);
      expect([...REFUSALS, 'DEBUGGER_DETACHED'], `${method} ${JSON.stringify(input)}`).toContain(code);
    }
  }
  expect(page.isClosed()).toBe(false);
  const { targets } = (await scene.daemon.outcome('debugger.targets', {})) as { targets: { url: string }[] };
  expect(targets.filter(({ url }) => url.includes(extensionId()))).toEqual([]);

  // From a tab that is controlled, by the target's own ID.
  const tabId = await controlled(scene, site);
  const all = await scene.control.evaluate(() => chrome.debugger.getTargets());
  const ours = all.filter(({ url }) => url.includes(extensionId()));
  expect(ours.map(({ type }) => type)).toEqual(expect.arrayContaining(['page', 'worker', 'background_page']));
  for (const { id: targetId } of ours) {
    for (const method of ['Target.attachToTarget', 'Target.activateTarget', 'Target.closeTarget']) {
      const outcome = await scene.daemon.outcome('debugger.send', {
        tabId,
        method,
        params: { targetId, flatten: true },
      });
      expect(typeof outcome, `${method} of a target of ours`).toBe('string');
    }
  }
  await popup.close();
  await scene.settle();
  expect([await scene.status(call), call.answers, page.isClosed()]).toEqual(['pending', [], false]);
  await scene.daemon.outcome('tabs.close', { tabIds: [tabId] });
});

test('no command leads a controlled tab, or a new one, to a page of ours', async ({ scene, site }) => {
  const tabId = await controlled(scene, site);
  const send = (method: string, params: object) =>
    scene.daemon.outcome('debugger.send', { tabId, method, params });
  const before = await ownTabs(scene);
  const { frameTree } = (
    (await send('Page.getFrameTree', {})) as { result: { frameTree: { frame: { id: string } } } }
  ).result;
  for (const url of [...ownSpellings('approval.html'), extensionUrl('popup.html')]) {
    for (const [method, params] of [
      ['Page.navigate', { url }],
      ['Page.navigate', { url, frameId: frameTree.frame.id, referrer: site.url('x') }],
      ['Target.createTarget', { url }],
      ['Target.createTarget', { url, newWindow: true, background: true }],
    ] as const) {
      expect(await send(method, params), `${method} ${url}`).toBe('INVALID_REQUEST');
    }
    expect(REFUSALS, `debugger.open ${url}`).toContain(await scene.daemon.outcome('debugger.open', { url }));
    expect(await ownTabs(scene), url).toEqual(before);
  }
  expect(await evaluate(scene, tabId)).toEqual({ result: NO_PRIVILEGES });
  await scene.daemon.outcome('tabs.close', { tabIds: [tabId] });
});

test('a page under control cannot take itself to a page of ours', async ({ scene, site }) => {
  const tabId = await controlled(scene, site);
  const url = extensionUrl('approval.html');
  for (const expression of [
    `location.href = ${JSON.stringify(url)}`,
    `window.open(${JSON.stringify(url)}) === null`,
    `document.body.innerHTML = '<iframe src=${JSON.stringify(url)}></iframe>'; 1`,
    `fetch(${JSON.stringify(url)}).then(() => 'read', () => 'refused')`,
  ]) {
    await scene.daemon.outcome('debugger.send', {
      tabId,
      method: 'Runtime.evaluate',
      params: { expression, userGesture: true, awaitPromise: true, returnByValue: true },
    });
    // Wherever that led: nothing of ours answers there.
    const outcome = JSON.stringify(await evaluate(scene, tabId));
    expect(outcome).not.toContain('"object"');
  }
  await scene.control.evaluate((id) => chrome.tabs.remove(id), tabId);
});

test('a controlled tab that the human takes to a page of ours is let go at once', async ({ scene, site }) => {
  const tabId = await controlled(scene, site);
  await scene.daemon.outcome('debugger.send', {
    tabId,
    method: 'Page.addScriptToEvaluateOnNewDocument',
    params: { source: 'globalThis.isDriven = true' },
  });
  await scene.daemon.outcome('debugger.send', { tabId, method: 'Page.enable', params: {} });
  await scene.control.evaluate(([id, url]) => chrome.tabs.update(id, { url }).then(() => undefined), [
    tabId,
    extensionUrl('popup.html'),
  ] as const);
  await expect
    .poll(() => scene.daemon.notifications)
    .toContainEqual(
      expect.objectContaining({ method: 'debugger.detached', params: expect.objectContaining({ tabId }) }),
    );
  expect(REFUSALS).toContain(await evaluate(scene, tabId));
  await scene.control.evaluate((id) => chrome.tabs.remove(id), tabId);
});
