import { fitsInUtf8, utf8Length } from '../protocol/bytes.ts';
import type { Failure } from '../protocol/errors.ts';
import { failureFrame, notificationFrameOfJson, resultFrameOfJson } from '../protocol/frames.ts';
import { MAX_FRAME_BYTES } from '../protocol/limits.ts';
import { isNotificationName } from '../protocol/notifications.ts';
import type { Answer } from '../shared/link.ts';

const TOO_LARGE: Failure = {
  code: 'PAYLOAD_TOO_LARGE',
  message: 'The answer is larger than the 4 MiB one frame may hold; ask for less at a time',
};

const fits = (text: string) => fitsInUtf8(text, MAX_FRAME_BYTES);

/** The response to a request, or PAYLOAD_TOO_LARGE when it would not fit into one frame (protocol §3). */
export function responseText(id: string, answer: Answer): string {
  const text = answer.ok ? resultFrameOfJson(id, answer.json) : failureFrame(id, answer);
  return fits(text) ? text : failureFrame(id, TOO_LARGE);
}

/**
 * A notification for the daemon (protocol §3.3), or undefined when it cannot be sent, which is logged. A debugger event
 * that does not fit into one frame leaves a mark in its place: the same event whose params are
 * `{"sctlTruncated": {"bytes": N}}`, N being the length of the whole notification's params in UTF-8 bytes. So a client
 * sees that there was an event, which one, and how large, where the protocol would let it vanish.
 * @param params JSON text.
 */
export function notificationText(method: string, params: string): string | undefined {
  if (!isNotificationName(method)) {
    console.warn(`Dropped a notification the protocol does not know: ${method}`);
    return undefined;
  }
  const text = notificationFrameOfJson(method, params);
  if (fits(text)) return text;
  const mark = method === 'debugger.event' ? notificationFrameOfJson(method, truncated(params)) : undefined;
  if (mark !== undefined && fits(mark)) return mark;
  console.warn(`Dropped a ${method} notification of ${utf8Length(text)} bytes`);
  return undefined;
}

const truncated = (params: string): string =>
  JSON.stringify({ ...JSON.parse(params), params: { sctlTruncated: { bytes: utf8Length(params) } } });
