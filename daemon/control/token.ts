import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { CONTROL_TOKEN_FILE } from '../../protocol/control.ts';
import { writePrivateFile } from '../privateFile.ts';

const TOKEN_BYTES = 32;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The secret that opens the control API, new at each start of the daemon. */
export class ControlToken {
  readonly #text = randomBytes(TOKEN_BYTES).toString('hex');

  /** Stores the token for this user's programs to read. @throws DataFileWriteError. */
  store(dataDir: string): void {
    writePrivateFile(join(dataDir, CONTROL_TOKEN_FILE), this.#text);
  }

  /** Whether a requester sent this token; compared in constant time. */
  matches(sent: string): boolean {
    return timingSafeEqual(digest(sent), digest(this.#text));
  }
}
