import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutBase64, cutText } from './bodyCut.ts';

const limits = fc.integer({ min: 0, max: 40 });
const texts = fc.string({ unit: 'binary', maxLength: 60 });

const utf8 = (text: string) => Buffer.byteLength(text, 'utf8');

describe('cutting text', () => {
  test('keeps a beginning, within the limit, of whole characters, and as much as fits', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const { body, size, truncated } = cutText(text, limit);
        expect(size).toBe(utf8(text));
        expect(truncated).toBe(size > limit);
        expect(text.startsWith(body)).toBe(true);
        expect(Buffer.from(body).toString()).toBe(body);
        expect(utf8(body)).toBeLessThanOrEqual(limit);
        const [next = ''] = text.slice(body.length);
        if (truncated) expect(utf8(body + next)).toBeGreaterThan(limit);
        else expect(body).toBe(text);
      }),
    );
  });
});

describe('cutting bytes', () => {
  test('keeps exactly the first bytes, in base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), limits, (bytes, limit) => {
        const { body, size, truncated } = cutBase64(Buffer.from(bytes).toString('base64'), limit);
        expect(size).toBe(bytes.length);
        expect(truncated).toBe(bytes.length > limit);
        expect(body).toBe(Buffer.from(bytes.subarray(0, limit)).toString('base64'));
      }),
    );
  });
});
