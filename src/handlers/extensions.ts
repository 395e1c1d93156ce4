import { UNTRUSTED } from './contentTrust.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireExtension, requireRemovableExtension } from './extensionChecks.ts';
import { requireNamespace } from './namespaces.ts';
import { refusable } from './refusal.ts';

/** The `extensions.…` methods that run without a human (protocol §3). */
export function extensionsHandlers(chrome: Chrome): Handlers<DomainMethodName<'extensions'>> {
  const api = () => requireNamespace(chrome, 'management');

  return {
    'extensions.list': async () => {
      const found = await api().getAll();
      return { items: found.map(listed), ...UNTRUSTED };
    },

    'extensions.enable': async ({ id }) => {
      await requireExtension(chrome, id);
      await refusable(() => api().setEnabled(id, true));
      return { id, enabled: true };
    },

    'extensions.disable': async ({ id }) => {
      await requireRemovableExtension(chrome, id);
      await refusable(() => api().setEnabled(id, false));
      return { id, enabled: false };
    },
  };
}

function listed(extension: chrome.management.ExtensionInfo) {
  const { id, name, version, enabled, type, installType, mayDisable } = extension;
  return { id, name, version, enabled, type, installType, mayDisable };
}
