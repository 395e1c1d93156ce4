import { EXIT, type ExitCode, exitCodeOf } from './exitCodes.ts';

/** A command that failed in a way its user can act on; `run` prints the sentence and ends with the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** What to do about it, printed on a line of its own. */
  readonly hint: string | undefined;

  constructor(sentence: string, exitCode: ExitCode = EXIT.failed, hint?: string) {
    super(sentence);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

/** The daemon answered with a domain failure. Its code is a plain string: another daemon may know more codes. */
export class DaemonFailure extends CommandFailure {
  readonly code: string;
  readonly sentence: string;

  constructor(code: string, sentence: string, hint?: string) {
    super(`${code}: ${sentence}`, exitCodeOf(code), hint);
    this.name = 'DaemonFailure';
    this.code = code;
    this.sentence = sentence;
  }

  /** The same failure with a hint. */
  withHint(hint: string | undefined): DaemonFailure {
    return new DaemonFailure(this.code, this.sentence, hint);
  }
}

/** Ctrl-C, or the request to terminate, ended the command. */
export class Interrupted extends CommandFailure {
  constructor(sentence = 'Interrupted') {
    super(sentence, EXIT.ended);
    this.name = 'Interrupted';
  }
}
