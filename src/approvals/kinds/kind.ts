import type { Failure } from '../../../protocol/errors.ts';
import type { GatedMethodName, Params, Result } from '../../../protocol/methods/index.ts';
import type { ApprovalDetails } from '../../../shared/approvals.ts';

/** What a gated method does before the human is asked. */
export interface ApprovalKind<Name extends GatedMethodName> {
  /**
   * Runs every check and describes what would be done; the description is what the window shows.
   * @throws DomainError when the request fails a check; then nothing is queued.
   */
  readonly prepare: (input: Params<Name>) => Promise<ApprovalDetails[Name]>;
}

/** A gated method that the worker carries out itself. */
export interface WorkerApprovalKind<Name extends GatedMethodName> extends ApprovalKind<Name> {
  /**
   * Does what was approved, if it is still what the window showed.
   * @param saveProgress is called before each step with the number of steps done.
   * @throws DomainError CONFLICT, nothing changed, when the target differs from the detail; INTERNAL_ERROR saying what
   *   was done and what was not, when Chrome fails midway.
   */
  readonly execute: (detail: ApprovalDetails[Name], saveProgress: SaveProgress) => Promise<Result<Name>>;
  /**
   * How an act ended that stopped with the worker.
   * @param done the last progress that was saved, undefined when there is none.
   */
  readonly interrupted: (detail: ApprovalDetails[Name], done: number | undefined) => Failure;
}

/** Persists how many steps of an act are done. */
export type SaveProgress = (done: number) => Promise<void>;
