import type { Failure } from '../protocol/errors.ts';
import type { ApprovalView } from '../shared/approvals.ts';
import type { ApprovalTexts } from './texts.ts';

/** How an item stands, in words. */
export interface OutcomeText {
  readonly tone: 'plain' | 'good' | 'warning' | 'bad';
  readonly text: string;
  /** What the extension said about a failure; may quote the browser. */
  readonly detail: string | null;
}

/** What is to be said of an item after its decision; null while it waits for one. */
export function outcomeText(item: ApprovalView, texts: ApprovalTexts): OutcomeText | null {
  const { ended } = texts;
  switch (item.status) {
    case 'pending':
      return null;
    case 'executing':
      return plain(item.kind === 'extensions.uninstall' ? texts.extension.finishInChrome : '');
    case 'done':
      return { tone: 'good', text: doneText(item, texts), detail: null };
    case 'failed':
      return failedText(item, texts);
    case 'expired':
    case 'cancelled':
    case 'voided':
      return { tone: 'warning', text: withNothingDone(ended[item.status], item, texts), detail: null };
  }
}

const plain = (text: string): OutcomeText => ({ tone: 'plain', text, detail: null });

function doneText(item: ApprovalView, texts: ApprovalTexts): string {
  if (item.kind !== 'bookmarks.remove' || item.outcome?.ok !== true) return '';
  const { bookmarks, folders } = item.outcome.result;
  return texts.bookmarks.total(bookmarks, folders);
}

function withNothingDone(text: string, item: ApprovalView, texts: ApprovalTexts): string {
  const { nothingDone } = item.kind === 'bookmarks.remove' ? texts.bookmarks : texts.extension;
  return texts.sentences(text, nothingDone);
}

function failedText(item: ApprovalView, texts: ApprovalTexts): OutcomeText {
  const { ended } = texts;
  const failure: Failure | null = item.outcome?.ok === false ? item.outcome : null;
  const nothingDone = (text: string): OutcomeText => ({
    tone: 'warning',
    text: withNothingDone(text, item, texts),
    detail: null,
  });
  switch (failure?.code) {
    case 'CONFLICT':
      return nothingDone(ended.conflict);
    case 'NOT_FOUND':
      return nothingDone(ended.notFound);
    case 'USER_REJECTED':
      return nothingDone(ended.userRejected);
    default: {
      const text =
        item.kind === 'bookmarks.remove' ? texts.sentences(ended.failed, ended.unknownExtent) : ended.failed;
      return { tone: 'bad', text, detail: failure?.message ?? null };
    }
  }
}

/** The heading of an item: a question while it waits, past tense once it is over. */
export function headingText(item: ApprovalView, texts: ApprovalTexts): string {
  const form = headingForm(item);
  return item.kind === 'bookmarks.remove'
    ? texts.bookmarks[form](item.detail.items.length)
    : texts.extension[form];
}

function headingForm({ status }: ApprovalView): 'ask' | 'executing' | 'done' | 'asked' {
  switch (status) {
    case 'pending':
      return 'ask';
    case 'executing':
    case 'done':
      return status;
    case 'failed':
    case 'expired':
    case 'cancelled':
    case 'voided':
      return 'asked';
  }
}

/** Whether an item has come to its end. */
export const isOver = ({ status }: ApprovalView): boolean => status !== 'pending' && status !== 'executing';

/** What the act means, for as long as it can still happen. */
export const consequenceText = ({ kind }: ApprovalView, texts: ApprovalTexts): string =>
  kind === 'bookmarks.remove' ? texts.bookmarks.consequence : texts.extension.consequence;
