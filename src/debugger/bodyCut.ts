import { fromBase64, toBase64, utf8Length } from '../../protocol/bytes.ts';

/** The start of a body, and how long the whole was. */
export interface CutBody {
  readonly body: string;
  /** Bytes of the whole body. */
  readonly size: number;
  readonly truncated: boolean;
}

/** Cuts text to at most `limit` bytes of UTF-8, between two characters. */
export function cutText(text: string, limit: number): CutBody {
  const size = utf8Length(text);
  if (size <= limit) return { body: text, size, truncated: false };
  // encodeInto writes whole characters only, and tells how much of the text it took.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return { body: text.slice(0, read), size, truncated: true };
}

/** Cuts bytes in base64 to at most `limit` bytes. */
export function cutBase64(base64: string, limit: number): CutBody {
  const size = decodedLength(base64);
  if (size <= limit) return { body: base64, size, truncated: false };
  // Four characters are three bytes, so only the last group has to be taken apart.
  const whole = Math.floor(limit / 3);
  const lastGroup = fromBase64(base64.slice(whole * 4, whole * 4 + 4));
  const body = base64.slice(0, whole * 4) + toBase64(lastGroup.slice(0, limit % 3));
  return { body, size, truncated: true };
}

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
