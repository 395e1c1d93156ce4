import { beforeEach, describe, expect, test } from 'vitest';
import { ApprovalGuard, ARM_MS, type Attention } from './arming.ts';

const TRUSTED = { isTrusted: true };
const UNTRUSTED = { isTrusted: false };
const ENTER = { isTrusted: true, repeat: false, key: 'Enter' };
const HELD_ENTER = { ...ENTER, repeat: true };
const attending: Attention = { item: 'a', isVisible: true, hasFocus: true, place: '0 0 440 680' };

let now = 0;
let guard: ApprovalGuard;

beforeEach(() => {
  now = 5_000;
  guard = new ApprovalGuard(() => now);
});

/** Looks at the item for so many milliseconds. */
function attend(ms: number, attention: Partial<Attention> = {}): void {
  guard.observe({ ...attending, ...attention });
  now += ms;
  guard.observe({ ...attending, ...attention });
}

function clickByPointer(): string | null {
  guard.pointerDown(TRUSTED);
  guard.mouseDown(TRUSTED);
  return guard.click(TRUSTED);
}

describe('arming', () => {
  test('takes its whole time, and approves the item in view', () => {
    attend(ARM_MS - 1);
    expect(guard.state).toEqual({ phase: 'arming', since: 5_000 });
    expect(clickByPointer()).toBeNull();
    now += 1;
    expect(guard.state).toEqual({ phase: 'armed' });
    expect(clickByPointer()).toBe('a');
  });

  test.each([
    ['loses the focus', { hasFocus: false }],
    ['is hidden', { isVisible: false }],
    ['shows nothing to approve', { item: null }],
  ] as const)('starts anew after the window %s', (_what, breach) => {
    attend(ARM_MS);
    expect(guard.observe({ ...attending, ...breach })).toEqual({ phase: 'unattended' });
    now += ARM_MS;
    expect(guard.observe(attending)).toEqual({ phase: 'arming', since: now });
    expect(clickByPointer()).toBeNull();
  });

  test.each([
    ['another item comes into view', { item: 'b' }],
    ['the window moves', { place: '0 120 440 680' }],
    ['the window changes its size', { place: '0 0 440 300' }],
  ] as const)('starts anew when %s', (_what, change) => {
    attend(ARM_MS);
    expect(guard.observe({ ...attending, ...change })).toEqual({ phase: 'arming', since: now });
    expect(clickByPointer()).toBeNull();
  });

  test('is not hurried by looking often', () => {
    for (let look = 0; look < 9; look += 1) attend(100);
    expect(guard.state.phase).toBe('arming');
    attend(100);
    expect(guard.state.phase).toBe('armed');
  });
});

describe('a click', () => {
  test('does not count when the pointer went down before the button was armed', () => {
    attend(ARM_MS - 10);
    guard.pointerDown(TRUSTED);
    now += 20;
    guard.mouseDown(TRUSTED);
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('does not count when another item came into view under the pressed pointer', () => {
    attend(ARM_MS);
    guard.pointerDown(TRUSTED);
    attend(ARM_MS, { item: 'b' });
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('does not count without a press', () => {
    attend(ARM_MS);
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('does not count when a script made it', () => {
    attend(ARM_MS);
    guard.pointerDown(TRUSTED);
    expect(guard.click(UNTRUSTED)).toBeNull();
    guard.pointerDown(UNTRUSTED);
    expect(guard.click(TRUSTED)).toBeNull();
    guard.keyDown({ ...ENTER, isTrusted: false });
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('counts once', () => {
    attend(ARM_MS);
    expect(clickByPointer()).toBe('a');
    expect(guard.state).toEqual({ phase: 'spent' });
    expect(clickByPointer()).toBeNull();
    attend(ARM_MS);
    expect(clickByPointer()).toBeNull();
  });

  test('counts again for the next item, once that is armed', () => {
    attend(ARM_MS);
    clickByPointer();
    attend(ARM_MS, { item: 'b' });
    expect(clickByPointer()).toBe('b');
  });

  test('may come from assistive technology, which presses without a pointer', () => {
    attend(ARM_MS);
    guard.mouseDown(TRUSTED);
    expect(guard.click(TRUSTED)).toBe('a');
  });
});

describe('a key', () => {
  test.each(['Enter', ' '])('%j approves when it goes down after arming', (key) => {
    attend(ARM_MS);
    expect(guard.keyDown({ ...ENTER, key })).toBe(false);
    expect(guard.click(TRUSTED)).toBe('a');
  });

  test('that went down before arming does not approve when it comes up after', () => {
    attend(ARM_MS - 10);
    guard.keyDown({ ...ENTER, key: ' ' });
    now += 20;
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('that is held is stopped and approves nothing', () => {
    attend(ARM_MS);
    expect(guard.keyDown(HELD_ENTER)).toBe(true);
    expect(guard.click(TRUSTED)).toBeNull();
  });

  test('that presses no button is left alone', () => {
    attend(ARM_MS);
    expect(guard.keyDown({ ...HELD_ENTER, key: 'Tab' })).toBe(false);
    guard.keyDown({ ...ENTER, key: 'Escape' });
    expect(guard.click(TRUSTED)).toBeNull();
  });
});

test('a decision that did not get through can be made again, after arming anew', () => {
  attend(ARM_MS);
  clickByPointer();
  guard.reset();
  expect(guard.state).toEqual({ phase: 'arming', since: now });
  expect(clickByPointer()).toBeNull();
  attend(ARM_MS);
  expect(clickByPointer()).toBe('a');
});
