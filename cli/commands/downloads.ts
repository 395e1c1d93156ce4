import { argument, option } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { timeCell } from '../table.ts';
import { named } from './wording.ts';

const download = { id: argument('id') };

/** `sctl downloads` */
export const downloadCommands = {
  name: 'downloads',
  summary: 'List, start and control downloads.',
  commands: [
    listCommand('list', 'downloads.list', {
      input: {
        state: option('--state <state>', 'only downloads in this state'),
        query: option('--query <text>', 'only downloads whose URL or file name has this text'),
        limit: option('--limit <n>', 'list at most so many'),
      },
      nothing: 'no downloads',
      columns: {
        ID: ({ id }) => id,
        STATE: ({ state }) => state,
        RECEIVED: ({ bytesReceived }) => bytesReceived,
        TOTAL: ({ totalBytes }) => (totalBytes === -1 ? undefined : totalBytes),
        STARTED: ({ startTime }) => timeCell(startTime),
        EXISTS: ({ exists }) => exists,
        FILE: ({ filename }) => filename,
        URL: ({ url }) => url,
      },
      shorten: ['FILE', 'URL'],
    }),
    actCommand('start', 'downloads.start', {
      input: {
        url: argument('url'),
        filename: option('--filename <path>', 'path inside the download folder'),
      },
      done: ({ id }) => `Started download ${id}`,
    }),
    actCommand('pause', 'downloads.pause', { input: download, done: ({ id }) => `Paused download ${id}` }),
    actCommand('resume', 'downloads.resume', { input: download, done: ({ id }) => `Resumed download ${id}` }),
    actCommand('cancel', 'downloads.cancel', {
      input: download,
      done: ({ id }) => `Cancelled download ${id}`,
    }),
    actCommand('erase', 'downloads.erase', {
      input: { ids: argument('id') },
      done: ({ ids }) => `Removed the record of ${named('download', ids)}`,
    }),
    actCommand('delete-file', 'downloads.deleteFile', {
      input: download,
      done: ({ id }) => `Deleted the file of download ${id}`,
    }),
    actCommand('show', 'downloads.show', {
      input: download,
      done: ({ id }) => `Showed download ${id} in the file manager`,
    }),
  ],
};
