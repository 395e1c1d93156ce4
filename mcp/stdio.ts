import { finished, type Readable, type Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { ControlClient } from '../cli/client.ts';
import type { Every } from './progress.ts';
import { createServer } from './server.ts';
import { selectTools } from './tools.ts';

export interface StdioOptions {
  readonly version: string;
  /** The domains to serve, with commas between them; all of them when it is left out. */
  readonly tools: string | undefined;
  /** The browser of a call that names none. */
  readonly target: string | undefined;
  readonly connect: (signal: AbortSignal) => ControlClient;
  readonly log: (text: string) => void;
  /** Ends the server when it is aborted. */
  readonly signal: AbortSignal;
  /** How long calls may still run after the client closed its end, in milliseconds. */
  readonly lastAnswersMs?: number;
  readonly stdin?: Readable;
  /** Carries MCP messages and nothing else. */
  readonly stdout?: Writable;
}

/** Enough for an answer, not for a human's decision. */
const LAST_ANSWERS_MS = 2_000;

/**
 * Serves MCP over stdio until the client closes its end or the signal is aborted. Calls that do not end soon after are
 * cancelled, so that nothing waits for an approval that nobody asks for any more.
 * @throws CommandFailure when the choice of tools is none.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { stdin = process.stdin, stdout = process.stdout, lastAnswersMs = LAST_ANSWERS_MS } = options;
  const { version, target, connect, log, signal } = options;
  const tools = selectTools(options.tools);
  const { server, settled } = createServer({ version, tools, target, connect, every, log });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => {
    // It fails only when the client is gone already.
    server.close().catch(() => undefined);
  };
  const closeSoon = async () => {
    const timer = setTimeout(close, lastAnswersMs);
    await settled();
    clearTimeout(timer);
    // The SDK writes an answer a few promises after its call has come to an end.
    setImmediate(close);
  };
  finished(stdin, { writable: false }, closeSoon);
  finished(stdout, { readable: false }, close);
  signal.addEventListener('abort', close, { once: true });
  await server.connect(new StdioServerTransport(stdin, stdout));
  if (signal.aborted) close();
  await closed;
}

const every: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
};
