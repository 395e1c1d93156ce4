import type { NotificationName, NotificationParams } from '../../protocol/notifications.ts';

/** A page's debugging session: of a tab, or of a child (an out-of-process frame, a worker) of that tab. */
export interface SessionAddress {
  readonly tabId: number;
  readonly sessionId?: string;
}

/** The parts of Chrome's API the debugger relay needs; the global `chrome` is one. */
export interface DebuggerChrome {
  readonly debugger: {
    readonly attach: (target: { tabId: number }, version: string) => Promise<void>;
    readonly detach: (target: { tabId: number }) => Promise<void>;
    readonly sendCommand: (
      target: SessionAddress,
      method: string,
      params?: Record<string, unknown>,
    ) => Promise<Record<string, unknown> | undefined>;
    readonly getTargets: () => Promise<chrome.debugger.TargetInfo[]>;
  };
  readonly tabs: {
    readonly get: (tabId: number) => Promise<chrome.tabs.Tab>;
    readonly query: (query: Record<string, never>) => Promise<chrome.tabs.Tab[]>;
    readonly create: (properties: chrome.tabs.CreateProperties) => Promise<chrome.tabs.Tab>;
    readonly remove: (tabId: number) => Promise<void>;
  };
  readonly windows: {
    readonly getLastFocused: (options: chrome.windows.QueryOptions) => Promise<chrome.windows.Window>;
  };
  readonly storage: {
    readonly session: {
      readonly get: (key: string) => Promise<Record<string, unknown>>;
      readonly set: (items: Record<string, unknown>) => Promise<void>;
    };
  };
  readonly alarms: {
    readonly create: (name: string, alarm: { when: number }) => Promise<void>;
  };
  readonly extension: {
    readonly isAllowedFileSchemeAccess: () => Promise<boolean>;
  };
  readonly runtime: { readonly id: string };
}

/**
 * Takes one notification for the daemon (protocol §3.3), its params as JSON text. It is called from inside Chrome's
 * callback, in the order of the events; one that collects what follows closely belongs behind this type.
 */
export type EventSink = (method: NotificationName, paramsJson: string) => void;

/** What the debugger relay is given. */
export interface DebuggerDeps {
  readonly chrome: DebuggerChrome;
  readonly notify: EventSink;
  /**
   * Told whenever it changes whether the worker has to be held by other means. Chrome keeps a worker alive for a
   * debugger that it attached itself, not for one that an earlier life of the worker had attached.
   */
  readonly keepAwake: (wanted: boolean) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds, unless the returned function is called before. */
  readonly startTimer: (milliseconds: number, act: () => void) => () => void;
  /** The browser's real `navigator.userAgent`. */
  readonly userAgent: string;
}

/** Sends the daemon a notification. */
export function report<Name extends NotificationName>(
  sink: EventSink,
  name: Name,
  params: NotificationParams<Name>,
): void {
  sink(name, JSON.stringify(params));
}
