import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from './testing/handPeer.ts';
import { randomId } from './testing/handPeer.ts';
import { TestDaemon, temporaryDirectory } from './testing/testDaemon.ts';

const BROWSERS = 100;
const CALLERS = 50;
const CALLS_EACH = 40;

/** Pairing so many one by one would run into the limit on attempts, so they have paired before. */
function pairedBefore(dataDir: string) {
  const instances = Array.from({ length: BROWSERS }, (_, index) => ({
    id: randomId(),
    name: `browser-${String(index).padStart(3, '0')}`,
    key: randomId() + randomId(),
  }));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'browsers.json'), JSON.stringify({ instances }), { mode: 0o600 });
  return instances;
}

test('100 browsers and 50 callers: each answer reaches the call it belongs to', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const dataDir = temporaryDirectory();
  const instances = pairedBefore(dataDir);
  const daemon = await TestDaemon.start({ dataDir });
  const peers = await Promise.all(
    instances.map(async ({ id, name, key }, index) => {
      const peer = daemon.connect();
      const methods = ['tabs.activate', 'windows.list'];
      expect((await peer.resume(key, { instanceId: id, name, methods })).result).toEqual({});
      return { peer, index };
    }),
  );

  for (const { peer, index } of peers) {
    // Answers in the reverse order of the requests, as soon as no more are read.
    const waiting: Message[] = [];
    const answerAll = () => {
      for (const { id, method, params } of waiting.splice(0).reverse()) {
        const { tabId } = (params?.input ?? {}) as { tabId?: number };
        const window = { windowId: index, focused: false, state: 'normal', tabCount: 1 };
        peer.respond(id, method === 'windows.list' ? { windows: [window] } : { tabId, windowId: index });
      }
    };
    void (async () => {
      for (;;) {
        waiting.push(await peer.next());
        setImmediate(answerAll);
      }
    })().catch(() => undefined);
  }

  const caller = async (which: number) => {
    for (let count = 0; count < CALLS_EACH; count++) {
      const tabId = which * CALLS_EACH + count;
      const index = (tabId * 37) % BROWSERS;
      const browser = instances[index]?.name;
      const reply = await daemon.call('tabs.activate', { tabId }, { browser });
      expect(reply).toEqual({ ok: true, result: { tabId, windowId: index } });
    }
  };
  const lister = async () => {
    const reply = await daemon.call('windows.list');
    if (!reply.ok) throw new Error(reply.error.message);
    const { windows } = reply.result as { windows: { windowId: number; browser: { name: string } }[] };
    expect(windows.map(({ windowId, browser }) => [windowId, browser.name])).toEqual(
      instances.map(({ name }, index) => [index, name]),
    );
  };
  await Promise.all([...Array.from({ length: CALLERS }, (_, which) => caller(which)), lister(), lister()]);

  // One of them leaving voids its own calls and touches nobody else's.
  const [first] = peers;
  first?.peer.socket.close();
  await first?.peer.closed;
  expect(await daemon.call('tabs.activate', { tabId: 1 }, { browser: 'browser-000' })).toMatchObject({
    error: { code: 'BROWSER_OFFLINE' },
  });
  expect(await daemon.call('tabs.activate', { tabId: 1 }, { browser: 'browser-099' })).toMatchObject({
    result: { windowId: 99 },
  });
  await daemon.dispose();
  expect(warnings).toEqual([]);
}, 60_000);
