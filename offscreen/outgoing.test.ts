import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_FRAME_BYTES } from '../protocol/limits.ts';
import { notificationText, responseText } from './outgoing.ts';

const bytesOf = (text: string) => Buffer.byteLength(text);

let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.restoreAllMocks();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** A result whose whole response is of so many bytes, most of them in characters of so many bytes each. */
function resultOfFrame(bytes: number, character = 'x'): string {
  const overhead = bytesOf('{"jsonrpc":"2.0","id":"7","result":{"x":""}}');
  const each = bytesOf(character);
  const filler = bytes - overhead;
  return `{"x":"${character.repeat(Math.floor(filler / each))}${'x'.repeat(filler % each)}"}`;
}

describe('a response', () => {
  it.each(['x', 'é', '€', '😀'])('of exactly 4 MiB of %s is sent', (character) => {
    const text = responseText('7', { ok: true, json: resultOfFrame(MAX_FRAME_BYTES, character) });
    expect(bytesOf(text)).toBe(MAX_FRAME_BYTES);
    expect(text.startsWith('{"jsonrpc":"2.0","id":"7","result":{"x":"')).toBe(true);
  });

  it.each(['x', 'é', '€', '😀'])('one byte larger, of %s, is PAYLOAD_TOO_LARGE instead', (character) => {
    const text = responseText('7', { ok: true, json: resultOfFrame(MAX_FRAME_BYTES + 1, character) });
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: '7',
      error: { code: -32000, message: expect.any(String), data: { code: 'PAYLOAD_TOO_LARGE' } },
    });
  });

  it('that is a failure too large to send is PAYLOAD_TOO_LARGE as well', () => {
    const message = 'x'.repeat(MAX_FRAME_BYTES);
    const text = responseText('7', { ok: false, code: 'INVALID_REQUEST', message });
    expect(JSON.parse(text)).toMatchObject({ error: { data: { code: 'PAYLOAD_TOO_LARGE' } } });
  });
});

describe('a notification', () => {
  it('is wrapped as it is', () => {
    const text = notificationText('debugger.event', '{"tabId":1,"method":"Page.loadEventFired"}');
    expect(text).toBe(
      '{"jsonrpc":"2.0","method":"debugger.event","params":{"tabId":1,"method":"Page.loadEventFired"}}',
    );
  });

  it('of a debugger event too large leaves a mark in its place', () => {
    const event = { tabId: 1, sessionId: 's', method: 'Network.dataReceived' };
    const params = JSON.stringify({ ...event, params: { data: '€'.repeat(MAX_FRAME_BYTES / 2) } });
    const text = notificationText('debugger.event', params);
    expect(JSON.parse(text ?? '')).toEqual({
      jsonrpc: '2.0',
      method: 'debugger.event',
      params: { ...event, params: { sctlTruncated: { bytes: bytesOf(params) } } },
    });
  });

  it('of a debugger event is dropped, with a warning, when not even the mark fits', () => {
    const params = JSON.stringify({ tabId: 1, method: 'x'.repeat(MAX_FRAME_BYTES) });
    expect(notificationText('debugger.event', params)).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('of another kind too large is dropped, with a warning', () => {
    const params = JSON.stringify({ tabId: 1, targetId: 't', title: 'x'.repeat(MAX_FRAME_BYTES), url: '' });
    expect(notificationText('debugger.tabUpdated', params)).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('the protocol does not know is dropped, with a warning', () => {
    expect(notificationText('$session.shutdown', '{}')).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
  });
});
