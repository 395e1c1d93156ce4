import { describe, expect, test, vi } from 'vitest';
import { type ApprovalCommands, approvalCommands } from './decisions.ts';

const OWN = {
  extensionId: 'ourselves',
  approvalUrl: 'chrome-extension://ourselves/approval.html',
  popupUrl: 'chrome-extension://ourselves/popup.html',
};
const VIEW = { items: [] };

type Sender = chrome.runtime.MessageSender;

const tab = { id: 7, windowId: 3 } as chrome.tabs.Tab;
const APPROVAL: Sender = {
  id: OWN.extensionId,
  url: OWN.approvalUrl,
  frameId: 0,
  documentId: 'document',
  tab,
};
const POPUP: Sender = { id: OWN.extensionId, url: OWN.popupUrl, frameId: 0, documentId: 'popup' };
const FROM = { windowId: 3, tabId: 7, documentId: 'document' };

/** Senders that only look like the approval page. */
const IMPOSTORS: readonly (readonly [string, Sender])[] = [
  ['another extension', { ...APPROVAL, id: 'another' }],
  ['a copy with a query', { ...APPROVAL, url: `${OWN.approvalUrl}?x` }],
  ['a copy with a fragment', { ...APPROVAL, url: `${OWN.approvalUrl}#x` }],
  ['another page of ours', { ...APPROVAL, url: OWN.popupUrl }],
  ['a frame', { ...APPROVAL, frameId: 4 }],
  ['a page in no tab', { id: OWN.extensionId, url: OWN.approvalUrl, frameId: 0, documentId: 'document' }],
  ['a document without an ID', { id: OWN.extensionId, url: OWN.approvalUrl, frameId: 0, tab }],
];

function commandsOverQueue() {
  const queue = {
    view: vi.fn(async () => VIEW),
    greet: vi.fn(async () => VIEW),
    show: vi.fn(() => undefined),
    approve: vi.fn(async () => 'executing' as const),
    reject: vi.fn(async () => undefined),
    dismiss: vi.fn(async () => undefined),
    finishInWindow: vi.fn(async () => undefined),
  };
  const pause = { isOn: vi.fn(async () => false) };
  return { queue, pause, commands: approvalCommands(queue, OWN, pause) };
}

const OUTCOME = { ok: false, code: 'USER_REJECTED', message: 'Cancelled' } as const;

/** Has a page decide everything there is to decide. */
async function decideAll(commands: ApprovalCommands, sender: Sender) {
  const reply = await commands.approve({ id: 'a' }, sender);
  await commands.reject({ id: 'a' }, sender);
  await commands.dismiss({ id: 'a' }, sender);
  await commands.finishInWindow({ id: 'a', outcome: OUTCOME }, sender);
  return reply;
}

describe('decisions', () => {
  test('of an approval page reach the queue with the document they come from', async () => {
    const { queue, commands } = commandsOverQueue();
    expect(await decideAll(commands, APPROVAL)).toBe('executing');
    for (const decide of [queue.approve, queue.reject, queue.dismiss]) {
      expect(decide.mock.calls).toEqual([['a', FROM]]);
    }
    expect(queue.finishInWindow.mock.calls).toEqual([['a', FROM, OUTCOME]]);
  });

  test.each(IMPOSTORS)('of %s never do', async (_, sender) => {
    const { queue, commands } = commandsOverQueue();
    expect(await decideAll(commands, sender)).toBe('refused');
    for (const decide of [queue.approve, queue.reject, queue.dismiss, queue.finishInWindow]) {
      expect(decide).not.toHaveBeenCalled();
    }
  });

  test('while the person has paused may reject, and not approve', async () => {
    const { queue, pause, commands } = commandsOverQueue();
    pause.isOn.mockResolvedValue(true);
    expect(await decideAll(commands, APPROVAL)).toBe('refused');
    expect(queue.approve).not.toHaveBeenCalled();
    expect(queue.reject.mock.calls).toEqual([['a', FROM]]);
  });

  test('that are malformed never do', async () => {
    const { queue, commands } = commandsOverQueue();
    const malformed = JSON.parse('{"id":5,"more":true}');
    expect(await commands.approve(malformed, APPROVAL)).toBe('refused');
    await commands.reject(malformed, APPROVAL);
    await commands.dismiss(malformed, APPROVAL);
    for (const decide of [queue.approve, queue.reject, queue.dismiss]) expect(decide).not.toHaveBeenCalled();
  });

  test.each([
    ['an unknown code', { ok: false, code: 'WHATEVER', message: 'x' }],
    ['no message', { ok: false, code: 'NOT_FOUND', message: '' }],
    ['a message without end', { ok: false, code: 'NOT_FOUND', message: 'x'.repeat(1_001) }],
    ['another result', { ok: true, result: { ids: ['1'], bookmarks: 1, folders: 0 } }],
    ['more than an outcome', { ...OUTCOME, extra: 1 }],
  ])('with an outcome of %s never do', async (_, outcome) => {
    const { queue, commands } = commandsOverQueue();
    await commands.finishInWindow(JSON.parse(JSON.stringify({ id: 'a', outcome })), APPROVAL);
    expect(queue.finishInWindow).not.toHaveBeenCalled();
  });
});

describe('the queue', () => {
  test('is seen by any page of ours, and greeted by an approval page', async () => {
    const { queue, commands } = commandsOverQueue();
    expect(await commands.getApprovals(null, POPUP)).toBe(VIEW);
    expect(queue.greet).not.toHaveBeenCalled();
    expect(await commands.getApprovals(null, APPROVAL)).toBe(VIEW);
    expect(queue.greet.mock.calls).toEqual([[FROM]]);
  });

  test('is shown for the popup and the approval page, and for nobody else', () => {
    const { queue, commands } = commandsOverQueue();
    commands.showApprovals(null, POPUP);
    commands.showApprovals(null, APPROVAL);
    expect(queue.show).toHaveBeenCalledTimes(2);
    commands.showApprovals(null, { ...POPUP, url: 'chrome-extension://ourselves/offscreen.html' });
    commands.showApprovals(null, { ...POPUP, id: 'another' });
    expect(queue.show).toHaveBeenCalledTimes(2);
  });
});
