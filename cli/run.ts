import { CommanderError } from 'commander';
import { COMMANDS } from './commandTable.ts';
import { notify } from './context.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { type Invocation, parseCommandLine } from './program.ts';
import { createContext } from './settings.ts';

/**
 * Runs one command line of `sctl`.
 * @param argv the words after `sctl`.
 * @returns the exit code. It never throws: whatever goes wrong is one sentence on stderr.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const invocation = await parseCommandLine(COMMANDS, argv, io);
    if (invocation !== undefined) await runCommand(invocation, io);
    return EXIT.ok;
  } catch (error) {
    return report(error, io);
  }
}

async function runCommand({ command, options, given }: Invocation, io: Io): Promise<void> {
  const context = createContext(options, io);
  if (context.output === 'source' && !command.printsSource) {
    throw new CommandFailure('--output source is only for `sctl get`');
  }
  await command.run(context, given);
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
