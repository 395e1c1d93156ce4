import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { DataFileWriteError } from './dataFileError.ts';

const USER_ONLY_DIRECTORY = 0o700;
const USER_ONLY_FILE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates a directory only its owner may enter. One that exists is left as it is, for it may be shared on purpose.
 * @returns whether other users may write to it.
 */
export function createPrivateDirectory(path: string): { readonly writableByOthers: boolean } {
  mkdirSync(path, { recursive: true, mode: USER_ONLY_DIRECTORY });
  const { mode } = statSync(path);
  return { writableByOthers: process.platform !== 'win32' && (mode & WRITABLE_BY_OTHERS) !== 0 };
}

/**
 * Replaces a file as a whole, readable by its owner only. The content is never visible half-written, nor under wider
 * permissions, whatever the umask.
 * @throws DataFileWriteError; the old file is then untouched.
 */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeThrough(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new DataFileWriteError(path, error);
  }
}

function writeThrough(path: string, text: string): void {
  const file = openSync(path, 'wx', USER_ONLY_FILE);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a file, or undefined when there is none. @throws the system's error when it cannot be read. */
export function readFileIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
