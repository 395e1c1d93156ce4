import { option, time } from '../inputSource.ts';
import { actCommand } from '../methodCommand.ts';

/** `sctl browsing-data` */
export const browsingDataCommands = {
  name: 'browsing-data',
  summary: 'Clear browsing data.',
  commands: [
    actCommand('clear', 'browsingData.clear', {
      input: {
        types: option('--types <types>', 'what to clear, with commas'),
        since: time('--since <time>', 'only data from this time on; everything without it'),
        origins: option('--origin <origin>', 'only data of this origin; may be repeated'),
      },
      done: ({ types }) => `Cleared ${types.join(', ')}`,
    }),
  ],
};
