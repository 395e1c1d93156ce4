import type { ApprovalOutcome, ApprovalView } from '../shared/approvals.ts';
import type { ApproveOutcome } from '../shared/messages.ts';
import { type Management, uninstallInWindow } from './uninstallInWindow.ts';

/** What carrying out an approval needs. */
export interface DecisionDeps {
  readonly approve: (id: string) => Promise<ApproveOutcome>;
  readonly finish: (id: string, outcome: ApprovalOutcome) => Promise<unknown>;
  readonly management: Management;
}

/** `unsent`: nobody answered, so the item most likely still waits. */
export type Decision = 'sent' | 'refused' | 'unsent';

const FINISH_ATTEMPTS = 3;

/**
 * Tells the worker that a person approved an item, and does here what only a window can do. Must be called from within
 * the click.
 */
export async function approveItem(item: ApprovalView, deps: DecisionDeps): Promise<Decision> {
  let reply: ApproveOutcome;
  try {
    reply = await deps.approve(item.id);
  } catch {
    await disown(item, deps);
    return 'unsent';
  }
  switch (reply) {
    case 'executing':
      return 'sent';
    case 'refused':
      return 'refused';
    case 'execute-in-window':
      if (item.kind !== 'extensions.uninstall') return 'sent';
      await report(item.id, await uninstallInWindow(deps.management, item.detail), deps);
      return 'sent';
  }
}

/**
 * When only the answer was lost, the worker waits for an act that this window never began. It ignores the report of an
 * item that still waits for its decision.
 */
async function disown(item: ApprovalView, deps: DecisionDeps): Promise<void> {
  if (item.kind !== 'extensions.uninstall') return;
  const outcome: ApprovalOutcome = {
    ok: false,
    code: 'INTERNAL_ERROR',
    message: 'The approval window lost touch with the extension before it began the uninstall',
  };
  await report(item.id, outcome, deps);
}

/** A worker stopped in the middle of a message loses it; to report twice does no harm. */
async function report(id: string, outcome: ApprovalOutcome, deps: DecisionDeps): Promise<void> {
  for (let attempt = 1; attempt <= FINISH_ATTEMPTS; attempt += 1) {
    try {
      await deps.finish(id, outcome);
      return;
    } catch {
      // Asked again; after the last attempt the worker settles the item at its deadline.
    }
  }
}
