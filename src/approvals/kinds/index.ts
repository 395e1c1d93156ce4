import type { Failure } from '../../../protocol/errors.ts';
import type { GatedMethodName, Result } from '../../../protocol/methods/index.ts';
import type { Chrome } from '../../handlers/define.ts';
import type { ApprovalRecord } from '../record.ts';
import { bookmarksRemove } from './bookmarksRemove.ts';
import { extensionsUninstall } from './extensionsUninstall.ts';
import type { ApprovalKind, SaveProgress, WorkerApprovalKind } from './kind.ts';

/** Every gated method by name. */
export type ApprovalKinds = { readonly [Name in GatedMethodName]: ApprovalKind<Name> } & {
  readonly 'bookmarks.remove': WorkerApprovalKind<'bookmarks.remove'>;
};

/** Every gated method, over one browser. */
export function createApprovalKinds(chrome: Chrome): ApprovalKinds {
  return {
    'bookmarks.remove': bookmarksRemove(chrome),
    'extensions.uninstall': extensionsUninstall(chrome),
  };
}

/** The acts the worker carries out, whatever their kind. */
export interface Acts {
  /** Does what a record describes; see {@link WorkerApprovalKind}. */
  readonly execute: (record: ApprovalRecord, saveProgress: SaveProgress) => Promise<Result<GatedMethodName>>;
  /** How a record's act ended that stopped with an earlier life of the worker. */
  readonly interrupted: (record: ApprovalRecord, done: number | undefined) => Failure;
}

/** The acts of the given kinds. */
export function actsOf(kinds: ApprovalKinds): Acts {
  return {
    async execute(record, saveProgress) {
      switch (record.kind) {
        case 'bookmarks.remove':
          return kinds[record.kind].execute(record.detail, saveProgress);
        case 'extensions.uninstall':
          throw new Error('The approval window carries this out');
      }
    },
    interrupted(record, done) {
      switch (record.kind) {
        case 'bookmarks.remove':
          return kinds[record.kind].interrupted(record.detail, done);
        case 'extensions.uninstall':
          throw new Error('The approval window carries this out');
      }
    },
  };
}
