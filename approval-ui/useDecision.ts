import { useState } from 'preact/hooks';
import type { ApprovalView } from '../shared/approvals.ts';
import type { Decision } from './decide.ts';
import type { Approvals } from './useApprovals.ts';
import { type ArmedButton, useArming } from './useArming.ts';

/** What the buttons do with the item in view. */
export interface DecisionControls {
  readonly button: ArmedButton;
  /** A decision about this item is on its way. */
  readonly isDeciding: boolean;
  /** Why the last decision about this item had no effect. */
  readonly problem: Exclude<Decision, 'sent'> | null;
  readonly reject: () => void;
  readonly dismiss: () => void;
}

interface Progress {
  readonly id: string;
  readonly step: 'deciding' | Decision;
}

/** Lets a person decide about the item in view, once. */
export function useDecision(
  item: ApprovalView | undefined,
  mayApprove: boolean,
  approvals: Approvals,
): DecisionControls {
  const [progress, setProgress] = useState<Progress | null>(null);
  const step = item !== undefined && progress?.id === item.id ? progress.step : null;
  const canApprove = item?.status === 'pending' && mayApprove;

  const decide = async (id: string, decision: Promise<Decision>): Promise<void> => {
    setProgress({ id, step: 'deciding' });
    const outcome = await decision;
    if (outcome === 'unsent') button.reset();
    setProgress((last) => (last?.id === id ? { id, step: outcome } : last));
  };
  const button = useArming(canApprove ? item.id : null, () => {
    if (item !== undefined && step !== 'deciding') void decide(item.id, approvals.approve(item));
  });

  return {
    button,
    isDeciding: step === 'deciding',
    problem: step === 'refused' || step === 'unsent' ? step : null,
    reject: () => item && void decide(item.id, approvals.reject(item.id)),
    dismiss: () => item && void decide(item.id, approvals.dismiss(item.id)),
  };
}
