import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EnrolmentWindow } from './enrolment.ts';
import { randomId } from './testing/handPeer.ts';
import { TestClock } from './testing/testClock.ts';
import { TestDaemon } from './testing/testDaemon.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.dispose());

const WRONG_CODE = '00000000';

/** Tries a code as a browser. @returns whether the daemon accepted the proof. */
async function attempt(code: string, instanceId: string | undefined = randomId()): Promise<boolean> {
  const peer = daemon.connect();
  await peer.authenticate('pairing', code, instanceId);
  const outcome = await peer.next().then(
    () => true,
    () => false,
  );
  peer.socket.close();
  return outcome;
}

const lastReason = async () => (await daemon.events()).at(-1);

test('a code is eight characters of the unmistakable alphabet, and never the same', async () => {
  const codes = [await daemon.enrol(), await daemon.enrol()];
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(codes[0]).not.toBe(codes[1]);
});

test('a code works once', async () => {
  const code = await daemon.enrol();
  expect(await attempt(code)).toBe(true);
  expect(await attempt(code)).toBe(false);
  expect(await lastReason()).toMatchObject({ type: 'pairing.failed', reason: 'pairing_expired' });
});

test('a code works once, even for two peers at the same time', async () => {
  const code = await daemon.enrol();
  const outcomes = await Promise.all([attempt(code), attempt(code)]);
  expect(outcomes.filter(Boolean)).toHaveLength(1);
});

test('one window serves either kind of peer', async () => {
  const code = await daemon.enrol();
  expect(await attempt(code, undefined)).toBe(true);
  expect(await attempt(code)).toBe(false);
});

test('without a window no code works', async () => {
  expect(await attempt('7K3M9QXB')).toBe(false);
});

test('a code lasts two minutes', async () => {
  const code = await daemon.enrol();
  daemon.clock.advance(119_999);
  expect(await attempt(code)).toBe(true);
  const late = await daemon.enrol();
  daemon.clock.advance(120_000);
  expect(await attempt(late)).toBe(false);
  expect(await lastReason()).toMatchObject({ type: 'pairing.failed', reason: 'pairing_expired' });
});

test('a new code voids the old one', async () => {
  const old = await daemon.enrol();
  const code = await daemon.enrol();
  expect(await attempt(old)).toBe(false);
  expect(await attempt(code)).toBe(true);
});

test('a code survives two wrong proofs', async () => {
  const code = await daemon.enrol();
  await attempt(WRONG_CODE);
  await attempt(WRONG_CODE);
  expect(await attempt(code)).toBe(true);
});

test('the third wrong proof ends it', async () => {
  const code = await daemon.enrol();
  for (let count = 0; count < 3; count++) await attempt(WRONG_CODE);
  expect(await lastReason()).toMatchObject({ type: 'pairing.failed', reason: 'hmac_mismatch' });
  expect(await attempt(code)).toBe(false);
  expect(await lastReason()).toMatchObject({ type: 'pairing.failed', reason: 'pairing_attempts_exhausted' });
});

test('guesses made at once are no more than three', async () => {
  const window = new EnrolmentWindow(new TestClock());
  window.open();
  let checked = 0;
  const wrong = async () => {
    checked += 1;
    return false;
  };
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => window.attempt(wrong)));
  expect(checked).toBe(3);
  expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
    ...Array(3).fill('hmac_mismatch'),
    ...Array(2).fill('pairing_attempts_exhausted'),
  ]);
});

test.each([true, false])(
  'a code renewed while a proof (%s) is checked: only the new one counts',
  async (right) => {
    const window = new EnrolmentWindow(new TestClock());
    window.open();
    const late = window.attempt(async () => {
      window.open();
      return right;
    });
    expect(await late).toEqual({ kind: 'refused', reason: 'pairing_expired' });
    for (let wrong = 0; wrong < 2; wrong++) await window.attempt(async () => false);
    expect(await window.attempt(async () => true)).toMatchObject({ kind: 'proven' });
  },
);

test('a check that fails to run leaves the window usable', async () => {
  const window = new EnrolmentWindow(new TestClock());
  window.open();
  await expect(window.attempt(() => Promise.reject(new Error('no crypto')))).rejects.toThrow('no crypto');
  expect(await window.attempt(async () => true)).toMatchObject({ kind: 'proven' });
});

describe('five attempts a minute, whoever makes them', () => {
  test('the sixth is refused even with the right code', async () => {
    for (let count = 0; count < 5; count++) await attempt(WRONG_CODE, count % 2 ? undefined : randomId());
    const code = await daemon.enrol();
    expect(await attempt(code)).toBe(false);
    expect(await lastReason()).toMatchObject({ type: 'pairing.rate_limited' });
    daemon.clock.advance(60_000);
    expect(await attempt(code)).toBe(true);
  });

  test('coming back by key is no attempt', async () => {
    const { id, key } = await daemon.pairBrowser('chrome-a');
    for (let count = 0; count < 8; count++) {
      const { result } = await daemon.connect().resume(key, { instanceId: id, name: 'chrome-a' });
      expect(result).toEqual({});
    }
  });
});

test('pairing again replaces the key, and the old one no longer works', async () => {
  const { id, key, peer } = await daemon.pairBrowser('chrome-a');
  const renewed = await daemon.pairBrowser('chrome-a', { instanceId: id });
  expect((await peer.closed).reason).toBe('replaced by new connection');
  const old = daemon.connect();
  await old.authenticate('session', key, id);
  expect(await old.closed).toEqual({ code: 1008, reason: '' });
  expect((await daemon.connect().resume(renewed.key, { instanceId: id, name: 'chrome-a' })).result).toEqual(
    {},
  );
});
