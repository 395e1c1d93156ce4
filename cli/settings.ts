import { resolve } from 'node:path';
import { formatAddress, parseListenAddress } from '../daemon/listenAddress.ts';
import { DEFAULT_ADDRESS } from '../protocol/limits.ts';
import { createClient } from './client.ts';
import type { OptionParameter } from './command.ts';
import { type Context, LOG_LEVELS, OUTPUT_FORMATS } from './context.ts';
import { type GivenToken, readTokenFile, tokenFrom } from './controlToken.ts';
import { defaultDataDir } from './dataDir.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { findProject, PROJECT_FILE } from './projectFile.ts';

/** The options every command takes, as they were typed. */
export interface SharedOptions {
  readonly dataDir?: string;
  readonly listenAddress?: string;
  readonly logLevel?: string;
  readonly output?: string;
  readonly browser?: string;
  readonly tokenFile?: string;
}

/** The shared options with their help; each is taken before and after the command. */
export const SHARED_OPTION_PARAMETERS: readonly OptionParameter[] = [
  {
    syntax: '--data-dir <folder>',
    description: "the daemon's folder (SCTL_DATA_DIR; default: this user's data folder)",
  },
  {
    syntax: '--listen-address <host:port>',
    description: `where the daemon listens (SCTL_LISTEN_ADDRESS; default: ${DEFAULT_ADDRESS})`,
  },
  {
    syntax: '--log-level <level>',
    description: `what the daemon logs: ${LOG_LEVELS.join(', ')} (default: info)`,
    choices: LOG_LEVELS,
  },
  {
    syntax: '-o, --output <format>',
    description: 'how results are printed: table, json, or source for `sctl get` (default: table)',
    choices: OUTPUT_FORMATS,
  },
  {
    syntax: '--browser <name-or-id>',
    description: `the browser to use: its name, or the start of its ID (SCTL_BROWSER, or a ${PROJECT_FILE} file)`,
  },
  {
    syntax: '--token-file <file>',
    description: "the control token to use (SCTL_TOKEN holds one itself; default: the daemon's own)",
  },
].map((option) => ({ kind: 'option', required: false, ...option }));

/** Makes what a command works with out of the shared options and the environment. @throws CommandFailure */
export function createContext(options: SharedOptions, io: Io): Context {
  const dataDir = resolve(
    given(options.dataDir, '--data-dir') ?? (io.env.SCTL_DATA_DIR || defaultDataDir(io)),
  );
  const address = readAddress(
    given(options.listenAddress, '--listen-address') ?? (io.env.SCTL_LISTEN_ADDRESS || DEFAULT_ADDRESS),
  );
  const token = readToken(options, io);
  return {
    io,
    output: oneOf(OUTPUT_FORMATS, '--output', options.output ?? 'table'),
    logLevel: oneOf(LOG_LEVELS, '--log-level', options.logLevel ?? 'info'),
    ...chooseBrowser(options, io),
    dataDir,
    address,
    token,
    client: createClient({ address, dataDir, token, signal: io.signal }),
  };
}

/** The nearest choice wins: the command line, the environment, the project's folder. */
function chooseBrowser(
  { browser }: SharedOptions,
  { env, workingDirectory }: Io,
): Pick<Context, 'browser' | 'browserFrom'> {
  const flag = given(browser, '--browser');
  if (flag !== undefined) return { browser: flag, browserFrom: '--browser' };
  if (env.SCTL_BROWSER) return { browser: env.SCTL_BROWSER, browserFrom: 'SCTL_BROWSER' };
  const project = findProject(workingDirectory());
  return { browser: project?.browser, browserFrom: project?.path };
}

function readToken({ tokenFile }: SharedOptions, { env }: Io): GivenToken | undefined {
  const path = given(tokenFile, '--token-file');
  if (path !== undefined) return readTokenFile(resolve(path));
  return env.SCTL_TOKEN ? tokenFrom('SCTL_TOKEN', env.SCTL_TOKEN) : undefined;
}

/** An empty flag is a script's unset variable; guessing what was meant could hit the wrong browser or folder. */
function given(text: string | undefined, flag: string): string | undefined {
  if (text === '') throw new CommandFailure(`${flag} is empty`);
  return text;
}

function oneOf<const Choice extends string>(choices: readonly Choice[], flag: string, text: string): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new CommandFailure(`${flag} takes one of ${choices.join(', ')}, not "${text}"`);
}

function readAddress(text: string): string {
  try {
    return formatAddress(parseListenAddress(text));
  } catch {
    throw new CommandFailure(
      `The listen address is a host and a port, such as ${DEFAULT_ADDRESS}, not "${text}"`,
    );
  }
}
