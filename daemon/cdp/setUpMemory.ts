import type { JsonObject } from '../../protocol/frames.ts';

interface SetUpCommand {
  readonly method: string;
  readonly params: JsonObject;
}

/** Commands whose effect lasts as long as the session, beside `….enable`, and of which the last one counts. */
const LASTING: ReadonlySet<string> = new Set([
  'Fetch.enable',
  'Network.setBypassServiceWorker',
  'Network.setCacheDisabled',
  'Network.setExtraHTTPHeaders',
  'Page.setBypassCSP',
  'Page.setInterceptFileChooserDialog',
  'Page.setLifecycleEventsEnabled',
  'Security.setIgnoreCertificateErrors',
  'Target.setAutoAttach',
]);

/** Commands of which each one counts, as long as there are not too many. */
const REPEATABLE: ReadonlySet<string> = new Set([
  'Page.addScriptToEvaluateOnNewDocument',
  'Runtime.addBinding',
]);

/** How many repeatable commands are kept; a client that sends more would only slow down the next attach. */
const MAX_REPEATABLE = 256;

/**
 * What the client has set up on the page's own session. Chrome ends a session whenever the page, or a frame in it, goes
 * to a scheme the browser does not know, though the tab lives; the next session is a blank one, and would leave the
 * client without events.
 */
export class SetUpMemory {
  #commands: SetUpCommand[] = [];

  /** Takes note of a command that succeeded. */
  sent(sessionId: string | undefined, method: string, params: JsonObject): void {
    if (sessionId !== undefined) return;
    const [domain = '', name = ''] = method.split('.');
    if (name === 'disable') this.#drop((other) => other.startsWith(`${domain}.`) && isDomainCommand(other));
    else if (REPEATABLE.has(method)) this.#repeat({ method, params });
    else if (lasts(domain, name, method)) this.#replace({ method, params });
  }

  /** What has to be sent again, in order. */
  list(): readonly SetUpCommand[] {
    return this.#commands;
  }

  clear(): void {
    this.#commands = [];
  }

  #replace(command: SetUpCommand): void {
    const index = this.#commands.findIndex(({ method }) => method === command.method);
    if (index < 0) this.#commands.push(command);
    else this.#commands[index] = command;
  }

  #repeat(command: SetUpCommand): void {
    const count = this.#commands.filter(({ method }) => REPEATABLE.has(method)).length;
    if (count < MAX_REPEATABLE) this.#commands.push(command);
  }

  #drop(matches: (method: string) => boolean): void {
    this.#commands = this.#commands.filter(({ method }) => !matches(method));
  }
}

const isDomainCommand = (method: string) => method.endsWith('.enable') || LASTING.has(method);

/** Emulation is settings throughout; the tracing and profiling domains record and are not started a second time. */
const lasts = (domain: string, name: string, method: string): boolean =>
  name === 'enable' || LASTING.has(method) || (domain === 'Emulation' && /^(?:set|clear)/.test(name));
