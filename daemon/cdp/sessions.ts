import type { Tab } from './tab.ts';
import type { TargetFilter } from './targetFilter.ts';

/** The browser as a client drives it: the connection itself, or a session of its own beside it. */
export interface BrowserSession {
  readonly kind: 'browser';
  /** Undefined for the connection itself. */
  readonly id: string | undefined;
  /** Which targets are announced; none when it is undefined. */
  discover: TargetFilter | undefined;
  /** Which targets get a session as soon as they are there; none when it is undefined. */
  autoAttach: TargetFilter | undefined;
}

/** A session of the client's on a page, or on the tab round it. */
export interface TargetSession {
  readonly kind: 'page' | 'tab';
  readonly id: string;
  readonly tab: Tab;
  /** Whom its beginning and end are told to. */
  readonly parent: ClientSession;
}

/** A session of the client's. */
export type ClientSession = BrowserSession | TargetSession;

/** The sessions the client has, beside the child sessions that are Chrome's own. */
export class Sessions {
  /** The connection itself. */
  readonly root: BrowserSession = {
    kind: 'browser',
    id: undefined,
    discover: undefined,
    autoAttach: undefined,
  };
  readonly #sessions = new Map<string, ClientSession>();
  #last = 0;

  get(id: string): ClientSession | undefined {
    return this.#sessions.get(id);
  }

  addBrowser(): BrowserSession & { readonly id: string } {
    const session = {
      kind: 'browser' as const,
      id: this.#nextId(),
      discover: undefined,
      autoAttach: undefined,
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  addTarget(kind: TargetSession['kind'], tab: Tab, parent: ClientSession): TargetSession {
    const session = { kind, id: this.#nextId(), tab, parent };
    this.#sessions.set(session.id, session);
    return session;
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }

  browsers(): readonly BrowserSession[] {
    return [this.root, ...[...this.#sessions.values()].filter((session) => session.kind === 'browser')];
  }

  /** The sessions on a tab, the oldest first. */
  of(tab: Tab, kind: TargetSession['kind']): readonly TargetSession[] {
    return [...this.#sessions.values()].flatMap((session) =>
      session.kind === kind && session.tab === tab ? [session] : [],
    );
  }

  /** The sessions whose beginning was told to a session. */
  under(parent: ClientSession): readonly TargetSession[] {
    return [...this.#sessions.values()].flatMap((session) =>
      session.kind !== 'browser' && session.parent === parent ? [session] : [],
    );
  }

  #nextId(): string {
    this.#last += 1;
    return `sctl-session-${this.#last}`;
  }
}
