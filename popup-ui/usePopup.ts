import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { RenameOutcome } from '../shared/messages.ts';
import { follow } from '../ui/follow.ts';
import { approvalsSource, connectionSource, pauseSource } from '../ui/sources.ts';
import { commands } from './commands.ts';
import { saveMemory } from './popupMemory.ts';
import { openedPopup, type PopupMemory, type PopupModel, reducePopup, type View } from './popupModel.ts';

/** What a person can do in the popup. */
export interface PopupActions {
  readonly type: (draft: string) => void;
  readonly pair: (code: string) => void;
  readonly pairAgain: () => void;
  readonly retryNow: () => void;
  readonly forget: () => void;
  /** @returns undefined when nobody answered */
  readonly rename: (name: string) => Promise<RenameOutcome | undefined>;
  /** @returns undefined when nobody answered */
  readonly setAddress: (address: string) => Promise<'saved' | 'invalid-address' | undefined>;
  readonly viewApprovals: () => void;
  readonly pause: (isPaused: boolean) => void;
  readonly turnTo: (view: View) => void;
  /** Asks for the first state once more. */
  readonly tryAgain: () => void;
}

/** Runs the popup: follows the connection and the approvals, keeps the memory, and turns actions into commands. */
export function usePopup(memory: PopupMemory): readonly [PopupModel, PopupActions] {
  const [model, dispatch] = useReducer(reducePopup, memory, openedPopup);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stopConnection = follow(
      connectionSource,
      (connection) => dispatch({ type: 'connection', connection }),
      () => dispatch({ type: 'unanswered' }),
    );
    const stopApprovals = follow(
      approvalsSource,
      (approvals) => dispatch({ type: 'approvals', approvals }),
      () => undefined,
    );
    const stopPause = follow(
      pauseSource,
      ({ isPaused }) => dispatch({ type: 'paused', isPaused }),
      () => undefined,
    );
    return () => {
      stopPause();
      stopConnection();
      stopApprovals();
    };
  }, [attempt]);

  const { draft, pairsAgain } = model;
  // Before the next paint: a popup may close at any moment.
  useLayoutEffect(() => {
    saveMemory(chrome.storage.session, { draft, pairsAgain }).catch(() => undefined);
  }, [draft, pairsAgain]);

  const actions = useMemo((): PopupActions => {
    const ask = <T>(answer: Promise<T>): Promise<T | undefined> => {
      dispatch({ type: 'asked' });
      return answer.catch(() => {
        dispatch({ type: 'unanswered' });
        return undefined;
      });
    };
    return {
      type: (typed) => dispatch({ type: 'typed', draft: typed }),
      pair: (code) => void ask(commands.pair(code)),
      pairAgain: () => dispatch({ type: 'pair-again' }),
      retryNow: () => void ask(commands.retryNow()),
      forget: () => void ask(commands.forget()),
      rename: (name) => ask(commands.rename(name)),
      setAddress: (address) => ask(commands.setAddress(address)),
      viewApprovals: () => void ask(commands.showApprovals()),
      pause: (isPaused) => void ask(commands.setPause(isPaused)),
      turnTo: (view) => dispatch({ type: 'turned', view }),
      tryAgain: () => {
        dispatch({ type: 'asked' });
        setAttempt((count) => count + 1);
      },
    };
  }, []);
  return [model, actions];
}
