import { describe, expect, test } from 'vitest';
import { isInstanceName } from '../protocol/names.ts';
import { nameText } from './nameDraft.ts';
import { readPairingDraft } from './pairingDraft.ts';

describe('the pairing field', () => {
  test.each(['7K3M-9QPX', '7k3m9qpx', ' 7k3m 9qpx ', '7-K-3-M-9-Q-P-X'])('reads %j as the code', (typed) => {
    expect(readPairingDraft(typed)).toEqual({ kind: 'code', code: '7K3M9QPX' });
  });

  test.each(['', ' - ', '7K3M', '7K3M-9QP', 'oil'])('waits for the rest of %j', (typed) => {
    expect(readPairingDraft(typed)).toEqual({ kind: 'unfinished' });
  });

  test.each(['U', 'u', '7K3M-9QPU', '7K3M-9QPXX', 'code:'])('sees that %j becomes no code', (typed) => {
    expect(readPairingDraft(typed)).toEqual({ kind: 'not-a-code' });
  });
});

describe('the name field', () => {
  test('keeps what a name may hold, in lower case', () => {
    expect(nameText('Work Läptop-2!')).toBe('worklptop-2');
  });

  test('never holds more than a name may', () => {
    expect(nameText('x'.repeat(99))).toHaveLength(32);
    expect(isInstanceName(nameText('X_'.repeat(99)))).toBe(true);
  });
});
