import { isInstanceName } from '../../protocol/names.ts';
import { READABLE_DOMAINS } from '../../protocol/scope.ts';
import type { ArgumentParameter, Command, CommandGroup, OptionParameter } from '../command.ts';
import { BROWSER_COMMANDS } from '../commands/index.ts';
import { line, notify, printResult } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { readMadeToken, readTokens, type TokenEntry } from '../replies.ts';
import { type Column, formatTable } from '../table.ts';
import { localTime } from './browserTable.ts';

/** What can be read, in the words of the command line, with the domains of the contract behind them. */
const DOMAINS: ReadonlyMap<string, string> = new Map(
  [
    ...BROWSER_COMMANDS.map(
      ({ name, commands }) => [name, commands[0]?.method.replace(/\..*/, '') ?? name] as const,
    ),
    ['scripts', 'scripts'] as const,
  ].filter(([, domain]) => READABLE_DOMAINS.includes(domain)),
);

const READ_ONLY: OptionParameter = {
  kind: 'option',
  syntax: '--read-only',
  description: 'it may only read; there is no other kind',
  required: true,
};
const DOMAINS_OPTION: OptionParameter = {
  kind: 'option',
  syntax: '--domains <domains>',
  description: `only these, with commas between them: ${[...DOMAINS.keys()].join(', ')}`,
  required: false,
};
const NAME: OptionParameter = {
  kind: 'option',
  syntax: '--name <name>',
  description: 'what to call it in the list: lowercase letters, digits and hyphens',
  required: false,
};

const create: Command = {
  name: 'create',
  summary: 'Make a further control token, for a program that should not do everything.',
  parameters: [READ_ONLY, DOMAINS_OPTION, NAME],
  async run(context, given) {
    const name = given.texts(NAME).at(-1);
    if (name !== undefined && !isInstanceName(name)) {
      throw new CommandFailure('--name takes at most 32 lowercase letters, digits and hyphens');
    }
    const words = given.texts(DOMAINS_OPTION).flatMap((text) => text.split(','));
    const scope = words.length === 0 ? {} : { domains: words.map(readDomain) };
    const result = await context.client.post('/control/tokens/create', {
      readOnly: true,
      ...scope,
      ...(name === undefined ? {} : { name }),
    });
    const made = readMadeToken(result);
    printResult(context, result, () => line(made.token));
    notify(
      context.io,
      `Token ${made.name} reads ${readsOf(made)}. It is shown only this once; use it with SCTL_TOKEN or --token-file.`,
    );
  },
};

function readDomain(word: string): string {
  const domain = DOMAINS.get(word.trim());
  if (domain !== undefined) return domain;
  throw new CommandFailure(`--domains takes some of ${[...DOMAINS.keys()].join(',')}, not "${word}"`);
}

const COLUMNS: readonly Column<TokenEntry>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'ID', cell: ({ id }) => id },
  { header: 'READS', cell: readsOf },
  { header: 'CREATED', cell: ({ createdAt }) => localTime(createdAt) },
];

function readsOf({ domains }: Pick<TokenEntry, 'domains'>): string {
  if (domains === undefined) return 'everything';
  const words = domains.map(
    (domain) => [...DOMAINS].find(([, candidate]) => candidate === domain)?.[0] ?? domain,
  );
  return words.join(', ');
}

const list: Command = {
  name: 'list',
  summary: 'List the further control tokens and what each may read.',
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/tokens', {});
    const tokens = readTokens(result);
    printResult(context, result, () =>
      tokens.length === 0 ? '(no tokens)\n' : formatTable(COLUMNS, tokens, context.io.stdout.columns),
    );
  },
};

const REF: ArgumentParameter = { kind: 'argument', name: 'name-or-id', required: true, many: false };

const revoke: Command = {
  name: 'revoke',
  summary: 'Make a further control token worthless, from its next request on.',
  parameters: [REF],
  async run(context, given) {
    const [ref = ''] = given.texts(REF);
    await context.client.post('/control/tokens/revoke', { ref });
    printResult(context, { revoked: ref }, () => line(`Revoked ${ref}`));
  },
};

/** `sctl token`: further control tokens, each with less than the full power. */
export const token: CommandGroup = {
  name: 'token',
  summary: 'Make, list and revoke control tokens that only read.',
  commands: [create, list, revoke],
};
