import { CommanderError } from 'commander';
import type { Command, CommandGroup } from './command.ts';
import { BROWSER_COMMANDS } from './commands/index.ts';
import { notify } from './context.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { parseCommandLine } from './program.ts';
import { browsers } from './service/browsers.ts';
import { connect } from './service/connect.ts';
import { mcp } from './service/mcp.ts';
import { serve } from './service/serve.ts';
import { status } from './service/status.ts';
import { version } from './service/version.ts';
import { createContext } from './settings.ts';

/** Every command and group of commands, in the order of the help. */
const COMMANDS: readonly (Command | CommandGroup)[] = [
  serve,
  connect,
  status,
  browsers,
  mcp,
  ...BROWSER_COMMANDS,
  version,
];

/**
 * Runs one command line of `sctl`.
 * @param argv the words after `sctl`.
 * @returns the exit code. It never throws: whatever goes wrong is one sentence on stderr.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const invocation = await parseCommandLine(COMMANDS, argv, io);
    await invocation?.command.run(createContext(invocation.options, io), invocation.given);
    return EXIT.ok;
  } catch (error) {
    return report(error, io);
  }
}

function report(error: unknown, io: Io): ExitCode {
  // Commander has written its own sentence, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.failed;
  if (error instanceof CommandFailure) {
    notify(io, `error: ${error.message}`);
    if (error.hint !== undefined) notify(io, `hint: ${error.hint}`);
    return error.exitCode;
  }
  notify(io, `error: sctl failed: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.failed;
}
