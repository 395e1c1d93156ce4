import type { JsonObject } from '../../protocol/frames.ts';
import type { Clock } from '../clock.ts';
import type { PeerNotification } from '../peers/incomingCall.ts';
import { BrowserCommands } from './browserCommands.ts';
import type { BrowserPort } from './browserPort.ts';
import { CDP_ERROR, CdpError, cdpErrorOf } from './cdpError.ts';
import { cleanUp } from './cleanUp.ts';
import type { ClientCommand, ClientMessage } from './clientMessage.ts';
import { Downloads } from './downloads.ts';
import { PageCommands } from './pageCommands.ts';
import type { TabReport } from './tab.ts';
import { Targets } from './targets.ts';

/** What a client's session needs. */
export interface CdpSessionDeps {
  readonly clock: Clock;
  readonly browser: BrowserPort;
  /** ID of the browser's own target, as the endpoint's address has it. */
  readonly browserTargetId: string;
  readonly userAgent: string;
  readonly answer: (message: JsonObject) => void;
  readonly notify: (message: JsonObject) => void;
  /** The session ends itself. */
  readonly end: () => void;
  readonly log: (line: string) => void;
}

/** What one client does with the browser: its commands, their answers, and what the browser tells (protocol §3.4). */
export class CdpSession {
  readonly #deps: CdpSessionDeps;
  readonly #targets: Targets;
  readonly #downloads: Downloads;
  readonly #browserCommands: BrowserCommands;
  readonly #pageCommands: PageCommands;
  #isOver = false;

  /** @param tabs the browser's tabs. */
  constructor(deps: CdpSessionDeps, tabs: readonly TabReport[]) {
    this.#deps = deps;
    const { clock, browser, browserTargetId, userAgent, log } = deps;
    const emit = (sessionId: string | undefined, method: string, params: JsonObject) =>
      this.#emit(sessionId, method, params);
    const targets = new Targets({ clock, browser, emit });
    const downloads = new Downloads({
      clock,
      browser,
      emit: (method, params) => emit(undefined, method, params),
      log,
    });
    const browserCommands = new BrowserCommands({
      browser,
      targets,
      downloads,
      browserTargetId,
      userAgent,
    });
    this.#targets = targets;
    this.#downloads = downloads;
    this.#browserCommands = browserCommands;
    this.#pageCommands = new PageCommands({ browser, targets, downloads, browserCommands });
    targets.load(tabs);
  }

  /** Takes a message of the client's that can be answered. */
  receive(message: Exclude<ClientMessage, { kind: 'malformed' }>): void {
    switch (message.kind) {
      case 'refused':
        this.#fail(message, message.error);
        return;
      case 'command':
        this.#run(message.command).then(
          (result) => this.#succeed(message.command, result),
          (thrown) => this.#fail(message.command, cdpErrorOf(thrown)),
        );
        return;
    }
  }

  /** Takes what the browser tells. */
  notified({ name, params }: PeerNotification): void {
    switch (name) {
      case 'debugger.event':
        this.#event(params.tabId, params.sessionId, params.method, params.params);
        return;
      case 'debugger.tabCreated':
      case 'debugger.tabUpdated':
        void this.#targets.reported(params);
        return;
      case 'debugger.tabRemoved':
        this.#targets.destroyed(params.tabId);
        return;
      case 'debugger.detached':
        void this.#targets.lost(params.tabId, params.reason);
        return;
    }
  }

  /** Tells the client nothing more. */
  close(): void {
    this.#isOver = true;
  }

  /** Leaves the tabs as if no client had been there; none is closed (protocol §3.4). */
  async cleanUp(): Promise<void> {
    this.close();
    await cleanUp({ ...this.#deps, debuggers: this.#targets.debuggers() });
  }

  async #run(command: ClientCommand): Promise<JsonObject> {
    const { sessionId } = command;
    const session =
      sessionId === undefined ? this.#targets.sessions.root : this.#targets.sessions.get(sessionId);
    switch (session?.kind) {
      case 'browser':
        return this.#browserCommands.run(command, session);
      case 'tab':
        return this.#pageCommands.toTab(command, session);
      case 'page':
        return this.#pageCommands.toPage(command, session);
    }
    const debug = sessionId === undefined ? undefined : this.#targets.debuggerOfChild(sessionId);
    if (debug === undefined || sessionId === undefined) {
      throw new CdpError(CDP_ERROR.sessionNotFound, 'Session with given id not found.');
    }
    return this.#pageCommands.toChild(command, sessionId, debug);
  }

  #event(tabId: number, sessionId: string | undefined, method: string, params: JsonObject | undefined): void {
    const tab = this.#targets.table.get(tabId);
    if (tab === undefined) return;
    this.#targets.debuggerOf(tab).observe(sessionId, method, params);
    this.#downloads.observe(method, params);
    if (sessionId !== undefined) {
      this.#emit(sessionId, method, params);
      return;
    }
    for (const { id } of this.#targets.sessions.of(tab, 'page')) this.#emit(id, method, params);
  }

  #emit(sessionId: string | undefined, method: string, params: JsonObject = {}): void {
    if (this.#isOver) return;
    this.#deps.notify(sessionId === undefined ? { method, params } : { method, params, sessionId });
  }

  #succeed(command: ClientCommand, result: JsonObject): void {
    this.#deps.answer({ id: command.id, ...inSession(command), result });
    if (command.method === 'Browser.close') this.#deps.end();
  }

  #fail(to: { readonly id: number; readonly sessionId?: string | undefined }, error: CdpError): void {
    this.#deps.answer({ id: to.id, ...inSession(to), error: error.toJSON() });
  }
}

const inSession = ({ sessionId }: { readonly sessionId?: string | undefined }): JsonObject =>
  sessionId === undefined ? {} : { sessionId };
