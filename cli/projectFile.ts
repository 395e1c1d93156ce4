import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailure } from './failure.ts';

/** File in a project's folder, or in one above it, that names the browser to use there. */
export const PROJECT_FILE = '.sctl';

/** What a project's file says, and where it is. */
export interface Project {
  readonly path: string;
  readonly browser: string;
}

const BROWSER_LINE = /^browser\s*=\s*([a-z0-9-]{1,32})$/;

/**
 * Reads the nearest file of a folder and those above it. It can name a browser and nothing else: a project that somebody
 * else wrote must not choose where commands go, or with which token.
 * @throws CommandFailure when the nearest one says anything else.
 */
export function findProject(folder: string): Project | undefined {
  const path = join(folder, PROJECT_FILE);
  const text = readIfFile(path);
  if (text !== undefined) return parseProject(path, text);
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

function parseProject(path: string, text: string): Project {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [, browser] = BROWSER_LINE.exec(lines[0] ?? '') ?? [];
  if (browser !== undefined && lines.length === 1) return { path, browser };
  throw new CommandFailure(
    `${path} may hold one line, such as "browser = work", and comments that begin with #`,
  );
}

function readIfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A folder of that name, or a file of somebody else, is none of ours.
    return undefined;
  }
}
