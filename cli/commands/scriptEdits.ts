import type { Params } from '../../protocol/methods/index.ts';
import { METHODS } from '../../protocol/methods/index.ts';
import { CommandFailure } from '../failure.ts';
import { readTextFile } from './scriptSource.ts';

/** The edits of one request, as the contract has them. */
export type Edits = Params<'scripts.edit.request'>['edits'];

/** What was given on the command line. */
export interface GivenEdits {
  readonly oldTexts: readonly string[];
  readonly newTexts: readonly string[];
  /** Whether every occurrence is meant. */
  readonly all: boolean;
  /** A file with the edits, in the place of the texts. */
  readonly file: string | undefined;
}

/** A file of edits has twice the largest source in it at most, and some JSON around it. */
const MAX_EDITS_BYTES = 8 * 1_048_576;

/** The edits that were asked for. @throws CommandFailure when they are none. */
export function readEdits({ oldTexts, newTexts, all, file }: GivenEdits): Edits {
  const given = oldTexts.length + newTexts.length > 0 || all;
  if (file !== undefined) {
    if (given) throw new CommandFailure('--edits goes without --old, --new and --all');
    return editsFrom(file);
  }
  if (oldTexts.length === 0)
    throw new CommandFailure('Say what to change, with --old and --new or with --edits');
  if (oldTexts.length !== newTexts.length) throw new CommandFailure('Each --old needs its --new');
  return oldTexts.map((oldText, index) => ({
    oldText,
    newText: newTexts[index] ?? '',
    ...(all ? { replaceAll: true } : {}),
  }));
}

function editsFrom(file: string): Edits {
  const { edits } = METHODS['scripts.edit.request'].params.shape;
  const { data } = edits.safeParse(parseJson(readTextFile(file, MAX_EDITS_BYTES)));
  if (data !== undefined) return data;
  throw new CommandFailure(
    `${file} holds no list of edits, such as [{"oldText": "a", "newText": "b", "replaceAll": true}]`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
