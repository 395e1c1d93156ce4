/** A browser instance's name: 1–32 lowercase letters, digits and hyphens (protocol §2.2). */
const NAME = /^[a-z0-9-]{1,32}$/;
/** An instance ID: 32 lowercase hexadecimal digits (protocol §2.1). */
const INSTANCE_ID = /^[0-9a-f]{32}$/;
/** A handshake nonce: 32 bytes as lowercase hexadecimal text. */
const NONCE = /^[0-9a-f]{64}$/;

/** Bytes of UTF-8 that a self-reported product detail may take. */
const MAX_DETAIL_BYTES = 64;

export const isInstanceName = (value: unknown): value is string =>
  typeof value === 'string' && NAME.test(value);
export const isInstanceId = (value: unknown): value is string =>
  typeof value === 'string' && INSTANCE_ID.test(value);
export const isNonce = (value: unknown): value is string => typeof value === 'string' && NONCE.test(value);

/**
 * Whether a self-reported product detail may be shown: printable text of at most 64 UTF-8 bytes. Control, format
 * (bidirectional marks among them), surrogate, private and line-breaking characters are not printable.
 */
export function isPeerDetail(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    !/[\p{C}\p{Zl}\p{Zp}]/u.test(value) &&
    new TextEncoder().encode(value).length <= MAX_DETAIL_BYTES
  );
}

/** The name an instance proposes at its first pairing: brand, hyphen, first four digits of its ID. */
export const defaultInstanceName = (brandSlug: string, instanceId: string): string =>
  `${brandSlug}-${instanceId.slice(0, 4)}`;
