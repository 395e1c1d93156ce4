import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { html } from '../support/pages.ts';
import { expect, test } from '../support/rig.ts';

test.describe.configure({ timeout: 180_000 });

test('10,000 events in a burst arrive complete and in order', async ({ rig, page }) => {
  await page.goto(rig.pages.url('burst'));
  const seen: number[] = [];
  page.on('console', (message) => seen.push(Number(message.text())));
  const started = Date.now();
  await page.evaluate(() => {
    for (let index = 0; index < 10_000; index++) console.log(index);
  });
  await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(10_000);
  console.log(`10,000 events took ${Date.now() - started} ms`);
  expect(seen.every((value, index) => value === index)).toBe(true);
});

test('a client that does not read is closed with 1013, and the daemon’s memory stays bounded', async ({
  rig,
}) => {
  const { wsUrl } = await rig.endpoint();
  const socket = new WebSocket(wsUrl);
  await once(socket, 'open');
  const send = (id: number, method: string, params: object, sessionId?: string) =>
    socket.send(JSON.stringify({ id, method, params, sessionId }));
  const answer = (id: number) =>
    new Promise<{ result: Record<string, string> }>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.id === id) resolve(message);
      });
    });
  const created = answer(1);
  send(1, 'Target.createTarget', { url: rig.pages.url('flood') });
  const { targetId } = (await created).result;
  const attached = answer(2);
  send(2, 'Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = (await attached).result;
  const enabled = answer(3);
  send(3, 'Runtime.enable', {}, sessionId);
  await enabled;
  const peak = await watchMemory(rig.daemon.pid);
  const before = await peak.now();
  const closed = once(socket, 'close');
  send(
    4,
    'Runtime.evaluate',
    {
      expression: 'for (let index = 0; index < 30000; index++) console.log(index, "x".repeat(2000))',
    },
    sessionId,
  );
  socket.pause();
  await expect
    .poll(() => rig.daemon.json('cdp', 'status'), { timeout: 90_000 })
    .toMatchObject({ endpoint: { clientConnected: false } });
  socket.resume();
  const [code] = await closed;
  const most = peak.stop();
  console.log(`The daemon's memory: ${before} MiB before, ${most} MiB at its peak`);
  expect(code).toBe(1013);
  expect(most - before).toBeLessThan(250);
  await expect.poll(() => rig.browser.attachedTabs()).toEqual([]);
  await rig.browser.send('Target.closeTarget', { targetId });
});

test('one renderer that has stopped holds up neither connecting nor the other tabs', async ({ rig }) => {
  const mute = rig.pages.otherUrl('mute');
  await rig.daemon.json('tabs', 'open', mute, '--background');
  await rig.daemon.json('tabs', 'open', rig.pages.url('lively'), '--background');
  await expect.poll(async () => (await rig.browser.targets()).map(({ title }) => title)).toContain('/lively');
  const pid = await rig.browser.pidOf(mute);
  process.kill(pid, 'SIGSTOP');
  try {
    const started = Date.now();
    const client = await rig.playwright();
    console.log(`Connecting beside a stopped renderer took ${Date.now() - started} ms`);
    expect(Date.now() - started).toBeLessThan(9_000);
    const lively = client
      .contexts()[0]
      ?.pages()
      .find((page) => page.url() === rig.pages.url('lively'));
    expect(await lively?.evaluate(() => document.title)).toBe('/lively');
    await client.close();
    const puppeteerStarted = Date.now();
    const puppeteer = await rig.puppeteer();
    expect(Date.now() - puppeteerStarted).toBeLessThan(9_000);
    await puppeteer.disconnect();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('200 tabs, 150 of them discarded: connects in 5 seconds and wakes none', async ({ rig }) => {
  await rig.browser.inWorker(`(async () => {
    for (let batch = 0; batch < 20; batch++) {
      const tabs = await Promise.all(Array.from({ length: 10 }, (_, index) =>
        chrome.tabs.create({ active: false, url: '${rig.pages.url(html('<p>one of many</p>', 'many'))}&n=' + (batch * 10 + index) })));
      for (;;) {
        const states = await Promise.all(tabs.map(({ id }) => chrome.tabs.get(id)));
        if (states.every(({ status }) => status === 'complete')) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (batch < 15) for (const { id } of tabs) await chrome.tabs.discard(id);
    }
  })()`);
  const discarded = () =>
    rig.browser.inWorker<number>('(async () => (await chrome.tabs.query({ discarded: true })).length)()');
  expect(await discarded()).toBe(150);
  const started = Date.now();
  const client = await rig.playwright();
  const took = Date.now() - started;
  console.log(`Connecting to 200 tabs, 150 of them discarded, took ${took} ms`);
  const pages = client.contexts()[0]?.pages() ?? [];
  expect(pages.filter((page) => page.url().includes('/many')).length).toBe(50);
  expect(took).toBeLessThan(5_000);
  expect(await discarded()).toBe(150);
  await client.close();
});

/** Watches the resident memory of a process, in MiB. */
async function watchMemory(pid: number) {
  const now = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  };
  let most = await now();
  const timer = setInterval(async () => {
    most = Math.max(most, await now());
  }, 20);
  return {
    now,
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}
