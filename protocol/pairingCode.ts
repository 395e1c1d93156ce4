/** Crockford's base 32: no I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CANONICAL = new RegExp(`^[${ALPHABET}]{8}$`);

/**
 * Reads a pairing code as a person typed it: case, hyphens and white space do not matter, O is 0, I and L are 1.
 * @returns the eight canonical characters, or undefined when it is no code.
 */
export function normalizePairingCode(typed: string): string | undefined {
  const code = typed.replace(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return CANONICAL.test(code) ? code : undefined;
}

/** A fresh random code, canonical. */
export function createPairingCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  // 256 is a multiple of 32, so the low five bits of a random byte are uniform.
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** A canonical code as it is shown: `XXXX-XXXX`. */
export const formatPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
