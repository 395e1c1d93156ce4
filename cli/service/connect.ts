import { PAIRING_CODE_TTL_MS } from '../../protocol/limits.ts';
import { formatPairingCode } from '../../protocol/pairingCode.ts';
import type { Command } from '../command.ts';
import { type Context, line, notify, printResult } from '../context.ts';
import { DaemonFailure, Interrupted } from '../failure.ts';
import { type Browser, readPairingCode, readStatus, type SecurityEntry, type Status } from '../replies.ts';

/** How often the daemon is asked whether a browser has paired. */
const POLL_INTERVAL_MS = 500;

/** `sctl connect`: shows a pairing code and waits until a browser used it. */
export const connect: Command = {
  name: 'connect',
  summary: 'Show a pairing code and wait until a browser has paired with it.',
  parameters: [],
  async run(context) {
    const before = await askStatus(context);
    const code = formatPairingCode(readPairingCode(await context.client.post('/control/enroll', {})));
    const deadline = context.io.now() + PAIRING_CODE_TTL_MS;
    printResult(context, { code }, () => line(code));
    notify(context.io, 'Enter this code in the popup of sctl Browser within 2 minutes.');
    const paired = await waitForPairing(context, before, deadline);
    const name = 'browser' in paired ? paired.browser.name : 'ScriptCat';
    printResult(context, paired, () => line(`Paired ${name}`));
  },
};

/** Who used the code. */
type Paired = { readonly browser: Browser } | { readonly scriptCat: true };

async function waitForPairing(context: Context, before: Status, deadline: number): Promise<Paired> {
  const { io } = context;
  let seen = before;
  while (io.now() < deadline) {
    await io.sleep(POLL_INTERVAL_MS, io.signal);
    if (io.signal.aborted)
      throw new Interrupted('Interrupted; the code is good until its 2 minutes are over');
    const now = await askStatus(context);
    const browser = now.browsers.find((candidate) => hasConnected(candidate, before));
    if (browser !== undefined) return { browser };
    if (scriptCatHasConnected(now, before)) return { scriptCat: true };
    for (const event of newFailures(seen, now)) notify(io, describeFailure(event));
    seen = now;
  }
  throw new DaemonFailure(
    'OPERATION_EXPIRED',
    'No browser used the code within 2 minutes; run `sctl connect` again for a new one',
  );
}

const askStatus = async ({ client }: Context): Promise<Status> =>
  readStatus(await client.post('/control/status', {}));

/** Whether a browser is online that was not before: a new one, or one that paired again. */
function hasConnected(browser: Browser, before: Status): boolean {
  const earlier = before.browsers.find(({ id }) => id === browser.id);
  return browser.online && (!earlier?.online || earlier.connectedAt !== browser.connectedAt);
}

/** Whether ScriptCat is there that was not before, or has replaced its connection: it pairs with the same codes. */
function scriptCatHasConnected(now: Status, before: Status): boolean {
  if (!now.extConnected) return false;
  if (!before.extConnected) return true;
  return eventsSince(before, now).some(
    ({ type, client }) => type === 'handshake.ok' && !client?.startsWith('browser:'),
  );
}

function eventsSince(seen: Status, now: Status): readonly SecurityEntry[] {
  const added = now.securityCount - seen.securityCount;
  return added > 0 ? now.security.slice(-added) : [];
}

const newFailures = (seen: Status, now: Status): readonly SecurityEntry[] =>
  eventsSince(seen, now).filter(
    ({ type, reason }) =>
      type === 'pairing.failed' ||
      type === 'pairing.rate_limited' ||
      reason === 'name_taken' ||
      reason === 'storage_failed',
  );

function describeFailure({ type, reason }: SecurityEntry): string {
  if (type === 'pairing.rate_limited') return 'note: too many attempts to pair; wait a minute and try again';
  switch (reason) {
    case 'hmac_mismatch':
      return 'note: a browser tried to pair with a wrong code';
    case 'pairing_attempts_exhausted':
      return 'note: the code is void after three wrong attempts; run `sctl connect` again for a new one';
    case 'name_taken':
      return 'note: another paired browser has this name; choose a different one in the popup, and pair again';
    case 'storage_failed':
      return "note: the daemon could not write the pairing to its folder, so nothing was paired; make room on the disk, see the daemon's log, and try again";
    default:
      return `note: a browser could not pair${reason === undefined ? '' : ` (${reason})`}`;
  }
}
