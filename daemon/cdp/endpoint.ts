import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Browsers } from '../browsers.ts';
import type { Clock, Disposer } from '../clock.ts';
import type { PeerNotification } from '../peers/incomingCall.ts';
import { type BrowserPort, browserPort } from './browserPort.ts';
import { CdpClient, type ClientStart } from './cdpClient.ts';
import type { GiveBack, Handover } from './handover.ts';

/** How long an endpoint lives without a client (protocol §3.4). */
export const ENDPOINT_TTL_MS = 3_600_000;

/** How long the browser may take to answer what a client's connection needs. */
export const ANSWER_MS = 10_000;

/** What an endpoint draws on. */
export interface EndpointDeps {
  readonly clock: Clock;
  readonly browsers: Browsers;
  readonly handover: Handover;
  readonly log: (line: string) => void;
}

type State =
  /** Nobody is connected. */
  | { readonly kind: 'free'; readonly expiresAt: number; readonly stopExpiry: Disposer }
  /** Somebody is about to be. */
  | { readonly kind: 'admitting'; readonly cancel: AbortController }
  | { readonly kind: 'connected'; readonly client: CdpClient; readonly connectedAt: number }
  | { readonly kind: 'expired' };

/** The right to connect one client, with all the browser has to say for it. */
export interface Admission {
  /** Begins to serve the client. */
  readonly connect: (socket: WebSocket) => void;
  /** Takes the right back, as the client is gone already. */
  readonly giveUp: () => void;
}

/** What is known of an endpoint from outside. */
export interface EndpointStatus {
  readonly clientConnected: boolean;
  /** Milliseconds since the epoch. */
  readonly connectedAt?: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** The raw CDP endpoint of one browser instance: its address, its one client, its end (protocol §3.4). */
export class Endpoint {
  readonly instanceId: string;
  /** The credential: 128 random bits in hexadecimal. */
  readonly secret = randomBytes(16).toString('hex');
  /** In the shape of Chrome's ID of its own browser target. */
  readonly id = randomUUID();
  readonly #deps: EndpointDeps;
  readonly #browser: BrowserPort;
  readonly #onExpired: () => void;
  #state: State;
  /** The cleaning up after the last client. */
  #cleaning: Promise<void> = Promise.resolve();

  /** @param onExpired called once, when its addresses stop to exist. */
  constructor(instanceId: string, deps: EndpointDeps, onExpired: () => void) {
    this.instanceId = instanceId;
    this.#deps = deps;
    this.#browser = browserPort(deps.browsers, instanceId);
    this.#onExpired = onExpired;
    this.#state = this.#free();
  }

  /** Compares in constant time. */
  hasSecret(secret: string): boolean {
    const [given, own] = [Buffer.from(secret), Buffer.from(this.secret)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  status(): EndpointStatus {
    const state = this.#state;
    switch (state.kind) {
      case 'free':
        return { clientConnected: false, expiresAt: state.expiresAt };
      case 'connected':
        return { clientConnected: true, connectedAt: state.connectedAt };
      case 'admitting':
      case 'expired':
        return { clientConnected: false };
    }
  }

  /** The browser's User-Agent. @throws DomainError when the browser cannot be asked, or does not answer in time. */
  async userAgent(signal: AbortSignal = AbortSignal.timeout(ANSWER_MS)): Promise<string> {
    return (await this.#browser.call('debugger.userAgent', {}, signal)).userAgent;
  }

  /** Whether a client is connected, or about to be. */
  get isTaken(): boolean {
    return this.#state.kind === 'admitting' || this.#state.kind === 'connected';
  }

  /**
   * Prepares for a client: has the tabs handed over and asks the browser for what is there. Not to be called while the
   * endpoint {@link isTaken}.
   * @throws DomainError when that fails, or the endpoint is closed meanwhile; then nothing has changed.
   */
  async admit(): Promise<Admission> {
    const { clock, browsers, handover } = this.#deps;
    if (this.#state.kind === 'free') this.#state.stopExpiry();
    const cancel = new AbortController();
    const state: State = { kind: 'admitting', cancel };
    this.#state = state;
    const stopTimer = clock.after(ANSWER_MS, () => cancel.abort());
    const stopGone = browsers.onGone((id) => {
      if (id === this.instanceId) cancel.abort();
    });
    // What happens after the browser has made its list, and before the client is there to hear it.
    const meanwhile: PeerNotification[] = [];
    const stopMeanwhile = browsers.onNotification(({ instanceId, notification }) => {
      if (instanceId === this.instanceId) meanwhile.push(notification);
    });
    const stop = () => {
      stopTimer();
      stopGone();
      stopMeanwhile();
    };
    let giveBack: GiveBack = () => undefined;
    const giveUp = () => {
      stop();
      giveBack();
      if (this.#state === state) this.#state = this.#free();
    };
    try {
      await this.#cleaning;
      giveBack = await handover.handOver(this.instanceId);
      const userAgent = await this.userAgent(cancel.signal);
      const { targets } = await this.#browser.call('debugger.targets', {}, cancel.signal);
      cancel.signal.throwIfAborted();
      return {
        connect: (socket) => {
          stop();
          this.#connect(socket, { userAgent, tabs: targets, meanwhile, giveBack });
        },
        giveUp,
      };
    } catch (error) {
      giveUp();
      throw error;
    }
  }

  /** Ends the client's connection, waits for the cleaning up, and lets the addresses exist no more. */
  async expire(): Promise<void> {
    const state = this.#state;
    if (state.kind === 'expired') return this.#cleaning;
    this.#state = { kind: 'expired' };
    switch (state.kind) {
      case 'free':
        state.stopExpiry();
        break;
      case 'admitting':
        state.cancel.abort();
        break;
      case 'connected':
        state.client.close(1001, 'The endpoint was closed');
        break;
    }
    this.#onExpired();
    await this.#cleaning;
  }

  #connect(
    socket: WebSocket,
    { giveBack, ...admitted }: ClientStart & { readonly giveBack: GiveBack },
  ): void {
    const { clock, browsers, log } = this.#deps;
    const client = new CdpClient(socket, {
      clock,
      browser: this.#browser,
      browsers,
      instanceId: this.instanceId,
      browserTargetId: this.id,
      ...admitted,
      onClosed: (cleaning) => {
        this.#cleaning = cleaning.finally(giveBack);
        if (this.#state.kind === 'connected') this.#state = this.#free();
      },
      log,
    });
    if (this.#state.kind === 'expired') {
      client.close(1001, 'The endpoint was closed');
      return;
    }
    this.#state = { kind: 'connected', client, connectedAt: clock.now() };
  }

  #free(): State {
    const stopExpiry = this.#deps.clock.after(ENDPOINT_TTL_MS, () => void this.expire());
    return { kind: 'free', expiresAt: this.#deps.clock.now() + ENDPOINT_TTL_MS, stopExpiry };
  }
}
