import type { RawData, WebSocket } from 'ws';
import type { Browsers } from '../browsers.ts';
import type { Clock, Disposer } from '../clock.ts';
import type { PeerNotification } from '../peers/incomingCall.ts';
import type { BrowserPort } from './browserPort.ts';
import { CdpSession } from './cdpSession.ts';
import { readClientMessage } from './clientMessage.ts';
import { Outbox } from './outbox.ts';
import type { TabReport } from './tab.ts';

/** How long the cleaning up after a client may take. */
export const CLEAN_UP_MS = 10_000;

/** How long a client may take to close its end before it is cut off. */
export const CLOSE_MS = 10_000;

/** What the browser said for a client that is about to start. */
export interface ClientStart {
  readonly userAgent: string;
  readonly tabs: readonly TabReport[];
  /** What it told after it had listed its tabs. */
  readonly meanwhile: readonly PeerNotification[];
}

/** What a client's connection needs. */
export interface CdpClientDeps extends ClientStart {
  readonly clock: Clock;
  readonly browser: BrowserPort;
  readonly browsers: Pick<Browsers, 'onNotification' | 'onGone'>;
  readonly instanceId: string;
  /** ID of the browser's own target. */
  readonly browserTargetId: string;
  /** Called once, when the connection is over, with the cleaning up, which never rejects. */
  readonly onClosed: (cleaning: Promise<void>) => void;
  readonly log: (line: string) => void;
}

/** The connection of one DevTools client, from its upgrade to the cleaning up after it. */
export class CdpClient {
  readonly #socket: WebSocket;
  readonly #deps: CdpClientDeps;
  readonly #outbox: Outbox;
  readonly #session: CdpSession;
  readonly #stops: readonly Disposer[];
  #isOver = false;

  constructor(socket: WebSocket, deps: CdpClientDeps) {
    const { clock, browser, browsers, instanceId, browserTargetId, userAgent, tabs, meanwhile, log } = deps;
    this.#socket = socket;
    this.#deps = deps;
    this.#outbox = new Outbox(socket, () => this.close(1013, 'The client does not keep up'));
    this.#session = new CdpSession(
      {
        clock,
        browser,
        browserTargetId,
        userAgent,
        answer: (message) => this.#outbox.answer(message),
        notify: (message) => this.#outbox.notify(message),
        end: () => this.close(1000),
        log,
      },
      tabs,
    );
    this.#stops = [
      browsers.onNotification((event) => {
        if (event.instanceId === instanceId) this.#session.notified(event.notification);
      }),
      browsers.onGone((id) => {
        if (id === instanceId) this.#end(1001, 'The browser disconnected', Promise.resolve());
      }),
    ];
    for (const notification of meanwhile) this.#session.notified(notification);
    // An oversized message is an error; `close` follows.
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.close(1001));
  }

  /** Ends the connection, if it has not ended yet, and cleans up. */
  close(code: number, reason = ''): void {
    if (this.#isOver) return;
    this.#end(code, reason, this.#cleanUp());
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    const message = isBinary ? undefined : readClientMessage(String(data));
    if (message === undefined || message.kind === 'malformed') {
      this.close(1003, 'A message must be JSON text with an id');
      return;
    }
    this.#session.receive(message);
  }

  #end(code: number, reason: string, cleaning: Promise<void>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#outbox.close();
    this.#session.close();
    this.#closeSocket(code, reason);
    this.#deps.onClosed(cleaning);
  }

  #closeSocket(code: number, reason: string): void {
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    const stopTimer = this.#deps.clock.after(CLOSE_MS, () => this.#socket.terminate());
    this.#socket.once('close', stopTimer);
    // A paused socket would never read the other side's answer.
    this.#socket.resume();
    this.#socket.close(code, reason);
  }

  /** Cleans up, but not for ever: the tabs are given back in any case. */
  #cleanUp(): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.#deps.clock.after(CLEAN_UP_MS, resolve);
      const over = () => {
        stopTimer();
        resolve();
      };
      // A close frame comes first (protocol §3.4).
      Promise.resolve()
        .then(() => this.#session.cleanUp())
        .then(over, over);
    });
  }
}
