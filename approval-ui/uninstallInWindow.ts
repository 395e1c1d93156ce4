import type { ApprovalDetails, ApprovalOutcome } from '../shared/approvals.ts';

/** The part of `chrome.management` that an uninstall needs. */
export interface Management {
  get(id: string): Promise<unknown>;
  uninstall(id: string, options: { readonly showConfirmDialog: boolean }): Promise<void>;
}

type Outcome = ApprovalOutcome<'extensions.uninstall'>;

const notFound: Outcome = {
  ok: false,
  code: 'NOT_FOUND',
  message: 'The extension is not installed any more',
};

/**
 * Uninstalls an extension after Chrome's own dialog (protocol §5, item 5). It must begin within the click that approved
 * it, because Chrome wants a user gesture, and the window must stay open until it ends.
 */
export async function uninstallInWindow(
  management: Management,
  { id, name }: Pick<ApprovalDetails['extensions.uninstall'], 'id' | 'name'>,
): Promise<Outcome> {
  try {
    await management.get(id);
  } catch {
    return notFound;
  }
  try {
    await management.uninstall(id, { showConfirmDialog: true });
  } catch (error) {
    return failed(error);
  }
  return { ok: true, result: { id, name, contentTrust: 'untrusted-page-content' } };
}

/** Chrome tells its refusals apart by text only (seen in Chromium 156). */
function failed(error: unknown): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  if (/cancell?ed by user/i.test(text)) {
    return {
      ok: false,
      code: 'USER_REJECTED',
      message: 'The user cancelled the uninstall in the dialog of the browser',
    };
  }
  if (/failed to find extension/i.test(text)) return notFound;
  return { ok: false, code: 'INTERNAL_ERROR', message: 'The browser refused to uninstall the extension' };
}
