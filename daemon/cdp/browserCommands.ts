import type { JsonObject } from '../../protocol/frames.ts';
import type { BrowserPort } from './browserPort.ts';
import { CDP_ERROR, CdpError, invalidParams, methodNotFound } from './cdpError.ts';
import type { ClientCommand } from './clientMessage.ts';
import type { Downloads } from './downloads.ts';
import { BROWSER_PROTOCOL, productOf } from './product.ts';
import type { BrowserSession, ClientSession } from './sessions.ts';
import { filterOf, lets } from './targetFilter.ts';
import type { Targets } from './targets.ts';
import { OTHER_CONTEXT, requireSupported, unsupported } from './unsupported.ts';

/** What the browser-level commands draw on. */
export interface BrowserCommandsDeps {
  readonly browser: BrowserPort;
  readonly targets: Targets;
  readonly downloads: Downloads;
  /** ID of the browser's own target. */
  readonly browserTargetId: string;
  readonly userAgent: string;
}

type Handler = (params: JsonObject, session: ClientSession) => Promise<JsonObject>;

/** The commands to the browser itself, which Chrome does not give an extension; the daemon answers them (protocol §3.4). */
export class BrowserCommands {
  readonly #deps: BrowserCommandsDeps;
  readonly #handlers: Readonly<Record<string, Handler>>;

  constructor(deps: BrowserCommandsDeps) {
    this.#deps = deps;
    this.#handlers = { ...this.#browserHandlers(), ...this.#targetHandlers() };
  }

  /** Carries out a command. @throws what the client is answered with. */
  async run({ method, params }: ClientCommand, session: ClientSession): Promise<JsonObject> {
    requireSupported(method);
    const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined;
    if (handler !== undefined) return handler(params, session);
    if (method.startsWith('Browser.')) throw unsupported(method);
    if (method.startsWith('Target.')) throw methodNotFound(method);
    if (method === 'Runtime.runIfWaitingForDebugger') return {};
    return this.#throughAnyPage(method, params);
  }

  /** What is left, such as `Storage.getCookies`, any attached page can answer. */
  async #throughAnyPage(method: string, params: JsonObject): Promise<JsonObject> {
    const [lowest] = this.#deps.targets
      .debuggers()
      .filter(({ isAttached }) => isAttached)
      .sort((left, right) => left.tabId - right.tabId);
    if (lowest === undefined) {
      throw new CdpError(CDP_ERROR.general, `${method} needs a page: attach to one first`);
    }
    const { browserContextId, ...others } = params;
    if (browserContextId !== undefined) this.#requireOurContext(method, browserContextId);
    return lowest.send(undefined, method, others);
  }

  #browserHandlers(): Record<string, Handler> {
    const { downloads, userAgent } = this.#deps;
    return {
      'Browser.getVersion': async () => ({
        protocolVersion: BROWSER_PROTOCOL,
        product: productOf(userAgent),
        revision: '',
        userAgent,
        jsVersion: '',
      }),
      'Browser.setDownloadBehavior': async (params) => {
        this.#requireOurContext('Browser.setDownloadBehavior', params.browserContextId);
        await downloads.setBehavior(params);
        return {};
      },
      'Browser.cancelDownload': async ({ guid }) => {
        await downloads.cancel(guid);
        return {};
      },
      // The browser is the user's, who did not ask for it to be closed; the client's session ends instead.
      'Browser.close': async () => ({}),
    };
  }

  #targetHandlers(): Record<string, Handler> {
    const { targets, browser } = this.#deps;
    return {
      'Target.getBrowserContexts': async () => ({
        browserContextIds: [],
        defaultBrowserContextId: targets.browserContextId,
      }),
      'Target.setDiscoverTargets': async (params, session) => {
        targets.discover(requireBrowser(session), params.discover === true ? filterOf(params) : undefined);
        return {};
      },
      'Target.setAutoAttach': async (params, session) => {
        requireFlat(params);
        targets.autoAttach(
          requireBrowser(session),
          params.autoAttach === true ? filterOf(params) : undefined,
        );
        return {};
      },
      'Target.getTargets': async (params) => {
        const filter = filterOf(params);
        const types = (['page', 'tab'] as const).filter((type) => lets(filter, type));
        const targetInfos = targets.table
          .list()
          .flatMap((tab) => types.map((type) => targets.info(tab, type)));
        return { targetInfos };
      },
      'Target.getTargetInfo': async ({ targetId }) => {
        if (targetId === undefined || targetId === this.#deps.browserTargetId) {
          return { targetInfo: this.#browserInfo() };
        }
        const tab = targets.require(targetId);
        return { targetInfo: targets.info(tab, targetId === tab.targetId ? 'page' : 'tab') };
      },
      'Target.createTarget': (params) => this.#createTarget(params),
      'Target.closeTarget': async ({ targetId }) => {
        await browser.call('debugger.close', { tabId: targets.require(targetId).tabId });
        return { success: true };
      },
      'Target.activateTarget': async ({ targetId }) => {
        await browser.call('tabs.select', { tabId: targets.require(targetId).tabId });
        return {};
      },
      'Target.attachToBrowserTarget': async (_, session) => {
        const { id: sessionId } = targets.sessions.addBrowser();
        targets.tell(session, 'Target.attachedToTarget', {
          sessionId,
          targetInfo: this.#browserInfo(),
          waitingForDebugger: false,
        });
        return { sessionId };
      },
      'Target.attachToTarget': async (params, session) => {
        requireFlat(params);
        const tab = targets.require(params.targetId);
        const type = params.targetId === tab.targetId ? 'page' : 'tab';
        return { sessionId: targets.attach(tab, type, session).id };
      },
      'Target.detachFromTarget': async ({ sessionId }) => {
        await this.#detach(sessionId);
        return {};
      },
    };
  }

  #browserInfo(): JsonObject {
    return {
      targetId: this.#deps.browserTargetId,
      type: 'browser',
      title: '',
      url: '',
      attached: true,
      canAccessOpener: false,
    };
  }

  async #createTarget(params: JsonObject): Promise<JsonObject> {
    const { url = 'about:blank', background, browserContextId } = params;
    this.#requireOurContext('Target.createTarget', browserContextId);
    if (typeof url !== 'string') throw invalidParams('The url of a new target must be a text');
    const { tabId, targetId } = await this.#deps.browser.call('debugger.open', {
      url: url === '' ? 'about:blank' : url,
      ...(background === true ? { background } : {}),
    });
    this.#deps.targets.opened({ tabId, targetId, title: '', url });
    await this.#deps.targets.reported({ tabId, targetId, title: '', url });
    return { targetId };
  }

  async #detach(sessionId: unknown): Promise<void> {
    if (typeof sessionId !== 'string')
      throw invalidParams('Name the session to detach from by its sessionId');
    const { targets } = this.#deps;
    const session = targets.sessions.get(sessionId);
    switch (session?.kind) {
      case 'page':
      case 'tab':
        return targets.detach(session);
      case 'browser':
        targets.sessions.remove(sessionId);
        return;
    }
    const debug = targets.debuggerOfChild(sessionId);
    if (debug === undefined) throw new CdpError(CDP_ERROR.invalidParams, 'No session with given id');
    await debug.send(debug.parentOf(sessionId), 'Target.detachFromTarget', { sessionId });
  }

  #requireOurContext(method: string, browserContextId: unknown): void {
    if (browserContextId === undefined || browserContextId === this.#deps.targets.browserContextId) return;
    throw unsupported(`${method} with a browserContextId`, OTHER_CONTEXT);
  }
}

function requireFlat({ flatten }: JsonObject): void {
  if (flatten !== true) throw invalidParams('Only flat sessions are supported: give flatten: true');
}

function requireBrowser(session: ClientSession): BrowserSession {
  if (session.kind === 'browser') return session;
  throw invalidParams('This is a command to the browser');
}
