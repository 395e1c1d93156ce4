import { DomainError } from '../../protocol/errors.ts';
import type { Chrome } from './define.ts';
import { requireNamespace } from './namespaces.ts';

/** Finds an installed extension or app. @throws DomainError UNSUPPORTED, NOT_FOUND. */
export async function requireExtension(chrome: Chrome, id: string): Promise<chrome.management.ExtensionInfo> {
  const management = requireNamespace(chrome, 'management');
  try {
    return await management.get(id);
  } catch {
    throw new DomainError('NOT_FOUND', `No extension ${id}`);
  }
}

/**
 * Finds an extension that a caller wants disabled or uninstalled.
 * @throws DomainError UNSUPPORTED, NOT_FOUND; INVALID_REQUEST for this extension itself and for one that the
 *   administrator or Chrome keeps.
 */
export async function requireRemovableExtension(
  chrome: Chrome,
  id: string,
): Promise<chrome.management.ExtensionInfo> {
  requireNamespace(chrome, 'management');
  if (id === chrome.runtime.id) {
    throw new DomainError('INVALID_REQUEST', 'This extension cannot be disabled or uninstalled by a call');
  }
  const extension = await requireExtension(chrome, id);
  if (extension.installType === 'admin') {
    throw new DomainError('INVALID_REQUEST', `Extension ${id} is installed by policy and cannot be changed`);
  }
  if (!extension.mayDisable) {
    throw new DomainError('INVALID_REQUEST', `Chrome does not let extension ${id} be disabled`);
  }
  return extension;
}
