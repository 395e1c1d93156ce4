#!/usr/bin/env node
import { homedir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { EXIT } from './exitCodes.ts';
import type { TextOutput } from './io.ts';
import { run } from './run.ts';

const interruption = new AbortController();
// Only once: a second Ctrl-C ends a command that does not come to an end by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader, such as `head`, has seen enough.
    if (error.code !== 'EPIPE') process.exit(EXIT.failed);
  });
}

const outputTo = (stream: NodeJS.WriteStream): TextOutput => ({
  write: (text) => stream.write(text),
  ...(stream.isTTY ? { columns: stream.columns } : {}),
});

process.exitCode = await run(process.argv.slice(2), {
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  env: process.env,
  platform: process.platform,
  homeDirectory: homedir,
  workingDirectory: process.cwd,
  signal: interruption.signal,
  now: Date.now,
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
  loadDaemon: () => import('../daemon/daemon.ts'),
});
