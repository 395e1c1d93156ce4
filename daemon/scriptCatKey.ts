import { join } from 'node:path';
import { DataFileError } from './dataFileError.ts';
import { readFileIfPresent, writePrivateFile } from './privateFile.ts';

/** File in the data directory that holds ScriptCat's session key as hexadecimal text. */
export const SCRIPTCAT_KEY_FILE = 'pairing.key';

/** ScriptCat's session key, kept in a user-only file that is written before memory changes. */
export class ScriptCatKey {
  readonly #path: string;
  #key: string | undefined;

  private constructor(path: string, key: string | undefined) {
    this.#path = path;
    this.#key = key;
  }

  /** Reads the key of a data directory. @throws DataFileError when the file is there but holds no key. */
  static open(dataDir: string): ScriptCatKey {
    const path = join(dataDir, SCRIPTCAT_KEY_FILE);
    return new ScriptCatKey(path, readKey(path));
  }

  /** The key as lowercase hexadecimal text, or undefined while ScriptCat is not paired. */
  get current(): string | undefined {
    return this.#key;
  }

  /** Puts a newly paired key in force. @throws DataFileWriteError. */
  replace(key: string): void {
    writePrivateFile(this.#path, `${key}\n`);
    this.#key = key;
  }
}

function readKey(path: string): string | undefined {
  const key = readText(path)?.trim();
  if (key === undefined || /^[0-9a-f]{64}$/.test(key)) return key;
  throw new DataFileError(path, 'does not hold a session key');
}

function readText(path: string): string | undefined {
  try {
    return readFileIfPresent(path);
  } catch (error) {
    throw new DataFileError(path, 'cannot be read', error);
  }
}
