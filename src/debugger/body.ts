import { DomainError } from '../../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import type { Params, Result } from '../../protocol/methods/index.ts';
import { type Command, CommandError } from './attachment.ts';
import { cutBase64, cutText } from './bodyCut.ts';

type BodyResult = Result<'debugger.body'>;

/** Chrome's words for a body it does not have (any more), and the contract's. */
const UNAVAILABLE: readonly (readonly [text: string, reason: NonNullable<BodyResult['unavailable']>])[] = [
  ['No resource with given id', 'navigated'],
  ['No data found for resource with given identifier', 'noData'],
  ['evicted from inspector cache', 'evicted'],
  ['No post data available', 'noPostData'],
];

/**
 * Reads the body of a request or response and cuts it to its first {@link MAX_BODY_BYTES} (protocol §3.2).
 * @param run sends a command to the tab.
 * @throws DomainError INVALID_REQUEST with Chrome's text when the command fails for a reason that is none of the known
 *   ones; whatever else `run` throws.
 */
export async function readBody(
  run: (command: Command) => Promise<Record<string, unknown>>,
  { sessionId, requestId, part }: Params<'debugger.body'>,
): Promise<BodyResult> {
  const method = part === 'request' ? 'Network.getRequestPostData' : 'Network.getResponseBody';
  try {
    const { body, postData, base64Encoded } = await run({ sessionId, method, params: { requestId } });
    const content = part === 'request' ? postData : body;
    return cut(typeof content === 'string' ? content : '', base64Encoded === true);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const known = UNAVAILABLE.find(([text]) => error.message.includes(text));
    if (known === undefined) throw new DomainError('INVALID_REQUEST', error.message);
    return { unavailable: known[1] };
  }
}

function cut(content: string, base64Encoded: boolean): BodyResult {
  return { ...(base64Encoded ? cutBase64 : cutText)(content, MAX_BODY_BYTES), base64Encoded };
}
