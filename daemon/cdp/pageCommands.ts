import type { JsonObject } from '../../protocol/frames.ts';
import { isJsonObject } from '../../protocol/frames.ts';
import type { BrowserCommands } from './browserCommands.ts';
import type { BrowserPort } from './browserPort.ts';
import { methodNotFound } from './cdpError.ts';
import type { ClientCommand } from './clientMessage.ts';
import type { Downloads } from './downloads.ts';
import { setFileInputFiles } from './fileInput.ts';
import type { PageDebugger } from './pageDebugger.ts';
import type { TargetSession } from './sessions.ts';
import type { Targets } from './targets.ts';
import { requireSupported } from './unsupported.ts';

/** What the commands to a tab draw on. */
export interface PageCommandsDeps {
  readonly browser: BrowserPort;
  readonly targets: Targets;
  readonly downloads: Downloads;
  readonly browserCommands: BrowserCommands;
}

/** The commands to a page, to the tab round it, and to the frames and workers inside it. */
export class PageCommands {
  readonly #deps: PageCommandsDeps;

  constructor(deps: PageCommandsDeps) {
    this.#deps = deps;
  }

  /** A command on one of the client's sessions of a page. */
  async toPage(command: ClientCommand, session: TargetSession): Promise<JsonObject> {
    const { targets, browserCommands } = this.#deps;
    const { method, params } = command;
    requireSupported(method);
    const debug = targets.debuggerOf(session.tab);
    switch (method) {
      case 'Target.setAutoAttach':
        return debug.send(undefined, method, params);
      case 'Target.getTargetInfo':
        if (params.targetId === undefined) return this.#targetInfo(debug);
        break;
      case 'Page.bringToFront':
        return this.#select(session);
    }
    if (/^(?:Browser|Target)\./.test(method)) return browserCommands.run(command, session);
    return this.#send(debug, undefined, command);
  }

  /** A command on the session of a tab, which holds nothing but its page. */
  async toTab({ method, params }: ClientCommand, session: TargetSession): Promise<JsonObject> {
    const { targets, browserCommands } = this.#deps;
    const page = () => targets.sessions.under(session)[0];
    switch (method) {
      case 'Target.setAutoAttach':
        if (params.autoAttach === true && page() === undefined) targets.attach(session.tab, 'page', session);
        return {};
      case 'Runtime.runIfWaitingForDebugger':
        return {};
      case 'Target.getTargetInfo':
        return { targetInfo: targets.info(session.tab, 'tab') };
      case 'Target.detachFromTarget':
        return browserCommands.run({ id: 0, method, params, sessionId: session.id }, session);
      default:
        throw methodNotFound(method);
    }
  }

  /** A command on the session of a frame or worker inside a page. */
  async toChild(command: ClientCommand, sessionId: string, debug: PageDebugger): Promise<JsonObject> {
    requireSupported(command.method);
    return this.#send(debug, sessionId, command);
  }

  async #send(
    debug: PageDebugger,
    sessionId: string | undefined,
    { method, params }: ClientCommand,
  ): Promise<JsonObject> {
    switch (method) {
      case 'DOM.setFileInputFiles':
        return setFileInputFiles(params, (name, others) => debug.send(sessionId, name, others));
      case 'Page.setDownloadBehavior':
        await this.#deps.downloads.setBehavior(params);
        return {};
      default:
        return debug.send(sessionId, method, params);
    }
  }

  /** Chrome's own answer would show the window's real browser context, which the client has never heard of. */
  async #targetInfo(debug: PageDebugger): Promise<JsonObject> {
    const result = await debug.send(undefined, 'Target.getTargetInfo', {});
    if (!isJsonObject(result.targetInfo)) return result;
    const { browserContextId } = this.#deps.targets;
    return { ...result, targetInfo: { ...result.targetInfo, browserContextId } };
  }

  // Chrome would raise the whole window over what the user is working in.
  async #select({ tab }: TargetSession): Promise<JsonObject> {
    await this.#deps.browser.call('tabs.select', { tabId: tab.tabId });
    return {};
  }
}
