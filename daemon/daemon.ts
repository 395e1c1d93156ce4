import { Audit } from './audit.ts';
import { Browsers } from './browsers.ts';
import { CdpDoor } from './cdp/cdpDoor.ts';
import { Endpoints } from './cdp/endpoints.ts';
import { NO_OTHER_DRIVER } from './cdp/handover.ts';
import { type Clock, systemClock } from './clock.ts';
import { authorityOf } from './control/authority.ts';
import { createCdpRoutes } from './control/cdpRoutes.ts';
import { ControlDoor } from './control/controlDoor.ts';
import { createRoutes } from './control/routes.ts';
import { ScopedTokens } from './control/scopedTokens.ts';
import { ControlToken } from './control/token.ts';
import { EnrolmentWindow } from './enrolment.ts';
import { Listener } from './listener.ts';
import { Connections } from './peers/connections.ts';
import { PeerDoor } from './peers/peerDoor.ts';
import { createPrivateDirectory } from './privateFile.ts';
import { Registry } from './registry.ts';
import { Comeback } from './routing/comeback.ts';
import { Router } from './routing/router.ts';
import { ScriptCatKey } from './scriptCatKey.ts';

export { DataFileError } from './dataFileError.ts';
export { AddressInUseError } from './listenAddress.ts';

/** How a daemon is to run. */
export interface DaemonOptions {
  /** Directory for keys and the control token; created for this user only when it is missing. */
  readonly dataDir: string;
  /** `host:port`; port 0 lets the system choose. */
  readonly listenAddress: string;
  /** Shown to peers and requesters. */
  readonly version: string;
  /** Takes a line about each thing that went wrong; never a secret. */
  readonly log?: (line: string) => void;
}

/** What tests put in the place of the real thing. */
export interface DaemonDeps {
  readonly clock: Clock;
}

/** A running daemon. */
export interface Daemon {
  /** The actual `host:port`. */
  readonly address: string;
  /** Says goodbye to every peer, settles what is in flight, and frees the port; may be called again. */
  close(): Promise<void>;
}

/** How long peers and requesters may take to say goodbye when the daemon closes. */
const GOODBYE_MS = 1_000;

/** How much of that the cleaning up after CDP clients may take. */
const CLEAN_UP_MS = 500;

/**
 * Starts a daemon.
 * @throws DataFileError when a file of the data directory is corrupt; AddressInUseError when the port is taken;
 *   TypeError when the address is none; otherwise the system's error.
 */
export async function startDaemon(
  options: DaemonOptions,
  { clock }: DaemonDeps = { clock: systemClock },
): Promise<Daemon> {
  const { dataDir, listenAddress, version: daemonVersion, log = () => undefined } = options;
  const { writableByOthers } = createPrivateDirectory(dataDir);
  if (writableByOthers) log(`Other users may write to ${dataDir}, and so could pair a browser of theirs`);
  const registry = Registry.open(dataDir);
  const scriptCatKey = ScriptCatKey.open(dataDir);
  const audit = new Audit(clock);
  const enrolment = new EnrolmentWindow(clock);
  const token = new ControlToken();
  const scopedTokens = ScopedTokens.open(dataDir, clock);
  const onListenerError = (thrown: unknown) =>
    log(`A subscriber failed: ${thrown instanceof Error ? thrown.message : 'unknown cause'}`);
  const connections = new Connections(clock, onListenerError);
  const comeback = new Comeback({ clock, registry, connections });
  const router = new Router(connections, comeback);
  const browsers = new Browsers({ registry, connections, comeback, onListenerError });

  const peerDoor = new PeerDoor({
    clock,
    audit,
    enrolment,
    registry,
    scriptCatKey,
    daemonVersion,
    log,
    establish: (peer, methods, socket) => connections.establish(peer, methods, socket),
  });
  const endpoints = new Endpoints({ clock, browsers, handover: NO_OTHER_DRIVER, log });
  const routes = {
    ...createRoutes({
      daemonVersion,
      audit,
      browsers,
      connections,
      enrolment,
      registry,
      router,
      scopedTokens,
    }),
    ...createCdpRoutes({ browsers, endpoints }),
  };
  const controlDoor = new ControlDoor({
    daemonVersion,
    authorize: (sent) => authorityOf(sent, token, scopedTokens),
    routes,
    log,
  });
  const listener = new Listener([controlDoor, new CdpDoor(endpoints), peerDoor]);

  const goodbye = async () => {
    listener.stop();
    comeback.close();
    // While the browsers are still there to let go of their tabs.
    await atMost(clock, CLEAN_UP_MS, endpoints.closeAll());
    connections.shutDown();
    await Promise.all([peerDoor.close(), controlDoor.idle()]);
  };
  const close = async () => {
    await atMost(clock, GOODBYE_MS, goodbye());
    peerDoor.drop();
    await listener.close();
  };

  const address = await listener.listen(listenAddress);
  try {
    token.store(dataDir);
  } catch (error) {
    await close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    address,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function atMost(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(milliseconds, resolve);
    work.then(resolve, reject).finally(stopTimer);
  });
}
