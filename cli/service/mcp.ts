import { createClient } from '../client.ts';
import type { Command, OptionParameter } from '../command.ts';
import { notify } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { VERSION } from '../version.ts';

const NAME: OptionParameter = {
  kind: 'option',
  syntax: '--name <name>',
  description: 'what the approval window calls this client (default: sctl-mcp)',
  required: false,
};

const TOOLS: OptionParameter = {
  kind: 'option',
  syntax: '--tools <domains>',
  description: 'serve only the tools of these, with commas between them, such as tabs,bookmarks',
  required: false,
};

const DEFAULT_LABEL = 'sctl-mcp';

/** `sctl mcp`: serves MCP over stdio until the client closes it or Ctrl-C. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the browser to an AI agent: an MCP server over stdio.',
  parameters: [NAME, TOOLS],
  async run({ io, browser, address, dataDir, token }, given) {
    const label = readLabel(given.texts(NAME).at(-1) ?? DEFAULT_LABEL);
    // Only this command needs it, and it would slow down the start of every other.
    const { serveStdio } = await import('../../mcp/stdio.ts');
    await serveStdio({
      version: VERSION,
      tools: given.texts(TOOLS).at(-1),
      target: browser,
      connect: (signal) => createClient({ address, dataDir, token, signal, label }),
      log: (text) => notify(io, `sctl mcp: ${text}`),
      signal: io.signal,
    });
  },
};

/** Printable ASCII without a space at either end: what any HTTP header carries unchanged. */
const LABEL = /^(?! )[\x20-\x7e]{1,64}(?<! )$/;

function readLabel(text: string): string {
  if (LABEL.test(text)) return text;
  throw new CommandFailure('--name takes at most 64 printable ASCII characters');
}
