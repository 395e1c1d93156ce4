import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsInUtf8 } from './bytes.ts';
import { decodeFrame, failureFrame, notificationFrame, requestFrame, resultFrame } from './frames.ts';

describe('decodeFrame accepts', () => {
  test.each([
    [
      'a request',
      '{"jsonrpc":"2.0","id":"1","method":"tabs.list","params":{"a":1}}',
      { kind: 'request', id: '1', method: 'tabs.list', params: { a: 1 } },
    ],
    [
      'a request without params',
      '{"jsonrpc":"2.0","id":"1","method":"m"}',
      { kind: 'request', id: '1', method: 'm', params: {} },
    ],
    [
      'a notification',
      '{"jsonrpc":"2.0","method":"m","params":{}}',
      { kind: 'notification', method: 'm', params: {} },
    ],
    ['a result', '{"jsonrpc":"2.0","id":"1","result":{}}', { kind: 'result', id: '1', result: {} }],
    [
      'an error with data',
      '{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"no","data":{"code":"CONFLICT","x":1}}}',
      { kind: 'error', id: '1', error: { code: -32000, message: 'no', data: { code: 'CONFLICT', x: 1 } } },
    ],
    [
      'an error without data',
      '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":""}}',
      { kind: 'error', id: '1', error: { code: 1, message: '' } },
    ],
  ])('%s', (_, text, frame) => {
    expect(decodeFrame(text)).toEqual(frame);
  });
});

describe('decodeFrame refuses', () => {
  test.each([
    ['text that is no JSON', '{'],
    ['nothing', ''],
    ['a batch', '[{"jsonrpc":"2.0","method":"m"}]'],
    ['null', 'null'],
    ['a missing version', '{"method":"m"}'],
    ['another version', '{"jsonrpc":"1.0","method":"m"}'],
    ['a numeric id', '{"jsonrpc":"2.0","id":1,"method":"m"}'],
    ['an empty id', '{"jsonrpc":"2.0","id":"","method":"m"}'],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"m"}'],
    ['an empty method', '{"jsonrpc":"2.0","id":"1","method":""}'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"1","method":7}'],
    ['params that are a list', '{"jsonrpc":"2.0","method":"m","params":[]}'],
    ['params that are null', '{"jsonrpc":"2.0","method":"m","params":null}'],
    ['another member', '{"jsonrpc":"2.0","method":"m","extra":1}'],
    ['a __proto__ member', '{"jsonrpc":"2.0","method":"m","__proto__":{}}'],
    ['a call that is a reply too', '{"jsonrpc":"2.0","id":"1","method":"m","result":{}}'],
    ['a reply without an id', '{"jsonrpc":"2.0","result":{}}'],
    ['a reply with neither result nor error', '{"jsonrpc":"2.0","id":"1"}'],
    ['a reply with both', '{"jsonrpc":"2.0","id":"1","result":{},"error":{"code":1,"message":""}}'],
    ['a result that is no object', '{"jsonrpc":"2.0","id":"1","result":[]}'],
    ['a result that is null', '{"jsonrpc":"2.0","id":"1","result":null}'],
    ['an error code with a fraction', '{"jsonrpc":"2.0","id":"1","error":{"code":1.5,"message":""}}'],
    ['an error without a message', '{"jsonrpc":"2.0","id":"1","error":{"code":1}}'],
    ['an error with another member', '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"","x":1}}'],
    ['error data that are a list', '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"","data":[]}}'],
    [
      'a domain code that is no text',
      '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"","data":{"code":7}}}',
    ],
  ])('%s', (_, text) => {
    expect(decodeFrame(text)).toBeUndefined();
  });

  test('anything at all without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const frame = decodeFrame(text);
        expect(frame === undefined || typeof frame.kind === 'string').toBe(true);
      }),
    );
  });
});

test('what the encoders write the decoder reads', () => {
  expect(decodeFrame(requestFrame('1', 'm', { a: 1 }))).toMatchObject({ kind: 'request', params: { a: 1 } });
  expect(decodeFrame(notificationFrame('m', { a: 1 }))).toMatchObject({ kind: 'notification' });
  expect(decodeFrame(resultFrame('"', { a: 1 }))).toEqual({ kind: 'result', id: '"', result: { a: 1 } });
  expect(decodeFrame(failureFrame('1', { code: 'NOT_FOUND', message: 'No tab 7' }))).toEqual({
    kind: 'error',
    id: '1',
    error: { code: -32000, message: 'No tab 7', data: { code: 'NOT_FOUND' } },
  });
});

test('the byte limit is the one of UTF-8, whatever the characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 40 }), (text, limit) => {
      expect(fitsInUtf8(text, limit)).toBe(Buffer.byteLength(text) <= limit);
    }),
  );
});
