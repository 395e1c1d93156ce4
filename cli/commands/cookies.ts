import type { Result } from '../../protocol/methods/index.ts';
import { argument, flag, option, time } from '../inputSource.ts';
import { actCommand, listCommand, readCommand } from '../methodCommand.ts';
import { type Cell, timeCell } from '../table.ts';
import { counted } from './wording.ts';

type Cookie = Result<'cookies.get'>['cookie'];

const which = { url: argument('url'), name: argument('name') };

const columns = {
  NAME: ({ name }: Cookie): Cell => name,
  VALUE: ({ value }: Cookie): Cell => value,
  DOMAIN: ({ domain }: Cookie): Cell => domain,
  PATH: ({ path }: Cookie): Cell => path,
  EXPIRES: ({ expires, session }: Cookie): Cell => (session ? 'session' : timeCell(expires)),
  SECURE: ({ secure }: Cookie): Cell => secure,
  HTTPONLY: ({ httpOnly }: Cookie): Cell => httpOnly,
  SAMESITE: ({ sameSite }: Cookie): Cell => sameSite,
  PARTITION: ({ partitionTopLevelSite }: Cookie): Cell => partitionTopLevelSite,
};

const table = { columns, shorten: ['NAME', 'VALUE', 'PATH'] } as const;

/** `sctl cookies` */
export const cookieCommands = {
  name: 'cookies',
  summary: 'Read, set and delete cookies.',
  commands: [
    listCommand('list', 'cookies.list', {
      input: {
        url: option('--url <url>', 'only cookies that are sent to this URL'),
        domain: option('--domain <domain>', 'only cookies of this domain and its subdomains'),
        name: option('--name <name>', 'only cookies of this name'),
        limit: option('--limit <n>', 'list at most so many'),
      },
      nothing: 'no cookies',
      ...table,
    }),
    readCommand('get', 'cookies.get', { input: which, row: ({ cookie }) => cookie, ...table }),
    actCommand('set', 'cookies.set', {
      input: {
        ...which,
        value: argument('value'),
        domain: option('--domain <domain>', 'for this domain and its subdomains'),
        path: option('--path <path>', 'for this path and what is below it'),
        secure: flag('--secure', 'only over https'),
        httpOnly: flag('--http-only', 'hide it from scripts'),
        sameSite: option('--same-site <policy>', 'when other sites may send it'),
        expires: time('--expires <time>', 'until when; durations such as 7d count from now', 'future'),
      },
      done: ({ cookie }) => `Set cookie ${cookie.name} for ${cookie.domain}${cookie.path}`,
    }),
    actCommand('rm', 'cookies.remove', {
      input: which,
      done: ({ deleted }) => `Deleted ${counted(deleted, 'cookie')}`,
    }),
    actCommand('clear', 'cookies.clear', {
      input: {
        domain: option('--domain <domain>', 'those of this domain and its subdomains'),
        all: flag('--all', 'all of them'),
      },
      done: ({ deleted }) => `Deleted ${counted(deleted, 'cookie')}`,
    }),
  ],
};
