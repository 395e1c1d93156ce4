import * as z from 'zod/mini';
import { type ErrorCode, isErrorCode } from '../../protocol/errors.ts';
import { BROWSER_METHODS } from '../../protocol/methods/index.ts';
import type { CommandHandlers } from '../../shared/messages.ts';
import type { Pause } from '../pause.ts';
import type { ApprovalQueue } from './queue.ts';
import type { DocumentIdentity } from './record.ts';

/** The commands of our pages that concern approvals. */
export type ApprovalCommands = Pick<
  CommandHandlers<'worker'>,
  'getApprovals' | 'showApprovals' | 'approve' | 'reject' | 'dismiss' | 'finishInWindow'
>;

/** Who our pages are. */
export interface OwnPages {
  readonly extensionId: string;
  readonly approvalUrl: string;
  readonly popupUrl: string;
}

type Sender = chrome.runtime.MessageSender;

/** What an outcome's sentence may count, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 1_000;

const reference = z.strictObject({ id: z.string() });
const windowReport = z.strictObject({
  id: z.string(),
  outcome: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), result: BROWSER_METHODS['extensions.uninstall'].result }),
    z.strictObject({
      ok: z.literal(false),
      code: z.custom<ErrorCode>(isErrorCode),
      message: z.string().check(z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH)),
    }),
  ]),
});

/**
 * Answers the pages. Anybody's copy of the approval page sees the queue; a decision counts only from the document that
 * the worker opened, which the queue tells by its window, tab and document. While the person has paused, nothing can be
 * approved; rejecting goes on.
 */
export function approvalCommands(
  queue: Pick<ApprovalQueue, 'view' | 'greet' | 'show' | 'approve' | 'reject' | 'dismiss' | 'finishInWindow'>,
  own: OwnPages,
  pause: Pick<Pause, 'isOn'>,
): ApprovalCommands {
  const approvalDocument = (sender: Sender) => documentOf(sender, own);

  return {
    getApprovals(_, sender) {
      const from = approvalDocument(sender);
      return from === undefined ? queue.view() : queue.greet(from);
    },

    showApprovals(_, sender) {
      const isPopup = sender.id === own.extensionId && sender.url === own.popupUrl;
      if (isPopup || approvalDocument(sender) !== undefined) queue.show();
      return null;
    },

    async approve(payload, sender) {
      const from = approvalDocument(sender);
      const { data } = z.safeParse(reference, payload);
      if (from === undefined || data === undefined || (await pause.isOn())) return 'refused';
      return queue.approve(data.id, from);
    },

    async reject(payload, sender) {
      const from = approvalDocument(sender);
      const { data } = z.safeParse(reference, payload);
      if (from !== undefined && data !== undefined) await queue.reject(data.id, from);
      return null;
    },

    async dismiss(payload, sender) {
      const from = approvalDocument(sender);
      const { data } = z.safeParse(reference, payload);
      if (from !== undefined && data !== undefined) await queue.dismiss(data.id, from);
      return null;
    },

    async finishInWindow(payload, sender) {
      const from = approvalDocument(sender);
      const { data } = z.safeParse(windowReport, payload);
      if (from !== undefined && data !== undefined) await queue.finishInWindow(data.id, from, data.outcome);
      return null;
    },
  };
}

/** Which copy of the approval page a message comes from, by Chrome's word; undefined when from none. */
function documentOf(sender: Sender, { extensionId, approvalUrl }: OwnPages): DocumentIdentity | undefined {
  const { id, url, frameId, documentId, tab } = sender;
  if (id !== extensionId || url !== approvalUrl || frameId !== 0) return undefined;
  if (documentId === undefined || tab?.id === undefined) return undefined;
  return { windowId: tab.windowId, tabId: tab.id, documentId };
}
