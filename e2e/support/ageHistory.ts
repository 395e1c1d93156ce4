import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Microseconds from 1601, which Chrome counts from, to 1970. */
const EPOCH_DIFFERENCE_US = 11_644_473_600_000_000n;

const chromeTime = (milliseconds: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(Math.round(milliseconds * 1000)) + EPOCH_DIFFERENCE_US);
  return bytes;
};

/**
 * Moves a visit into the past, in the history file of a closed browser, since Chrome records visits as of now only. The
 * file keeps such a time as eight plain bytes; the visit has to be the oldest one, so that what is sorted by time stays so.
 * @param visitTime as Chrome's API gave it, in milliseconds since the epoch with its fraction.
 */
export async function ageHistory(profile: string, visitTime: number, newTime: number): Promise<void> {
  const path = join(profile, 'Default', 'History');
  const content = await readFile(path);
  const [before, after] = [chromeTime(visitTime), chromeTime(newTime)];
  let found = 0;
  for (let at = content.indexOf(before); at !== -1; at = content.indexOf(before, at + 8)) {
    after.copy(content, at);
    found += 1;
  }
  if (found === 0) throw new Error('The history file does not hold this visit');
  await writeFile(path, content);
}
