import type { Result } from '../../../protocol/methods/index.ts';
import type { ApprovalDetails } from '../../../shared/approvals.ts';
import { UNTRUSTED } from '../../handlers/contentTrust.ts';
import type { Chrome } from '../../handlers/define.ts';
import { requireRemovableExtension } from '../../handlers/extensionChecks.ts';
import type { ApprovalKind } from './kind.ts';

/**
 * Uninstalls an extension (protocol §3, extensions.uninstall). Only the checks are here: Chrome uninstalls at a human's
 * click and nowhere else, so the approval window carries it out (protocol §5).
 */
export function extensionsUninstall(chrome: Chrome): ApprovalKind<'extensions.uninstall'> {
  return {
    async prepare({ id }) {
      const { name, version, description, installType, enabled } = await requireRemovableExtension(
        chrome,
        id,
      );
      return { id, name, version, description, installType, enabled };
    },
  };
}

/** The result of an uninstall that took place. */
export const uninstalled = ({
  id,
  name,
}: ApprovalDetails['extensions.uninstall']): Result<'extensions.uninstall'> => ({ id, name, ...UNTRUSTED });
