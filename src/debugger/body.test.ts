import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { call, send } from './testing/call.ts';
import { settle } from './testing/clock.ts';
import { cdpError, FakeBrowser } from './testing/fakeBrowser.ts';

let browser: FakeBrowser;
let tab: number;

beforeEach(async () => {
  browser = new FakeBrowser();
  tab = browser.addTab();
  await send(browser, tab);
  browser.commands.length = 0;
});

const body = (part: 'request' | 'response' = 'response', sessionId?: string) =>
  call(browser, 'debugger.body', {
    tabId: tab,
    requestId: 'R1',
    part,
    ...(sessionId === undefined ? {} : { sessionId }),
  });

describe('debugger.body', () => {
  test('reads a response from the session that saw it', async () => {
    browser.answer = () => ({ body: 'hello', base64Encoded: false });
    expect(await body('response', 'child')).toEqual({
      body: 'hello',
      base64Encoded: false,
      size: 5,
      truncated: false,
    });
    expect(browser.commands).toEqual([
      { tabId: tab, sessionId: 'child', method: 'Network.getResponseBody', params: { requestId: 'R1' } },
    ]);
  });

  test('reads what a request sent', async () => {
    browser.answer = () => ({ postData: 'a=1' });
    expect(await body('request')).toEqual({ body: 'a=1', base64Encoded: false, size: 3, truncated: false });
    expect(browser.commands[0]).toMatchObject({ method: 'Network.getRequestPostData' });
  });

  test('cuts text after its first MiB', async () => {
    browser.answer = () => ({ body: `a${'€'.repeat(400_000)}`, base64Encoded: false });
    const { body: text = '', size, truncated } = await body();
    expect({ size, truncated }).toEqual({ size: 1_200_001, truncated: true });
    expect(text).toBe(`a${'€'.repeat(349_525)}`);
  });

  test('cuts bytes after their first MiB', async () => {
    const bytes = Buffer.alloc(MAX_BODY_BYTES + 1, 7);
    browser.answer = () => ({ body: bytes.toString('base64'), base64Encoded: true });
    const read = await body();
    expect(read).toMatchObject({ base64Encoded: true, size: MAX_BODY_BYTES + 1, truncated: true });
    expect(Buffer.from(read.body ?? '', 'base64').equals(bytes.subarray(0, MAX_BODY_BYTES))).toBe(true);
  });

  test.each([false, true])('keeps exactly one MiB whole (base64: %s)', async (base64Encoded) => {
    const whole = base64Encoded
      ? Buffer.alloc(MAX_BODY_BYTES).toString('base64')
      : 'x'.repeat(MAX_BODY_BYTES);
    browser.answer = () => ({ body: whole, base64Encoded });
    expect(await body()).toEqual({ body: whole, base64Encoded, size: MAX_BODY_BYTES, truncated: false });
  });

  test.each([
    ['No resource with given identifier found', 'No resource with given id', 'navigated'],
    ['No data', 'No data found for resource with given identifier', 'noData'],
    ['evicted', 'Request content was evicted from inspector cache', 'evicted'],
    ['no post data', 'No post data available for the request', 'noPostData'],
  ])('tells why a body is unavailable: %s', async (_, message, unavailable) => {
    browser.answer = () => Promise.reject(cdpError(-32000, message));
    expect(await body()).toEqual({ unavailable });
  });

  test("any other error carries Chrome's text", async () => {
    browser.answer = () => Promise.reject(cdpError(-32601, 'wrong'));
    await expect(body()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: '{"code":-32601,"message":"wrong"}',
    });
  });

  test('a tab that is not attached answers DEBUGGER_DETACHED and is not attached', async () => {
    const other = browser.addTab();
    const asked = call(browser, 'debugger.body', { tabId: other, requestId: 'R1', part: 'response' });
    await expect(asked).rejects.toMatchObject({ code: 'DEBUGGER_DETACHED' });
    expect(browser.attached).toEqual(new Set([tab]));
  });

  test('a detach while the body is read wins over what Chrome says of the body', async () => {
    let fail = (_: Error) => {};
    browser.answer = () => new Promise((_, reject) => (fail = reject));
    const asked = body().catch((error: unknown) => error);
    await settle();
    browser.relay.onDetach({ tabId: tab }, 'target_closed');
    fail(cdpError(-32000, 'No data found for resource with given identifier'));
    expect(await asked).toMatchObject({ code: 'DEBUGGER_DETACHED' });
  });
});
