import type { OutOfScope } from '../control.ts';
import type { ErrorCode } from '../errors.ts';

type Code = ErrorCode | OutOfScope['code'];

const NEXT_STEPS: Readonly<Partial<Record<Code, string>>> = {
  OUT_OF_SCOPE:
    'Nothing was done. The user allowed only reading, or only some domains: do not try another way.',
  BROWSER_AMBIGUOUS:
    'Pass `browser`, one of these names. Ask the user when it is not clear which one is meant.',
  BROWSER_NOT_FOUND: 'Pass as `browser` a name from browsers_list.',
  BROWSER_OFFLINE:
    'Ask the user to start that browser, or pass another `browser` that browsers_list shows online.',
  NO_BROWSER_CONNECTED:
    'Ask the user to start a paired browser, or to pair one with `sctl connect`. browsers_list shows what is paired.',
  CONFIRMATION_REQUIRED:
    'Nothing was done. Tell the user exactly what will be lost, and only once they agree repeat the call with confirm: true.',
  USER_REJECTED: 'The user said no. Do not repeat the call; ask what they want instead.',
  OPERATION_EXPIRED:
    'Nobody decided in time, or the connection was lost. Look at what is there now, and ask the user before you repeat the call.',
  INTERNAL_ERROR: 'It may have been carried out. Look at what is there now before you repeat the call.',
  NOT_FOUND: 'IDs change when things are closed or the browser restarts. List again and use the new ones.',
  CONFLICT: 'What is there has changed. List again and decide anew.',
  PAYLOAD_TOO_LARGE: 'Ask for less: a smaller limit, a narrower search or, for a script, a range of lines.',
  UNSUPPORTED: 'Tell the user that this browser cannot do it, or pass another `browser`.',
  METHOD_NOT_FOUND: 'Ask the user to update the extension in that browser.',
  RATE_LIMITED: 'Wait a minute before you call again.',
};

/** What a model can do about a failure; undefined when the failure's own sentence says it. */
export const nextStepFor = (code: string): string | undefined =>
  hasNextStep(code) ? NEXT_STEPS[code] : undefined;

const hasNextStep = (code: string): code is Code => Object.hasOwn(NEXT_STEPS, code);
