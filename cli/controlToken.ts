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
  // Anything else could not be sent in a header.
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CommandFailure(`${path} holds no control token; restart the daemon, which writes a new one`);
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CommandFailure(
      `${path} cannot be read; run sctl as the user who runs the daemon, or name another folder with --data-dir`,
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
