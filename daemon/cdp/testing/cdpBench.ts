import type { CdpEndpoint } from '../../../protocol/control.ts';
import { METHOD_NAMES } from '../../../protocol/methods/index.ts';
import { type TestBrowser, TestDaemon } from '../../testing/testDaemon.ts';
import { FakeTabs } from './fakeTabs.ts';
import { TestClient } from './testClient.ts';

/** A daemon with one browser whose tabs are made up, and its endpoint. */
export class CdpBench {
  readonly daemon: TestDaemon;
  browser: TestBrowser;
  tabs: FakeTabs;
  readonly #clients: TestClient[] = [];

  private constructor(daemon: TestDaemon, browser: TestBrowser, tabs: FakeTabs) {
    this.daemon = daemon;
    this.browser = browser;
    this.tabs = tabs;
  }

  static async start(tabIds?: readonly number[]): Promise<CdpBench> {
    const daemon = await TestDaemon.start();
    const browser = await daemon.pairBrowser('chrome-a');
    return new CdpBench(daemon, browser, new FakeTabs(browser.peer, tabIds));
  }

  /** Posts to the control API and expects it to succeed. */
  async control<Result>(path: string, body: object = {}): Promise<Result> {
    const reply = await this.daemon.control(path, body);
    if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
    return reply.result;
  }

  async endpoint(): Promise<CdpEndpoint> {
    const { endpoint } = await this.control<{ endpoint: CdpEndpoint }>('/control/cdp/endpoint');
    return endpoint;
  }

  async status(): Promise<CdpEndpoint | null> {
    const { endpoint } = await this.control<{ endpoint: CdpEndpoint | null }>('/control/cdp/status');
    return endpoint;
  }

  async client(): Promise<TestClient> {
    const client = await TestClient.connect((await this.endpoint()).wsUrl);
    this.#clients.push(client);
    return client;
  }

  /** A client with a session on every tab. @returns it and the session of each tab, by its ID. */
  async attached(): Promise<{ client: TestClient; session: (tabId: number) => string }> {
    const client = await this.client();
    await client.ok('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    });
    const attached = client.events('Target.attachedToTarget');
    const session = (tabId: number) =>
      String(
        attached.find(({ params }) => isTarget(params?.targetInfo, `TARGET${tabId}`))?.params?.sessionId,
      );
    return { client, session };
  }

  /** The browser comes back after it was away. */
  async comeBack(): Promise<void> {
    const peer = this.daemon.connect();
    this.tabs = new FakeTabs(peer);
    await peer.resume(this.browser.key, {
      instanceId: this.browser.id,
      name: this.browser.name,
      methods: METHOD_NAMES,
    });
    this.browser = { ...this.browser, peer };
  }

  async dispose(): Promise<void> {
    for (const { socket } of this.#clients) socket.terminate();
    await this.daemon.dispose();
  }
}

const isTarget = (info: unknown, targetId: string): boolean =>
  typeof info === 'object' && info !== null && 'targetId' in info && info.targetId === targetId;
