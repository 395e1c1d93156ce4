import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ControlReply } from '../../protocol/control.ts';
import { METHOD_NAMES } from '../../protocol/methods/index.ts';
import { type Daemon, startDaemon } from '../daemon.ts';
import { COMEBACK_MS } from '../routing/comeback.ts';
import { HandPeer, type PeerIdentity, randomId } from './handPeer.ts';
import { TestClock } from './testClock.ts';

/** A connected browser of a test. */
export interface TestBrowser {
  readonly peer: HandPeer;
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** A daemon of its own for one test: own port, own folder, own time. */
export class TestDaemon {
  readonly clock: TestClock;
  readonly dataDir: string;
  readonly log: string[];
  readonly #daemon: Daemon;
  readonly #peers: HandPeer[] = [];
  #token: string | undefined;

  private constructor(daemon: Daemon, clock: TestClock, dataDir: string, log: string[]) {
    this.#daemon = daemon;
    this.clock = clock;
    this.dataDir = dataDir;
    this.log = log;
  }

  /** Starts one whose comeback time is over, unless `freshly` says otherwise. */
  static async start({ dataDir = temporaryDirectory(), freshly = false } = {}): Promise<TestDaemon> {
    const clock = new TestClock();
    const log: string[] = [];
    const daemon = await startDaemon(
      { dataDir, listenAddress: '127.0.0.1:0', version: '9.9.9', log: (line) => log.push(line) },
      { clock },
    );
    if (!freshly) clock.advance(COMEBACK_MS);
    return new TestDaemon(daemon, clock, dataDir, log);
  }

  get address(): string {
    return this.#daemon.address;
  }

  get token(): string {
    this.#token ??= readFileSync(join(this.dataDir, 'control.token'), 'utf8');
    return this.#token;
  }

  /** Closes the daemon but keeps its folder, as a restart does. */
  async stop(): Promise<void> {
    await this.#daemon.close();
  }

  async dispose(): Promise<void> {
    for (const { socket } of this.#peers) socket.terminate();
    await this.stop();
    rmSync(dirname(this.dataDir), { recursive: true, force: true });
  }

  /** A peer that has said nothing yet. */
  connect(
    headers: Record<string, string> = { origin: 'chrome-extension://abcdefghijklmnop' },
    path = '/',
  ): HandPeer {
    const peer = new HandPeer(this.address, { headers }, path);
    this.#peers.push(peer);
    return peer;
  }

  /** Posts to the control API as its rightful user. */
  async control(path: string, body: object = {}, init: RequestInit = {}): Promise<ControlReply<never>> {
    const response = await this.post(path, JSON.stringify(body), {}, init);
    return JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '');
  }

  /** Posts to the control API; `headers` replace the right ones. */
  post(path: string, body: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
    return fetch(`http://${this.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sctl-control-token': this.token, ...headers },
      body,
      ...init,
    });
  }

  call(action: string, input: object = {}, more: object = {}): Promise<ControlReply<never>> {
    return this.control('/control/call', { action, input, ...more });
  }

  async enrol(): Promise<string> {
    const reply = await this.control('/control/enroll');
    if (!reply.ok) throw new Error('No code');
    const { code } = reply.result as { code: string };
    return code;
  }

  /** What the audit recorded, without the times. */
  async events(): Promise<readonly object[]> {
    const reply = await this.control('/control/status');
    if (!reply.ok) throw new Error('No status');
    const { security } = reply.result as { security: readonly { at: string }[] };
    return security.map(({ at: _at, ...event }) => event);
  }

  /** Pairs a browser that declares every method, and leaves it connected. */
  async pairBrowser(name: string, more: PeerIdentity = {}): Promise<TestBrowser> {
    const id = more.instanceId ?? randomId();
    const peer = this.connect();
    const key = await peer.pair(await this.enrol(), {
      name,
      methods: METHOD_NAMES,
      ...more,
      instanceId: id,
    });
    return { peer, id, name, key };
  }
}

export const temporaryDirectory = () => join(mkdtempSync(join(tmpdir(), 'sctl-test-')), 'data');
