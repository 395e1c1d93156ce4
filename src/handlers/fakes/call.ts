import { expect } from 'vitest';
import * as z from 'zod/mini';
import {
  BROWSER_METHODS,
  type DirectMethodName,
  type Params,
  type Result,
} from '../../../protocol/methods/index.ts';
import type { CallContext } from '../../../shared/link.ts';
import type { Chrome, Handlers } from '../define.ts';

/** The ID the fake extension goes by. */
export const OWN_ID = 'abcdefghijklmnopabcdefghijklmnop';
/** A page of the fake extension. */
export const OWN_PAGE = `chrome-extension://${OWN_ID}/approval.html`;

const CONTEXT: CallContext = { requestId: '1', clientId: null, connection: 'one', receivedAt: 0 };

/** A chrome with the given parts and none of the others, as in a browser that does not provide them. */
export function fakeChrome(parts: object): Chrome {
  return Object.assign(Object.create(null), { runtime: { id: OWN_ID } }, parts);
}

/** Runs a method as the dispatcher would, and holds its input and its result against the contract. */
export async function call<Name extends DirectMethodName>(
  handlers: Handlers<NoInfer<Name>>,
  name: Name,
  input: Params<Name>,
): Promise<Result<Name>> {
  z.parse(BROWSER_METHODS[name].params, input);
  const result = await handlers[name](input, CONTEXT);
  z.parse(BROWSER_METHODS[name].result, result);
  return result;
}

/** What a failure with this code and a message like this looks like. */
export const failure = (code: string, message: string | RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });
