/** A file in the data directory cannot be used; the daemon does not start, and leaves the file as it is. */
export class DataFileError extends Error {
  readonly path: string;

  /** @param problem how the sentence about the file goes on, for example "cannot be read". */
  constructor(path: string, problem: string, cause?: unknown) {
    super(
      `${path} ${problem}. It was left unchanged: repair it, restore a copy, or move it away and pair again.`,
      { cause },
    );
    this.name = 'DataFileError';
    this.path = path;
  }
}

/** A file in the data directory could not be written, as on a full disk; the old one is still in force. */
export class DataFileWriteError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown cause';
    super(
      `${path} could not be written (${reason}). Nothing was changed: make room on the disk, or let this user write there, and try again.`,
      { cause },
    );
    this.name = 'DataFileWriteError';
  }
}
