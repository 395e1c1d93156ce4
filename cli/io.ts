import type { startDaemon } from '../daemon/daemon.ts';

/** Where text goes. */
export interface TextOutput {
  write(text: string): void;
  /** Columns of the terminal; left out when it is none. */
  readonly columns?: number;
}

/** What a command reaches of the world outside it. */
export interface Io {
  /** Only data. */
  readonly stdout: TextOutput;
  /** Everything said to the person. */
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  homeDirectory(): string;
  /** Absolute path of the folder the command was run in. */
  workingDirectory(): string;
  /** Aborted by Ctrl-C or by a request to terminate. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Loads the daemon; only `sctl serve` needs it, and it would slow down the start of every command. */
  loadDaemon(): Promise<{ readonly startDaemon: typeof startDaemon }>;
}
