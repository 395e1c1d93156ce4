import type { ControlClient } from './client.ts';
import type { GivenToken } from './controlToken.ts';
import { escapeText, formatJson } from './escape.ts';
import type { Io } from './io.ts';

export const OUTPUT_FORMATS = ['table', 'json', 'source'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What every command works with: the world outside, the options they all share, and the daemon. */
export interface Context {
  readonly io: Io;
  readonly output: OutputFormat;
  readonly logLevel: LogLevel;
  /** Instance name or instance-ID prefix. */
  readonly browser: string | undefined;
  /** Where the choice of the browser was made: `--browser`, `SCTL_BROWSER` or the path of a project's file. */
  readonly browserFrom: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where the daemon listens, as `host:port`. */
  readonly address: string;
  /** The control token to use in the place of the daemon's own. */
  readonly token: GivenToken | undefined;
  readonly client: ControlClient;
}

/** Prints what a command produced: `value` as JSON, or the ready text, as the user chose. */
export function printResult({ io, output }: Context, value: unknown, text: () => string): void {
  switch (output) {
    case 'json':
      io.stdout.write(`${formatJson(value)}\n`);
      return;
    // Only a command that prints a source itself is run with this format.
    case 'source':
    case 'table':
      io.stdout.write(text());
  }
}

/** One line for a person, with unprintable characters escaped. */
export const line = (text: string): string => `${escapeText(text)}\n`;

/** Says something to the person, beside the data. */
export const notify = ({ stderr }: Io, text: string): void => stderr.write(line(text));
