import { readFileSync, statSync } from 'node:fs';
import { CommandFailure } from '../failure.ts';
import type { TextOutput } from '../io.ts';

// As escapeText's, but a source has lines and indentation.
const UNPRINTABLE_IN_SOURCE = /[^\n\t\P{C}]|[\p{Zl}\p{Zp}]/gu;

/**
 * Prints a source: exactly as it is into a file or a pipe; on a terminal, which it could drive, with what is unprintable
 * escaped.
 */
export function printSource(stdout: TextOutput, code: string): void {
  if (stdout.columns === undefined) {
    stdout.write(code);
    return;
  }
  const shown = code.replace(
    UNPRINTABLE_IN_SOURCE,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** Reads a file of UTF-8 text. @throws CommandFailure when it is missing, too large or no such text. */
export function readTextFile(path: string, maxBytes: number): string {
  try {
    if (statSync(path).size > maxBytes) throw new CommandFailure(`${path} is larger than ${maxBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'it is no UTF-8 text';
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'there is no such file';
  return error instanceof Error ? error.message : 'unknown cause';
}
