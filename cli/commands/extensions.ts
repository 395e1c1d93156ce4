import { argument } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';

const which = { id: argument('id') };

/** `sctl extensions` */
export const extensionCommands = {
  name: 'extensions',
  summary: 'List, enable, disable and uninstall extensions.',
  commands: [
    listCommand('list', 'extensions.list', {
      input: {},
      nothing: 'no extensions',
      columns: {
        ID: ({ id }) => id,
        ENABLED: ({ enabled }) => enabled,
        VERSION: ({ version }) => version,
        TYPE: ({ type }) => type,
        INSTALLED: ({ installType }) => installType,
        'MAY DISABLE': ({ mayDisable }) => mayDisable,
        NAME: ({ name }) => name,
      },
      shorten: ['NAME'],
    }),
    actCommand('enable', 'extensions.enable', {
      input: which,
      done: ({ id }) => `Enabled extension ${id}`,
    }),
    actCommand('disable', 'extensions.disable', {
      input: which,
      done: ({ id }) => `Disabled extension ${id}`,
    }),
    actCommand('uninstall', 'extensions.uninstall', {
      input: which,
      done: ({ id, name }) => `Uninstalled extension ${id} (${name})`,
    }),
  ],
};
