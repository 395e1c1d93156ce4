/** Lowercase hexadecimal text of bytes. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes of hexadecimal text. @throws TypeError when the text is not pairs of hexadecimal digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) throw new TypeError('Not hexadecimal text');
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** Standard, padded base64 of bytes. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes of standard base64. @throws DOMException when the text is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** `count` random bytes as lowercase hexadecimal text. */
export const randomHex = (count: number): string => toHex(crypto.getRandomValues(new Uint8Array(count)));

/** How many bytes a string takes in UTF-8. */
export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Whether a string takes at most `limit` bytes in UTF-8. A UTF-16 unit takes one to three bytes, so most strings are
 * decided by their length alone.
 */
export function fitsInUtf8(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return true;
  if (text.length > limit) return false;
  return utf8Length(text) <= limit;
}
