import type { ApprovalsView } from '../shared/approvals.ts';
import type { ConnectionState } from '../shared/connectionState.ts';

/** Everything the popup shows. */
export interface PopupModel {
  /** Null until the first state arrives; nothing is interactive before it does. */
  readonly connection: ConnectionState | null;
  /** Requests that wait for a decision. */
  readonly waiting: number;
  /** No call runs, by the person's wish. */
  readonly isPaused: boolean;
  readonly view: View;
  /** The pairing code as far as it is typed. */
  readonly draft: string;
  /** The person asked to pair again after the daemon had refused this browser. */
  readonly pairsAgain: boolean;
  /** The last command got no answer. */
  readonly isUnanswered: boolean;
}

/** What the popup shows at a time. */
export type View = 'main' | 'settings' | 'activity';

/** The part of the model that outlives the popup, until the browser closes. */
export type PopupMemory = Pick<PopupModel, 'draft' | 'pairsAgain'>;

export type PopupEvent =
  | { readonly type: 'connection'; readonly connection: ConnectionState }
  | { readonly type: 'approvals'; readonly approvals: ApprovalsView }
  | { readonly type: 'typed'; readonly draft: string }
  | { readonly type: 'pair-again' }
  | { readonly type: 'paused'; readonly isPaused: boolean }
  | { readonly type: 'turned'; readonly view: View }
  | { readonly type: 'asked' }
  | { readonly type: 'unanswered' };

/** The model of a popup that was just opened. Pairing again is resumed only when a code was begun. */
export const openedPopup = ({ draft, pairsAgain }: PopupMemory): PopupModel => ({
  connection: null,
  waiting: 0,
  isPaused: false,
  view: 'main',
  draft,
  pairsAgain: pairsAgain && draft !== '',
  isUnanswered: false,
});

/** What an event makes of the model. */
export function reducePopup(model: PopupModel, event: PopupEvent): PopupModel {
  switch (event.type) {
    case 'connection':
      return connectionChanged(model, event.connection);
    case 'approvals':
      return { ...model, waiting: event.approvals.items.filter(({ status }) => status === 'pending').length };
    case 'typed':
      return { ...model, draft: event.draft };
    case 'pair-again':
      return { ...model, pairsAgain: true, draft: '' };
    case 'paused':
      return { ...model, isPaused: event.isPaused };
    case 'turned':
      return model.connection === null || model.connection.status === 'pairing'
        ? model
        : { ...model, view: event.view };
    case 'asked':
      return { ...model, isUnanswered: false };
    case 'unanswered':
      return { ...model, isUnanswered: true };
  }
}

function connectionChanged(model: PopupModel, connection: ConnectionState): PopupModel {
  const { status } = connection;
  return {
    ...model,
    connection,
    isUnanswered: false,
    view: status === 'pairing' ? 'main' : model.view,
    // The code has served once it led to a connection; until then a typing error or a daemon that is down costs nothing.
    draft: status === 'connected' ? '' : model.draft,
    pairsAgain: status === 'rejected' && model.pairsAgain,
  };
}
