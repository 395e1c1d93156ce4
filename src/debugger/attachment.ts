import { DomainError } from '../../protocol/errors.ts';
import { textOf } from './chromeTexts.ts';
import type { DebuggerChrome } from './deps.ts';

/** One command of the DevTools protocol. */
export interface Command {
  /** The child session it goes to; the tab's top-level session when it is left out. */
  readonly sessionId?: string | undefined;
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
}

/** Chrome answered a command with an error, in its own words. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What a command is told whose debugger went away. */
export const detachedError = (tabId: number, why: string): DomainError =>
  new DomainError('DEBUGGER_DETACHED', `The debugger is not attached to tab ${tabId}: ${why}`);

/** Which life of the worker attached the debugger: Chrome keeps that life, and no later one, awake for it. */
export type Origin = 'this-life' | 'earlier-life';

/** What is remembered of an attached tab. */
export interface AttachmentMarks {
  /** Exempt from the idle fallback because the daemon records console and network. */
  readonly recording: boolean;
  /** A JavaScript dialog has opened and not closed. */
  readonly dialogOpen: boolean;
  /** When the tab was last driven, in milliseconds since the epoch. */
  readonly lastUsedAt: number;
}

/** One session of the debugger on one tab, from the attach to the detach; the next attach makes another. */
export class Attachment {
  readonly tabId: number;
  readonly origin: Origin;
  recording: boolean;
  dialogOpen: boolean;
  lastUsedAt: number;
  readonly #debugger: DebuggerChrome['debugger'];
  /** Rejects each command that runs. */
  readonly #running = new Set<(error: Error) => void>();

  constructor(
    chromeDebugger: DebuggerChrome['debugger'],
    tabId: number,
    origin: Origin,
    { recording, dialogOpen, lastUsedAt }: AttachmentMarks,
  ) {
    this.#debugger = chromeDebugger;
    this.tabId = tabId;
    this.origin = origin;
    this.recording = recording;
    this.dialogOpen = dialogOpen;
    this.lastUsedAt = lastUsedAt;
  }

  /**
   * Runs a command for as long as it takes: the daemon bounds it, and a detach ends it.
   * @throws CommandError with Chrome's text, or what {@link abort} was given.
   */
  run({ sessionId, method, params }: Command): Promise<Record<string, unknown>> {
    const target = sessionId === undefined ? { tabId: this.tabId } : { tabId: this.tabId, sessionId };
    return new Promise((resolve, reject) => {
      this.#running.add(reject);
      this.#send(target, method, params)
        .then(
          (result) => resolve(result ?? {}),
          (error) => reject(new CommandError(textOf(error))),
        )
        .finally(() => this.#running.delete(reject));
    });
  }

  /** Ends every command that runs. */
  abort(error: DomainError): void {
    for (const reject of this.#running) reject(error);
  }

  // Asynchronous so that what Chrome throws at once, such as for params it cannot carry, is a rejection too.
  async #send(target: { tabId: number; sessionId?: string }, method: string, params: Command['params']) {
    return this.#debugger.sendCommand(target, method, params);
  }
}
