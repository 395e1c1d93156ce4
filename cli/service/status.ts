import type { Command } from '../command.ts';
import { type Context, line, notify, printResult } from '../context.ts';
import { versionHint } from '../hints.ts';
import { type Browser, readStatus, type SecurityEntry, type Status } from '../replies.ts';
import { type Column, formatTable } from '../table.ts';
import { browserTable, clientCell, localTime } from './browserTable.ts';

/** How many security events are shown; `-o json` has all the daemon keeps. */
const SHOWN_EVENTS = 10;

const eventColumns = (browsers: readonly Browser[]): readonly Column<SecurityEntry>[] => [
  { header: 'AT', cell: ({ at }) => localTime(at) },
  { header: 'EVENT', cell: ({ type }) => type },
  { header: 'CLIENT', cell: ({ client }) => clientCell(client, browsers) },
  { header: 'REASON', cell: ({ reason }) => reason || undefined },
];

/** `sctl status`: the daemon, each browser's state, and recent security events. */
export const status: Command = {
  name: 'status',
  summary: "Show the daemon's version, each browser's state and recent security events.",
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/status', {});
    const known = readStatus(result);
    printResult(context, result, () => describe(known, context));
    const hint = versionHint(known.daemonVersion);
    if (hint !== undefined) notify(context.io, `note: ${hint}`);
  },
};

function describe(known: Status, { address, io }: Context): string {
  return [
    line(`Daemon ${known.daemonVersion} at ${address}`),
    line(`ScriptCat ${known.extConnected ? 'connected' : 'not connected'}`),
    '\n',
    browserTable(known.browsers, io.stdout.columns),
    '\n',
    describeEvents(known, io.stdout.columns),
  ].join('');
}

function describeEvents(
  { security, securityCount, browsers }: Status,
  terminalWidth: number | undefined,
): string {
  if (security.length === 0) return '(no security events)\n';
  const shown = security.slice(-SHOWN_EVENTS).reverse();
  const count = `Security events, newest first (${shown.length} of ${securityCount}):`;
  return line(count) + formatTable(eventColumns(browsers), shown, terminalWidth);
}
