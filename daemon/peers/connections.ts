import type { MethodName } from '../../protocol/methods/index.ts';
import type { Clock } from '../clock.ts';
import { Emitter } from '../emitter.ts';
import { byName } from '../registry.ts';
import type { PeerNotification } from './incomingCall.ts';
import type { PeerSocket } from './peerSocket.ts';
import { PeerSession, type SessionPeer } from './session.ts';

const REPLACED = 'replaced by new connection';

/** A session with a browser instance. */
export type BrowserSession = PeerSession & { readonly peer: SessionPeer & { readonly kind: 'browser' } };

const isBrowser = (session: PeerSession): session is BrowserSession => session.peer.kind === 'browser';

/** A browser instance's notification and where it came from. */
export interface InstanceNotification {
  readonly instanceId: string;
  readonly notification: PeerNotification;
}

/** Who is online, and the news of who comes and goes. */
export class Connections {
  /** A browser instance came online; its ID. Emitted once calls may be sent to it. */
  readonly online: Emitter<string>;
  /** A registered connection of a browser instance was lost, replaced or closed; its ID. Once for each connection. */
  readonly gone: Emitter<string>;
  readonly notifications: Emitter<InstanceNotification>;
  readonly #browsers = new Map<string, BrowserSession>();
  readonly #clock: Clock;
  #scriptCat: PeerSession | undefined;

  constructor(clock: Clock, onListenerError: (thrown: unknown) => void) {
    this.#clock = clock;
    this.online = new Emitter(onListenerError);
    this.gone = new Emitter(onListenerError);
    this.notifications = new Emitter(onListenerError);
  }

  /** The session of a browser instance, while it is online. */
  browser(id: string): BrowserSession | undefined {
    return this.#browsers.get(id);
  }

  /** The sessions of all browser instances online, sorted by name. */
  browsers(): readonly BrowserSession[] {
    return [...this.#browsers.values()].sort((left, right) => byName(left.peer, right.peer));
  }

  /** ScriptCat's session, while it is connected. */
  get scriptCat(): PeerSession | undefined {
    return this.#scriptCat;
  }

  /**
   * Registers a connection in place of the peer's earlier one, which is closed without being waited for.
   * @returns what lets calls through, to be run once the peer has been told that it is registered.
   */
  establish(peer: SessionPeer, methods: ReadonlySet<MethodName>, socket: PeerSocket): () => void {
    const session = new PeerSession(peer, methods, socket, {
      clock: this.#clock,
      onNotification: (source, notification) => this.#notify(source, notification),
      onGone: (lost) => this.#remove(lost),
    });
    this.#put(session);
    return () => {
      session.start();
      if (isBrowser(session) && this.#browsers.get(session.peer.id) === session) {
        this.online.emit(session.peer.id);
      }
    };
  }

  /** Says goodbye to every peer. */
  shutDown(): void {
    for (const session of [...this.#browsers.values()]) session.shutDown();
    this.#scriptCat?.shutDown();
  }

  #put(session: PeerSession): void {
    if (isBrowser(session)) {
      this.#browsers.get(session.peer.id)?.close(1000, REPLACED);
      this.#browsers.set(session.peer.id, session);
    } else {
      this.#scriptCat?.close(1000, REPLACED);
      this.#scriptCat = session;
    }
  }

  #remove(session: PeerSession): void {
    if (!isBrowser(session)) {
      this.#scriptCat = undefined;
      return;
    }
    this.#browsers.delete(session.peer.id);
    this.gone.emit(session.peer.id);
  }

  // ScriptCat has no business with tabs; what it says of them is dropped.
  #notify({ peer }: PeerSession, notification: PeerNotification): void {
    if (peer.kind === 'browser') this.notifications.emit({ instanceId: peer.id, notification });
  }
}
