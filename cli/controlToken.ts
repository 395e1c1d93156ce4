import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_TOKEN_FILE } from '../protocol/control.ts';
import { CommandFailure } from './failure.ts';

/** The file in which the daemon leaves its control token. */
export const controlTokenPath = (dataDir: string): string => join(dataDir, CONTROL_TOKEN_FILE);

/**
 * The control token of the daemon that uses a data directory.
 * @returns undefined when there is none.
 * @throws CommandFailure when it is not this user's to read, or no token.
 */
export function readControlToken(dataDir: string): string | undefined {
  const path = controlTokenPath(dataDir);
  const token = readIfPresent(path)?.trim();
  if (token === undefined || isToken(token)) return token;
  throw new CommandFailure(`${path} holds no control token; restart the daemon, which writes a new one`);
}

/** A token that was named in the place of the daemon's own, and where it came from. */
export interface GivenToken {
  readonly text: string;
  /** `SCTL_TOKEN`, or the path of a file. */
  readonly from: string;
}

/** Takes a text for a token. @throws CommandFailure when it cannot be one. */
export function tokenFrom(from: string, text: string): GivenToken {
  const token = text.trim();
  if (isToken(token)) return { text: token, from };
  throw new CommandFailure(`${from} holds no control token; \`sctl token create\` makes one`);
}

/** Reads a token that a user keeps in a file. @throws CommandFailure when there is none. */
export function readTokenFile(path: string): GivenToken {
  const text = readIfPresent(path);
  if (text === undefined) throw new CommandFailure(`There is no file ${path} with a control token`);
  return tokenFrom(path, text);
}

/** Whether a text could be sent in a header. */
const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CommandFailure(
      `${path} cannot be read; run sctl as the user it belongs to, or name another with --data-dir or --token-file`,
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
