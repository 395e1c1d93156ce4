import { lstatSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { controlTokenPath, readControlToken } from '../controlToken.ts';
import { CommandFailure } from '../failure.ts';
import { type Browser, readStatus, type SecurityEntry, type Status } from '../replies.ts';
import { VERSION } from '../version.ts';
import { clientCell, localTime } from './browserTable.ts';

/** How one part of the way from this command to the browser is. */
export interface Check {
  readonly name: string;
  /** `note`: worth knowing, but nothing is wrong. `skipped`: a part before it failed. */
  readonly state: 'ok' | 'note' | 'failed' | 'skipped';
  readonly detail: string;
  /** What to do about it. */
  readonly cure?: string;
}

type Outcome = Omit<Check, 'name'>;

const ok = (detail: string): Outcome => ({ state: 'ok', detail });
const note = (detail: string, cure: string): Outcome => ({ state: 'note', detail, cure });
const failed = (detail: string, cure: string): Outcome => ({ state: 'failed', detail, cure });
const named = (name: string, outcome: Outcome): Check => ({ name, ...outcome });

/** Walks the whole way, from this user's files to the browser; what lies behind a failed part is skipped. */
export async function runChecks(context: Context): Promise<readonly Check[]> {
  const files = [named('data directory', checkDataDir(context)), named('control token', checkToken(context))];
  const daemon = await checkDaemon(context);
  if (daemon.state === 'failed') return [...files, named('daemon', daemon), ...skipped('daemon')];
  const status = await askStatus(context);
  if ('state' in status) {
    return [...files, named('daemon', daemon), named('access', status), ...skipped('access')];
  }
  return [
    ...files,
    named('daemon', daemon),
    named('access', ok('the daemon takes the control token')),
    named('version', checkVersion(status)),
    named('browser', checkBrowser(context, status)),
    named('extension', checkExtensions(context, status)),
    named('last refusal', checkRefusals(status)),
  ];
}

const ORDER = ['daemon', 'access', 'version', 'browser', 'extension', 'last refusal'] as const;

function skipped(failedPart: (typeof ORDER)[number]): readonly Check[] {
  const rest = ORDER.slice(ORDER.indexOf(failedPart) + 1);
  return rest.map((name) => ({ name, state: 'skipped', detail: `${failedPart} failed` }));
}

const OTHERS_MAY_USE = 0o077;
const OTHERS_MAY_WRITE = 0o022;

function checkDataDir({ dataDir, io, token }: Context): Outcome {
  const entry = statOf(dataDir);
  if (entry === undefined) {
    // With a token of its own this command needs no file of the daemon.
    if (token !== undefined)
      return ok(`${dataDir} is not here, and not needed with a token from ${token.from}`);
    return failed(
      `${dataDir} does not exist`,
      'start the daemon with `sctl serve`, or name its folder with --data-dir or SCTL_DATA_DIR',
    );
  }
  if (!entry.isDirectory()) return failed(`${dataDir} is no folder`, 'name the folder with --data-dir');
  if (io.platform !== 'win32' && (entry.mode & OTHERS_MAY_WRITE) !== 0) {
    return failed(`other users may write to ${dataDir}`, `take that from them with \`chmod 700 ${dataDir}\``);
  }
  return ok(dataDir);
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}

function checkToken({ dataDir, io, token }: Context): Outcome {
  if (token !== undefined) return ok(`from ${token.from}`);
  const path = controlTokenPath(dataDir);
  try {
    if (readControlToken(dataDir) === undefined) {
      return failed(`${path} does not exist`, 'start the daemon with `sctl serve`, which writes it');
    }
  } catch (error) {
    if (error instanceof CommandFailure) return failed(`${path} cannot be used`, error.message);
    throw error;
  }
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (io.platform !== 'win32' && (mode & OTHERS_MAY_USE) !== 0) {
    return failed(`other users may use ${path}`, `take that from them with \`chmod 600 ${path}\``);
  }
  return ok(path);
}

async function checkDaemon({ client, address }: Context): Promise<Outcome> {
  try {
    const version = await client.version();
    if (version !== undefined) return ok(`version ${version} at ${address}`);
    return failed(
      `what listens at ${address} is no sctl daemon`,
      'start the daemon elsewhere with `sctl serve --listen-address 127.0.0.1:PORT`, and name that address here and in the popup',
    );
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return failed(error.message, 'start it with `sctl serve`, and leave it running');
  }
}

async function askStatus({ client }: Context): Promise<Status | Outcome> {
  try {
    return readStatus(await client.post('/control/status', {}));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return failed(error.message, 'use the folder and the token of the daemon that is running, or restart it');
  }
}

function checkVersion({ daemonVersion }: Status): Outcome {
  if (daemonVersion === VERSION) return ok(`daemon and command are both ${VERSION}`);
  return failed(
    `the daemon is ${daemonVersion}, this command ${VERSION}`,
    'stop the daemon, and start it with this version: `sctl serve`',
  );
}

function checkBrowser({ browser, browserFrom }: Context, { browsers }: Status): Outcome {
  if (browsers.length === 0) return failed('no browser is paired', 'pair one with `sctl connect`');
  const chosen = chosenBrowsers(browsers, browser);
  if (chosen.length === 0) {
    return failed(
      `no paired browser is called "${browser}", as ${browserFrom} says`,
      '`sctl browsers` lists the paired ones',
    );
  }
  const online = chosen.filter((candidate) => candidate.online);
  if (online.length > 0) return ok(`${namesOf(online)} online`);
  return failed(
    `${namesOf(chosen)} paired but not connected`,
    'start that browser; the popup of sctl Browser shows why it does not connect, and to which address',
  );
}

const chosenBrowsers = (browsers: readonly Browser[], target: string | undefined): readonly Browser[] => {
  if (target === undefined) return browsers;
  const byName = browsers.filter(({ name }) => name === target);
  return byName.length > 0 ? byName : browsers.filter(({ id }) => id.startsWith(target));
};

const namesOf = (browsers: readonly Browser[]): string =>
  `${browsers.map(({ name }) => name).join(', ')} ${browsers.length === 1 ? 'is' : 'are'}`;

function checkExtensions({ browser }: Context, { browsers }: Status): Outcome {
  const online = chosenBrowsers(browsers, browser).filter((candidate) => candidate.online);
  if (online.length === 0) return { state: 'skipped', detail: 'no browser is online' };
  const others = online.filter(({ extensionVersion }) => extensionVersion !== VERSION);
  if (others.length === 0) return ok(`version ${VERSION}`);
  const listed = others.map(
    ({ name, extensionVersion }) => `${name} has ${extensionVersion ?? 'none it tells'}`,
  );
  return failed(
    `the extension is not ${VERSION} everywhere: ${listed.join(', ')}`,
    'update it there: load the new build at chrome://extensions, or press its reload button',
  );
}

const REFUSALS: Readonly<Record<string, string>> = {
  hmac_mismatch: 'a wrong pairing code, or a key of another daemon: pair again with `sctl connect`',
  unknown_instance: 'the browser was forgotten here: pair it again with `sctl connect`',
  timeout: 'the browser did not answer in time: see whether it is very busy, or restart it',
  pairing_expired: 'there was no code, or it was too old: run `sctl connect` and type the new one',
  pairing_attempts_exhausted: 'the code is void after three wrong attempts: run `sctl connect` again',
  name_taken: 'another paired browser has that name: choose another in the popup, or forget the other one',
  storage_failed:
    "the daemon could not write to its folder: make room on the disk; the daemon's log says more",
  protocol_violation: 'it does not speak this protocol: update the extension',
};

function checkRefusals({ security, browsers }: Status): Outcome {
  const last = security.findLast(({ type }) => type !== 'handshake.ok');
  if (last === undefined) return ok('none since the daemon started');
  return note(describe(last, browsers), cureOf(last));
}

function describe({ at, type, client, reason }: SecurityEntry, browsers: readonly Browser[]): string {
  const what = [type, clientCell(client, browsers), reason && `(${reason})`].filter(Boolean).join(' ');
  return `${what} at ${localTime(at)}`;
}

function cureOf({ type, reason }: SecurityEntry): string {
  if (type === 'origin.rejected')
    return 'a web page tried to connect and was refused; there is nothing to do';
  if (type === 'pairing.rate_limited') return 'too many attempts to pair: wait a minute';
  const known = reason !== undefined && Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined;
  return known ?? '`sctl status` shows what came before and after it';
}
