import { describe, expect, test } from 'vitest';
import type { ApprovalStatus, ApprovalView } from '../shared/approvals.ts';
import type { ConnectionState, ConnectionStatus } from '../shared/connectionState.ts';
import { openedPopup, type PopupEvent, type PopupModel, reducePopup } from './popupModel.ts';

const identity = { instanceId: '0'.repeat(32), name: 'chromium-0000', address: '127.0.0.1:8643' };
const connection = (status: ConnectionStatus): ConnectionState => ({ ...identity, ...status });
const connected = connection({
  status: 'connected',
  daemonVersion: '1',
  product: 'Chromium',
  productVersion: '156',
  connectedAt: 0,
});

const event = (state: ConnectionState): PopupEvent => ({ type: 'connection', connection: state });
const modelAfter = (model: PopupModel, ...events: PopupEvent[]): PopupModel =>
  events.reduce(reducePopup, model);
const opened = openedPopup({ draft: '', pairsAgain: false });

const approval = (status: ApprovalStatus): ApprovalView => ({
  id: status,
  kind: 'bookmarks.remove',
  detail: { items: [] },
  requester: null,
  receivedAt: 0,
  expiresAt: 1,
  status,
  outcome: null,
});

describe('the pairing code begun', () => {
  const typed = modelAfter(opened, { type: 'typed', draft: '7K3M' });

  test.each([
    { status: 'pairing' },
    { status: 'pair-failed', reason: 'code-rejected' },
    { status: 'pair-failed', reason: 'name-taken' },
    { status: 'pair-unreachable' },
    { status: 'unpaired' },
    { status: 'rejected' },
    { status: 'reconnecting', attempt: 1, retryAt: null },
  ] as const)('survives $status', (status) => {
    expect(modelAfter(typed, event(connection(status))).draft).toBe('7K3M');
  });

  test('is gone once connected', () => {
    expect(modelAfter(typed, event(connected)).draft).toBe('');
  });
});

describe('pairing again', () => {
  const rejected = event(connection({ status: 'rejected' }));

  test('begins with an empty field', () => {
    const model = modelAfter(openedPopup({ draft: 'OLD', pairsAgain: false }), rejected, {
      type: 'pair-again',
    });
    expect(model).toMatchObject({ pairsAgain: true, draft: '' });
  });

  test('is resumed by a new popup when a code was begun and the daemon still refuses', () => {
    expect(modelAfter(openedPopup({ draft: '7K', pairsAgain: true }), rejected).pairsAgain).toBe(true);
    expect(modelAfter(openedPopup({ draft: '', pairsAgain: true }), rejected).pairsAgain).toBe(false);
  });

  test('ends when the state is another one', () => {
    const model = modelAfter(opened, rejected, { type: 'pair-again' });
    const unreachable = event(connection({ status: 'pair-unreachable' }));
    expect(modelAfter(model, unreachable, rejected).pairsAgain).toBe(false);
  });
});

describe('another view', () => {
  test('does not open before the first state, nor while pairing', () => {
    expect(modelAfter(opened, { type: 'turned', view: 'settings' }).view).toBe('main');
    const pairing = modelAfter(opened, event(connection({ status: 'pairing' })), {
      type: 'turned',
      view: 'settings',
    });
    expect(pairing.view).toBe('main');
  });

  test('opens, stays open while the state changes, and closes', () => {
    const open = modelAfter(opened, event(connected), { type: 'turned', view: 'settings' });
    expect(open.view).toBe('settings');
    expect(modelAfter(open, event(connection({ status: 'unpaired' }))).view).toBe('settings');
    expect(modelAfter(open, { type: 'turned', view: 'main' }).view).toBe('main');
  });
});

test('a pause and its end are taken in', () => {
  const paused = modelAfter(opened, { type: 'paused', isPaused: true });
  expect(paused.isPaused).toBe(true);
  expect(modelAfter(paused, event(connected)).isPaused).toBe(true);
  expect(modelAfter(paused, { type: 'paused', isPaused: false }).isPaused).toBe(false);
});

test('only requests that wait for a decision are counted', () => {
  const items = (['pending', 'executing', 'done', 'pending', 'expired'] as const).map(approval);
  expect(modelAfter(opened, { type: 'approvals', approvals: { items } }).waiting).toBe(2);
});

test('a command without an answer is told of until the next one, or until the state changes', () => {
  const unanswered = modelAfter(opened, event(connected), { type: 'unanswered' });
  expect(unanswered.isUnanswered).toBe(true);
  expect(modelAfter(unanswered, { type: 'asked' }).isUnanswered).toBe(false);
  expect(modelAfter(unanswered, event(connected)).isUnanswered).toBe(false);
});
