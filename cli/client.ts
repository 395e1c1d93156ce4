import {
  CLIENT_HEADER,
  CONTROL_TOKEN_HEADER,
  type ControlPath,
  type ControlRoutes,
  DEFAULT_CLIENT,
} from '../protocol/control.ts';
import { WRITE_DECISION_TTL_MS } from '../protocol/limits.ts';
import { controlTokenPath, type GivenToken, readControlToken } from './controlToken.ts';
import { exchange, notRunning } from './exchange.ts';
import { CommandFailure, DaemonFailure } from './failure.ts';
import { isRecord, type UnknownRecord } from './records.ts';

type PostPath = Exclude<ControlPath, '/control/health'>;

/** The daemon, as a command sees it. It holds no connection; each request opens its own. */
export interface ControlClient {
  /**
   * Asks the daemon for one thing.
   * @param onPending called when the daemon reports that a human's decision is awaited.
   * @returns the result as it came; the caller holds it to what it expects.
   * @throws DaemonFailure with the daemon's code, Interrupted on Ctrl-C (the daemon then cancels what was asked for),
   *   or CommandFailure when the daemon cannot be reached or refuses this user.
   */
  post<Path extends PostPath>(
    path: Path,
    body: ControlRoutes[Path]['body'],
    onPending?: () => void,
  ): Promise<UnknownRecord>;
  /** The daemon's version; undefined when something else listens there. @throws CommandFailure when nothing does. */
  version(): Promise<string | undefined>;
}

export interface ClientOptions {
  /** `host:port` */
  readonly address: string;
  readonly dataDir: string;
  /** In the place of the token in the data directory. */
  readonly token?: GivenToken | undefined;
  readonly signal: AbortSignal;
  /** The requester's self-reported label, at most 64 printable ASCII characters; the command's own when left out. */
  readonly label?: string;
}

/** How long a daemon may stay silent. One that is slow is not dead, so this is generous. */
const SILENCE_LIMIT_MS = 30_000;
/** The daemon ends a call itself after the time a human has to decide. */
const CALL_SILENCE_LIMIT_MS = WRITE_DECISION_TTL_MS + SILENCE_LIMIT_MS;

/** A client of the daemon at an address, with the token it is given or else that of a data directory. */
export function createClient({
  address,
  dataDir,
  token: given,
  signal,
  label = DEFAULT_CLIENT,
}: ClientOptions): ControlClient {
  async function version() {
    const { reply } = await exchange({
      address,
      path: '/control/health',
      method: 'GET',
      headers: {},
      silenceLimitMs: SILENCE_LIMIT_MS,
      signal,
    });
    return reply?.ok === true && typeof reply.version === 'string' ? reply.version : undefined;
  }

  return {
    version,
    async post(path, body, onPending) {
      const token = given?.text ?? readControlToken(dataDir);
      if (token === undefined) throw tokenElsewhere(address, dataDir, await version());
      const { status, reply } = await exchange({
        address,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [CONTROL_TOKEN_HEADER]: token,
          [CLIENT_HEADER]: label,
        },
        body: JSON.stringify(body),
        silenceLimitMs: path === '/control/call' ? CALL_SILENCE_LIMIT_MS : SILENCE_LIMIT_MS,
        signal,
        onRecord: (record) => {
          if (record.pending === true) onPending?.();
        },
      });
      if (status === UNAUTHORIZED) throw tokenRefused(address, given?.from, controlTokenPath(dataDir));
      // A token whose scope does not cover the request is refused with a reply.
      if (status === FORBIDDEN && reply === undefined) throw nameRefused(address);
      return resultOf(reply, address);
    },
  };
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

function resultOf(reply: UnknownRecord | undefined, address: string): UnknownRecord {
  if (reply?.ok === true) return isRecord(reply.result) ? reply.result : {};
  if (reply?.ok === false && isRecord(reply.error)) {
    throw new DaemonFailure(String(reply.error.code), String(reply.error.message));
  }
  throw new CommandFailure(
    `What listens at ${address} does not answer as an sctl daemon does; name the daemon's address with --listen-address`,
  );
}

const tokenElsewhere = (address: string, dataDir: string, version: string | undefined): CommandFailure =>
  version === undefined
    ? notRunning(address)
    : new CommandFailure(
        `The daemon at ${address} does not keep its control token in ${dataDir}; name its folder with --data-dir or SCTL_DATA_DIR`,
      );

const tokenRefused = (address: string, given: string | undefined, path: string): CommandFailure =>
  new CommandFailure(
    given === undefined
      ? `The daemon at ${address} refused the control token in ${path}, which another daemon left there; name the running daemon's folder with --data-dir or SCTL_DATA_DIR, or restart it with this one`
      : `The daemon at ${address} refused the control token from ${given}; it was revoked, or another daemon made it`,
  );

const nameRefused = (address: string): CommandFailure =>
  new CommandFailure(
    `What listens at ${address} refuses to be reached by that name; give --listen-address an IP address or localhost`,
  );
