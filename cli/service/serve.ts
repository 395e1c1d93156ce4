import { AddressInUseError } from '../../daemon/listenAddress.ts';
import type { Command } from '../command.ts';
import { type Context, LOG_LEVELS, type LogLevel, line, notify, printResult } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { VERSION } from '../version.ts';

/** `sctl serve`: runs the daemon in the foreground until Ctrl-C. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the daemon until Ctrl-C.',
  parameters: [],
  async run(context) {
    const { io, dataDir } = context;
    const { startDaemon } = await io.loadDaemon();
    // The daemon reports only what went wrong.
    const options = {
      dataDir,
      listenAddress: context.address,
      version: VERSION,
      log: logger(context, 'error'),
    };
    const daemon = await startDaemon(options).catch(async (error: unknown) => {
      throw error instanceof AddressInUseError ? await addressTaken(context) : cannotStart(error);
    });
    printResult(context, { address: daemon.address, version: VERSION }, () =>
      line(`sctl daemon ${VERSION} is listening at ${daemon.address}`),
    );
    logger(context, 'debug')(`data directory: ${dataDir}`);
    await aborted(io.signal);
    await daemon.close();
    logger(context, 'info')('the daemon has stopped');
  },
};

async function addressTaken({ client, address }: Context): Promise<CommandFailure> {
  const version = await client.version().catch(() => undefined);
  return new CommandFailure(
    version === undefined
      ? `${address} is taken by a program that is no sctl daemon; choose another with --listen-address`
      : `An sctl daemon, version ${version}, is already running at ${address}`,
  );
}

function cannotStart(error: unknown): CommandFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandFailure(`The daemon cannot start: ${reason}`);
}

/** Writes lines of one level to stderr, when the user asked for that level. */
function logger({ io, logLevel }: Context, level: LogLevel): (text: string) => void {
  const wanted = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(logLevel);
  return (text) => {
    if (wanted) notify(io, `${new Date(io.now()).toISOString()} ${level} ${text}`);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
