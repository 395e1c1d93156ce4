/** What the page of other extensions shows of the tools we offer to other extensions, and what it may ask. */

/** The switches of the provider. */
export interface ProviderSwitches {
  /** Whether any extension may use this browser at all. */
  readonly enabled: boolean;
  /** Whether they may change anything. */
  readonly writes: boolean;
  /** Whether each change waits for the person's word first. */
  readonly review: boolean;
}

/** Another extension, by Chrome's word. */
export interface Caller {
  readonly id: string;
  /** Its real name; null when it is not installed any more. */
  readonly name: string | null;
}

/** A change that waits for the person's word. */
export interface HeldCall {
  readonly id: string;
  readonly caller: Caller;
  readonly method: string;
  /** What it names, such as `tabIds 3, 5`; never a URL, a text or any other value. */
  readonly target: string | null;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** One change another extension asked for. */
export interface AuditEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tool: string;
  readonly sender: string;
  /** `done`, an error code, `waiting` until it is known, or `withdrawn`. */
  readonly outcome: string;
  readonly target: string | null;
  /** SHA-256 of the arguments as canonical JSON, in hexadecimal digits. */
  readonly digest: string;
}

/** Everything the page of other extensions shows of the provider. */
export interface ProviderView extends ProviderSwitches {
  readonly allowed: readonly Caller[];
  readonly pending: readonly Caller[];
  readonly refused: readonly Caller[];
  readonly held: readonly HeldCall[];
  /** Newest first. */
  readonly audit: readonly AuditEntry[];
}

/** What a person decides about another extension; `forget` takes back a refusal. */
export type CallerDecision = 'accept' | 'refuse' | 'revoke' | 'forget';

/** Whether an extension's port may be served. */
export type PortAdmission =
  | { readonly isAdmitted: false }
  | ({ readonly isAdmitted: true } & Pick<ProviderSwitches, 'writes' | 'review'>);
