import { argument, option, time } from '../inputSource.ts';
import { actCommand, listCommand } from '../methodCommand.ts';
import { timeCell } from '../table.ts';
import { counted } from './wording.ts';

const since = time('--since <time>', 'from this time on, such as 7d or 2026-05-04T03:02:01Z');
const until = time('--until <time>', 'up to this time');

/** `sctl history` */
export const historyCommands = {
  name: 'history',
  summary: 'Search and delete history.',
  commands: [
    listCommand('search', 'history.search', {
      input: {
        text: argument('text'),
        startTime: since,
        endTime: until,
        limit: option('--limit <n>', 'list at most so many'),
      },
      nothing: 'no history items',
      columns: {
        VISITED: ({ lastVisitTime }) => timeCell(lastVisitTime),
        VISITS: ({ visitCount }) => visitCount,
        TITLE: ({ title }) => title,
        URL: ({ url }) => url,
      },
      shorten: ['TITLE', 'URL'],
    }),
    listCommand('visits', 'history.visits', {
      input: { url: argument('url'), limit: option('--limit <n>', 'list at most so many') },
      nothing: 'no visits',
      columns: {
        VISITED: ({ visitTime }) => timeCell(visitTime),
        TRANSITION: ({ transition }) => transition,
      },
      shorten: [],
    }),
    actCommand('rm', 'history.remove', {
      input: { urls: argument('url') },
      done: ({ urls }) => `Deleted every visit of ${counted(urls.length, 'URL')}`,
    }),
    actCommand('clear', 'history.clear', {
      input: { startTime: since, endTime: until },
      done: ({ all }) => (all ? 'Deleted all history' : 'Deleted the history of that time'),
    }),
  ],
};
