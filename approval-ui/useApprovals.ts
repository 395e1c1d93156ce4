import { useEffect, useState } from 'preact/hooks';
import type { ApprovalView } from '../shared/approvals.ts';
import { send } from '../shared/messages.ts';
import { follow } from '../ui/follow.ts';
import { approvalsSource } from '../ui/sources.ts';
import { approveItem, type Decision, type DecisionDeps } from './decide.ts';
import { EMPTY_PAGER, type Pager, turned, withItems } from './pager.ts';

/** The queue as the window shows it, and what a person can do with it. */
export interface Approvals {
  /** Null until the queue is known. */
  readonly pager: Pager | null;
  /** Nobody told what the queue holds. */
  readonly isUnanswered: boolean;
  readonly turn: (by: number) => void;
  readonly approve: (item: ApprovalView) => Promise<Decision>;
  readonly reject: (id: string) => Promise<Decision>;
  readonly dismiss: (id: string) => Promise<Decision>;
  readonly tryAgain: () => void;
}

const deps: DecisionDeps = {
  approve: (id) => send('worker', 'approve', { id }),
  finish: (id, outcome) => send('worker', 'finishInWindow', { id, outcome }),
  management: chrome.management,
};

const sent = (answer: Promise<unknown>): Promise<Decision> =>
  answer.then(
    () => 'sent',
    () => 'unsent',
  );

/** Follows the queue of approvals. */
export function useApprovals(): Approvals {
  const [pager, setPager] = useState<Pager | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(
    () =>
      follow(
        approvalsSource,
        ({ items }) => {
          setUnanswered(false);
          setPager((last) => withItems(last ?? EMPTY_PAGER, items));
        },
        () => setUnanswered(true),
      ),
    [attempt],
  );

  return {
    pager,
    isUnanswered,
    turn: (by) => setPager((last) => last && turned(last, by)),
    approve: (item) => approveItem(item, deps),
    reject: (id) => sent(send('worker', 'reject', { id })),
    dismiss: (id) => sent(send('worker', 'dismiss', { id })),
    tryAgain: () => {
      setUnanswered(false);
      setAttempt((count) => count + 1);
    },
  };
}
