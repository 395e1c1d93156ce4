import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { expect } from 'playwright/test';
import type { Browser } from './browser.ts';
import { deliver, hmac, type Message, nonce, pairingKey, type Wire, WireServer } from './wire.ts';

const CODE = '7K3M9QXB';

/** How long anything is waited for; then the test says what did not come. */
const PATIENCE_MS = 20_000;

/** Waits for the next event of a kind. */
async function next(events: EventEmitter, event: 'frame' | 'connection', what: string): Promise<void> {
  try {
    await once(events, event, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new Error(`${what} did not come within ${PATIENCE_MS} ms`);
  }
}

/** A call made by hand, and every frame that came back for it. */
export class HandCall {
  readonly id: string;
  readonly #seen: EventEmitter;
  readonly frames: Message[] = [];
  isWithdrawn = false;

  constructor(id: string, seen: EventEmitter) {
    this.id = id;
    this.#seen = seen;
  }

  /** Its responses so far. */
  get answers(): Message[] {
    return this.frames.filter(({ method }) => method === undefined);
  }

  /** How often it was reported as waiting for a human. */
  get pendingCount(): number {
    return this.frames.filter(({ method }) => method === '$/approvalPending').length;
  }

  /** Waits until it is reported as waiting for a human. */
  async pending(): Promise<void> {
    while (this.pendingCount === 0) await next(this.#seen, 'frame', `The report that ${this.id} waits`);
  }

  /** Waits for its response. */
  async answer(): Promise<Message> {
    for (;;) {
      const [answer] = this.answers;
      if (answer !== undefined) return answer;
      await next(this.#seen, 'frame', `The answer to ${this.id}`);
    }
  }

  /** Waits for its response and returns the domain code of the error. */
  async code(): Promise<string | undefined> {
    return (await this.answer()).error?.data?.code;
  }
}

/** A daemon by hand that greets whoever connects, so that a test decides each business frame and sees each answer. */
export class HandDaemon {
  readonly #server: WireServer;
  readonly #key = randomBytes(32);
  readonly #seen = new EventEmitter().setMaxListeners(0);
  readonly #calls = new Map<string, HandCall>();
  /** Business notifications, in order. */
  readonly notifications: Message[] = [];
  /** Answers to nothing that was asked. */
  readonly strayAnswers: Message[] = [];
  #wire: Wire | undefined;
  #lastId = 0;

  private constructor(server: WireServer) {
    this.#server = server;
  }

  static async create(): Promise<HandDaemon> {
    const daemon = new HandDaemon(await WireServer.create());
    daemon.#acceptAll();
    return daemon;
  }

  /** Pairs with a browser through its popup. */
  async pair(chrome: Browser): Promise<void> {
    const popup = await chrome.popup();
    await chrome.setAddress(popup, this.#server.address);
    await popup.getByLabel('Pairing code').fill(CODE);
    await popup.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(popup.getByRole('status')).toContainText('Connected');
    await popup.close();
  }

  /** Sends a call. An ID may be given to use one again. */
  async call(
    method: string,
    input: object,
    id = `call-${++this.#lastId}`,
    clientId = 'by-hand',
  ): Promise<HandCall> {
    const call = new HandCall(id, this.#seen);
    const wire = await this.connected();
    this.#calls.set(id, call);
    wire.send({ id, method, params: { clientId, input } });
    return call;
  }

  /** Makes a call and returns its result, or the domain code it failed with. */
  async outcome(method: string, input: object): Promise<unknown> {
    const { result, error } = await (await this.call(method, input)).answer();
    return result ?? error?.data?.code;
  }

  async cancel(call: HandCall): Promise<void> {
    call.isWithdrawn = true;
    (await this.connected()).send({ method: '$/cancelRequest', params: { id: call.id } });
  }

  /** Waits until the extension has received all that was sent. */
  async ping(): Promise<void> {
    const id = `ping-${++this.#lastId}`;
    const ping = new HandCall(id, this.#seen);
    this.#calls.set(id, ping);
    (await this.connected()).send({ id, method: '$session.ping', params: {} });
    await ping.answer();
    this.#calls.delete(id);
  }

  /** Withdraws every call that was not answered. */
  async cancelAll(): Promise<void> {
    for (const call of this.#calls.values()) {
      if (call.answers.length === 0) await this.cancel(call);
    }
    this.#calls.clear();
  }

  /** Cuts the connection; the extension comes back by itself. */
  async cut(): Promise<void> {
    const wire = await this.connected();
    this.#wire = undefined;
    wire.cut();
    await wire.closed;
  }

  /** The connection that is up. */
  async connected(): Promise<Wire> {
    for (;;) {
      if (this.#wire !== undefined) return this.#wire;
      await next(this.#seen, 'connection', 'A connection');
    }
  }

  dispose(): void {
    this.#server.close();
  }

  async #acceptAll(): Promise<void> {
    for (;;) {
      const wire = await this.#server.accept();
      this.#serve(wire).catch(() => {
        if (this.#wire === wire) this.#wire = undefined;
      });
    }
  }

  async #serve(wire: Wire): Promise<void> {
    await this.#greet(wire);
    this.#wire = wire;
    this.#seen.emit('connection');
    for (;;) {
      const message = await wire.next();
      if (message.method === '$session.ping') {
        wire.send({ id: message.id, result: {} });
        continue;
      }
      const id = message.method === '$/approvalPending' ? message.params?.id : message.id;
      const call = this.#calls.get(String(id));
      if (call !== undefined) call.frames.push(message);
      else if (message.method === undefined) this.strayAnswers.push(message);
      else this.notifications.push(message);
      this.#seen.emit('frame');
    }
  }

  async #greet(wire: Wire): Promise<void> {
    const nonceD = nonce();
    wire.send({ id: 'authenticate', method: '$session.authenticate', params: { nonceD } });
    const { mode, nonceE, peer } = ((await wire.next()).result ?? {}) as Record<string, string> & {
      peer: { instanceId: string };
    };
    const isPairing = mode === 'pairing';
    const key = isPairing ? pairingKey(CODE, 'mac') : this.#key;
    const context = isPairing ? 'sctl-browser-rpc-v1/pair-daemon' : 'sctl-browser-rpc-v1/daemon';
    wire.send({
      method: '$session.authenticated',
      params: {
        hmac: hmac(key, context, peer.instanceId, nonceE ?? '', nonceD),
        ...(isPairing ? { key: deliver(CODE, this.#key) } : {}),
      },
    });
    wire.send({ method: '$session.hello', params: { daemonVersion: '9.9.9' } });
    const { id } = await wire.next();
    wire.send({ id, result: {} });
  }
}
