import type { Command, CommandGroup } from '../command.ts';
import { type Context, line, printResult } from '../context.ts';
import { type CdpReply, readCdpReply } from '../replies.ts';
import { localTime } from './browserTable.ts';

const bodyOf = ({ browser }: Context) => (browser === undefined ? {} : { browser });

const endpoint: Command = {
  name: 'endpoint',
  summary: 'Give Playwright and Puppeteer an address to drive the browser by; whoever has it can.',
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/cdp/endpoint', bodyOf(context));
    const known = readCdpReply('/control/cdp/endpoint', result);
    printResult(context, result, () => describe(known));
  },
};

const status: Command = {
  name: 'status',
  summary: "Show the browser's endpoint and whether a client is connected.",
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/cdp/status', bodyOf(context));
    const known = readCdpReply('/control/cdp/status', result);
    printResult(context, result, () => describe(known));
  },
};

const close: Command = {
  name: 'close',
  summary: "End the browser's endpoint and let go of its tabs; none is closed.",
  parameters: [],
  async run(context) {
    const result = await context.client.post('/control/cdp/close', bodyOf(context));
    const { browser } = readCdpReply('/control/cdp/close', result);
    const text = result.closed === true ? 'Closed the endpoint of' : 'There was no endpoint of';
    printResult(context, result, () => line(`${text} ${browser.name}`));
  },
};

/** `sctl cdp`: the raw CDP endpoint of a browser. */
export const cdp: CommandGroup = {
  name: 'cdp',
  summary: 'Let Playwright and Puppeteer drive the browser.',
  commands: [endpoint, status, close],
};

function describe({ browser, endpoint: known }: CdpReply): string {
  if (known === undefined || known === null) return line(`${browser.name} has no endpoint`);
  const { httpUrl, wsUrl, clientConnected, connectedAt, expiresAt } = known;
  const client = clientConnected ? `connected since ${localTime(connectedAt)}` : 'not connected';
  return [
    line(`Browser     ${browser.name}`),
    line(`Playwright  ${httpUrl}`),
    line(`Puppeteer   ${wsUrl}`),
    line(`Client      ${client}`),
    expiresAt === undefined ? '' : line(`Expires     ${localTime(expiresAt)}`),
  ].join('');
}
