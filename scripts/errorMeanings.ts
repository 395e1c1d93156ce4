import type { ErrorCode } from '../protocol/errors.ts';

/** What each domain code tells a caller, for docs/methods.md. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST:
    'The input is not what the method takes, or makes no sense for what it names; the message says why. Nothing was done.',
  METHOD_NOT_FOUND: 'The connected peer does not have this method; it may be an older version.',
  USER_REJECTED: 'A human said no, or closed the window that asked. Nothing was done.',
  OPERATION_EXPIRED:
    'Nobody decided in time, or the browser went away while the call ran. A call that waits for no human may have been carried out.',
  CONFLICT:
    'What the call names is not, or no longer, in the state it needs, or the person has paused the browser. Nothing was done.',
  NOT_FOUND: 'Something the call names does not exist. Nothing was done, also not to what does exist.',
  PAYLOAD_TOO_LARGE: 'The result fits no frame. Ask for less.',
  INTERNAL_ERROR:
    'Something failed that the method does not foresee. For a write to several items the message says what was done and what not.',
  RATE_LIMITED: 'Too many requests in a short time; repeat it later.',
  NO_BROWSER_CONNECTED: 'No browser is online.',
  BROWSER_OFFLINE: 'The browser that was named is paired, but not online.',
  BROWSER_NOT_FOUND: 'No paired browser has this name or this start of an ID.',
  BROWSER_AMBIGUOUS: 'Several browsers fit, and the method is not one whose results are combined; name one.',
  CONFIRMATION_REQUIRED: 'The method destroys data and `confirm: true` was missing. Nothing was done.',
  UNSUPPORTED: 'This browser lacks the API that the method needs; the message names it.',
  STALE_REF: 'The element reference is no longer valid; take a new snapshot.',
  TIMEOUT: 'What the call waits for did not happen in time.',
  TARGET_AMBIGUOUS: 'The selector matches more than one element.',
  PAGE_NOT_AUTOMATABLE: 'Chrome lets no debugger attach to this page.',
  PAGE_HIDDEN: 'This cannot be done on a tab in the background.',
  DEBUGGER_DETACHED: 'The debugger is not attached to the tab, or was detached while the command ran.',
  DIALOG_OPEN: 'A dialog of the page blocks it.',
  PAGE_UNRESPONSIVE: 'The page did not answer; navigate or reload it.',
  EVAL_ERROR: 'The expression threw in the page.',
  NAVIGATION_FAILED: 'The page could not be loaded.',
  ENDPOINT_CONNECTED: 'A client of the raw CDP endpoint owns the tabs; it has to disconnect first.',
};
