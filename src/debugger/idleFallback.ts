import type { Attachment } from './attachment.ts';
import type { Attachments } from './attachments.ts';
import type { DebuggerDeps } from './deps.ts';
import type { RelayState } from './relayState.ts';

/** How long a tab stays attached that nobody drives, so that Chrome's infobar goes away (protocol §3.2). */
export const IDLE_DETACH_MS = 600_000;

/** The alarm that wakes the worker for the fallback. */
export const IDLE_ALARM = 'debugger-idle';

/**
 * Detaches tabs that nobody drives. An alarm rather than a timer, since it survives the worker; and only ever set for
 * the earliest deadline, since driving a tab moves its deadline away, which is seen when the alarm goes off.
 */
export class IdleFallback {
  readonly #deps: DebuggerDeps;
  readonly #state: RelayState;
  readonly #attachments: Attachments;
  /** What this life of the worker has set, in milliseconds since the epoch. */
  #alarmAt: number | undefined;

  constructor(deps: DebuggerDeps, state: RelayState, attachments: Attachments) {
    this.#deps = deps;
    this.#state = state;
    this.#attachments = attachments;
  }

  /** Makes sure of an alarm in time. Call when a tab gets a deadline: attached, restored, or no longer exempt. */
  arm(): void {
    const deadlines = this.#state
      .attachments()
      .filter((attachment) => !this.#isExempt(attachment))
      .map(deadlineOf);
    if (deadlines.length === 0) return;
    const when = Math.min(...deadlines);
    if (this.#alarmAt !== undefined && this.#alarmAt <= when) return;
    this.#alarmAt = when;
    this.#deps.chrome.alarms.create(IDLE_ALARM, { when }).catch(() => {
      this.#alarmAt = undefined;
      console.error('The alarm for idle tabs could not be set');
    });
  }

  /** The alarm went off, or the worker has just started: detaches what is due. */
  check(): void {
    this.#alarmAt = undefined;
    const now = this.#deps.now();
    for (const attachment of this.#state.attachments()) {
      if (this.#isExempt(attachment) || deadlineOf(attachment) > now) continue;
      this.#attachments.release(attachment.tabId, { reason: 'idle_timeout' });
    }
    this.arm();
  }

  /** Recording and endpoint-owned tabs are attached for as long as the daemon wants. */
  #isExempt({ tabId, recording }: Attachment): boolean {
    return recording || this.#state.owned.has(tabId);
  }
}

const deadlineOf = ({ lastUsedAt }: Attachment): number => lastUsedAt + IDLE_DETACH_MS;
