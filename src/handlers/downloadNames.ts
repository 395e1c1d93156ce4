import { DomainError } from '../../protocol/errors.ts';

/** Names that mean a device on Windows, whatever extension follows. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])$/i;

/**
 * Checks the name a download is to get in the download folder, on any system, so that it cannot leave that folder.
 * @throws DomainError INVALID_REQUEST that says what is wrong with it (protocol §3).
 */
export function requireDownloadName(name: string): void {
  const fault = faultOf(name);
  if (fault !== undefined) throw new DomainError('INVALID_REQUEST', `The file name ${fault}`);
}

function faultOf(name: string): string | undefined {
  if (/^[/\\]/.test(name) || /^[a-z]:/i.test(name)) return 'must be relative to the download folder';
  if (hasControlCharacter(name)) return 'must not contain control characters';
  const segments = name.split(/[/\\]/);
  if (segments.some(climbs)) return 'must not contain a .. segment';
  if (segments.includes('')) return 'must not contain an empty segment';
  if (segments.some(isDeviceName)) return 'must not contain a name that Windows reserves for a device';
  return undefined;
}

/** Windows drops dots and spaces at the end of a segment, so that these all mean the folder above. */
const climbs = (segment: string): boolean => /^\.\.[. ]*$/.test(segment);

const hasControlCharacter = (name: string): boolean =>
  Array.from(name, (character) => character.charCodeAt(0)).some((code) => code < 0x20 || code === 0x7f);

/** Windows looks at what stands before the first dot and drops spaces at its end. */
const isDeviceName = (segment: string): boolean => DEVICE_NAME.test(segment.split('.', 1)[0]?.trim() ?? '');
