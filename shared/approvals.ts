import type { Failure } from '../protocol/errors.ts';
import type { GatedMethodName, Result } from '../protocol/methods/index.ts';

/** A bookmark or folder as the approval window shows it. */
export interface BookmarkEntry {
  readonly id: string;
  readonly type: 'bookmark' | 'folder';
  readonly title: string;
  readonly url?: string;
}

/** One item the requester named, with everything that would go with it. */
export interface BookmarkRemoval extends BookmarkEntry {
  /** Titles of the enclosing folders, outermost first. */
  readonly path: readonly string[];
  readonly parentId: string;
  /** A folder's contents, depth first. */
  readonly contents: readonly (BookmarkEntry & { readonly parentId: string })[];
}

/** What an approval shows, and what is checked again before the act, for each gated method. */
export interface ApprovalDetails {
  readonly 'bookmarks.remove': { readonly items: readonly BookmarkRemoval[] };
  readonly 'extensions.uninstall': {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly description: string;
    readonly installType: string;
    readonly enabled: boolean;
  };
}

/**
 * Where an approval stands: `pending` waits for the human, `executing` was approved and runs, all else is over. `voided`
 * means that its connection closed, `cancelled` that the requester withdrew it.
 */
export type ApprovalStatus = 'pending' | 'executing' | 'done' | 'failed' | 'expired' | 'cancelled' | 'voided';

export type ApprovalOutcome<Name extends GatedMethodName = GatedMethodName> =
  | { readonly ok: true; readonly result: Result<Name> }
  | ({ readonly ok: false } & Failure);

/** One request in the approval window. */
export type ApprovalView<Name extends GatedMethodName = GatedMethodName> = {
  [Kind in Name]: {
    /** Random, of this extension; never the daemon's request ID. */
    readonly id: string;
    readonly kind: Kind;
    readonly detail: ApprovalDetails[Kind];
    /** The requester's own, unverified label; null when it gave none. */
    readonly requester: string | null;
    /** Another extension that asks, by Chrome's word; then the label is ours. */
    readonly extensionId?: string;
    /** Milliseconds since the epoch. */
    readonly receivedAt: number;
    readonly expiresAt: number;
    readonly status: ApprovalStatus;
    readonly outcome: ApprovalOutcome<Kind> | null;
  };
}[Name];

/** The whole queue, oldest first. */
export interface ApprovalsView {
  readonly items: readonly ApprovalView[];
}
