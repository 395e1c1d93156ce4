import { normalizePairingCode } from '../protocol/pairingCode.ts';

/** A pairing code as far as it is typed. */
export type PairingDraft =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'unfinished' }
  /** No further typing makes it a code. */
  | { readonly kind: 'not-a-code' };

const CODE_LENGTH = 8;

/** Reads what was typed into the pairing field; hyphens, white space and case do not matter. */
export function readPairingDraft(typed: string): PairingDraft {
  const code = normalizePairingCode(typed);
  if (code !== undefined) return { kind: 'code', code };
  const characters = typed.replace(/[-\s]/g, '');
  const isPossible = characters.length < CODE_LENGTH && /^[0-9A-TV-Z]*$/i.test(characters);
  return { kind: isPossible ? 'unfinished' : 'not-a-code' };
}

/** What the pairing field does to typed text. */
export const draftText = (typed: string): string => typed.toUpperCase();
