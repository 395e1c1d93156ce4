/** What the process's exit code tells a script. */
export const EXIT = {
  /** The command did what it was asked to. */
  ok: 0,
  /** A human rejected the operation. */
  rejected: 1,
  /** The operation ended before its outcome: it expired, the debugger detached, or Ctrl-C. */
  ended: 2,
  /** Everything else, wrong usage included. */
  failed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code for a domain code the daemon answered with (protocol §4). */
export function exitCodeOf(code: string): ExitCode {
  switch (code) {
    case 'USER_REJECTED':
      return EXIT.rejected;
    case 'OPERATION_EXPIRED':
    case 'DEBUGGER_DETACHED':
      return EXIT.ended;
    default:
      return EXIT.failed;
  }
}
