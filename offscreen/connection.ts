import { parseAddress, socketUrl } from '../protocol/address.ts';
import { defaultInstanceName, isInstanceName } from '../protocol/names.ts';
import { normalizePairingCode } from '../protocol/pairingCode.ts';
import type { ConnectionState, ConnectionStatus } from '../shared/connectionState.ts';
import type { RenameOutcome } from '../shared/messages.ts';
import { Attempt, type AttemptDeps, type AttemptEnd, type Credential, type Welcome } from './attempt.ts';
import { retryDelayMs } from './backoff.ts';
import { type Cancel, within } from './clock.ts';
import type { IdentityStore, StoredIdentity } from './identityStore.ts';
import type { Product } from './product.ts';
import type { Session, Transport } from './session.ts';

export interface ConnectionDeps extends AttemptDeps {
  readonly store: Omit<IdentityStore, 'load'>;
  readonly product: Product;
  readonly extensionVersion: string;
  /** Begins to serve an accepted connection. */
  readonly serve: (methods: readonly string[], transport: Transport) => Session;
  /** Told of each change of the state. */
  readonly onState: (state: ConnectionState) => void;
}

/** What an attempt is for. */
type Purpose =
  | { readonly kind: 'session' }
  | { readonly kind: 'pairing' }
  | { readonly kind: 'rename'; readonly name: string; readonly settle: (outcome: RenameOutcome) => void };

/** The attempt of now. One that was replaced is abandoned, and so reports nothing any more. */
interface Current {
  readonly attempt: Attempt;
  purpose: Purpose;
  session: Session | undefined;
}

/** Milliseconds that keeping a pairing or a name may take, before it counts as failed. */
const SAVE_TIMEOUT_MS = 5_000;

/**
 * The connection to the daemon over all its attempts (protocol §2). Commands take effect at once, and replace whatever
 * went on before.
 */
export class Connection {
  readonly #deps: ConnectionDeps;
  #identity: StoredIdentity & { readonly name: string };
  #status: ConnectionStatus = { status: 'unpaired' };
  #current: Current | undefined;
  /** Consecutive failures. */
  #failures = 0;
  #cancelRetry: Cancel | undefined;

  constructor(deps: ConnectionDeps, identity: StoredIdentity) {
    this.#deps = deps;
    const name = identity.name ?? defaultInstanceName(deps.product.slug, identity.instanceId);
    this.#identity = { ...identity, name };
  }

  get state(): ConnectionState {
    const { instanceId, name, address } = this.#identity;
    return { instanceId, name, address, ...this.#status };
  }

  /** Connects if there is a pairing; opens no socket otherwise. */
  start(): void {
    this.#failures = 0;
    if (this.#identity.key === undefined) {
      this.#replace();
      this.#show({ status: 'unpaired' });
    } else {
      this.#reconnect({ kind: 'session' });
    }
  }

  /** Pairs with a code as it was typed, in one try; how it went shows in the state. */
  pair(typed: string): 'started' | 'invalid-code' {
    const code = normalizePairingCode(typed);
    if (code === undefined) return 'invalid-code';
    this.#failures = 0;
    this.#begin({ kind: 'pairing' }, { mode: 'pairing', code });
    this.#show({ status: 'pairing' });
    return 'started';
  }

  /** Does not wait for the next retry; without one nothing happens. */
  retryNow(): void {
    if (this.#cancelRetry === undefined) return;
    this.#failures = 0;
    this.#reconnect({ kind: 'session' });
  }

  /** Ends the pairing on this side. @throws when the key could not be deleted. */
  async forget(): Promise<void> {
    this.#replace();
    this.#failures = 0;
    this.#identity = { ...this.#identity, key: undefined };
    this.#show({ status: 'unpaired' });
    await this.#deps.store.deleteKey();
  }

  /** Reconnects under another name; the daemon decides whether it is free. */
  async rename(name: string): Promise<RenameOutcome> {
    if (!isInstanceName(name)) return 'invalid-name';
    if (this.#status.status !== 'connected' || this.#identity.key === undefined) return 'not-connected';
    if (name === this.#identity.name) return 'renamed';
    return new Promise((settle) => this.#reconnect({ kind: 'rename', name, settle }));
  }

  /** Turns to the daemon at another `host:port`. @throws when the address could not be kept. */
  async setAddress(typed: string): Promise<'saved' | 'invalid-address'> {
    const address = parseAddress(typed);
    if (address === undefined) return 'invalid-address';
    this.#identity = { ...this.#identity, address };
    this.start();
    await this.#deps.store.saveAddress(address);
    return 'saved';
  }

  #show(status: ConnectionStatus): void {
    this.#status = status;
    this.#deps.onState(this.state);
  }

  /** Drops the attempt of now, whatever its phase, and the retry that is planned. */
  #replace(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    current.attempt.abandon();
    this.#leave(current);
  }

  /** Settles what hung on an attempt that is over. */
  #leave({ session, purpose }: Current): void {
    session?.end();
    if (purpose.kind === 'rename') purpose.settle('not-connected');
  }

  /** Connects with the key of the pairing. */
  #reconnect(purpose: Exclude<Purpose, { kind: 'pairing' }>): void {
    const { key } = this.#identity;
    if (key === undefined) return;
    this.#begin(purpose, { mode: 'session', key });
    this.#show({ status: 'reconnecting', attempt: this.#failures, retryAt: null });
  }

  #begin(purpose: Purpose, credential: Credential): void {
    this.#replace();
    const { instanceId, address } = this.#identity;
    const { product, extensionVersion } = this.#deps;
    const plan = {
      url: socketUrl(address),
      instanceId,
      credential,
      peer: {
        name: this.#nameFor(purpose),
        product: product.product,
        productVersion: product.productVersion,
        extensionVersion,
      },
    };
    const attempt = new Attempt(this.#deps, plan, {
      accepted: (welcome) => this.#accepted(current, welcome),
      frame: (frame) => current.session?.receive(frame),
      ended: (end) => this.#ended(current, end),
    });
    const current: Current = { attempt, purpose, session: undefined };
    this.#current = current;
  }

  #nameFor(purpose: Purpose): string {
    switch (purpose.kind) {
      case 'session':
        return this.#identity.name;
      case 'pairing':
        return this.#defaultName();
      case 'rename':
        return purpose.name;
    }
  }

  #defaultName(): string {
    return defaultInstanceName(this.#deps.product.slug, this.#identity.instanceId);
  }

  async #accepted(current: Current, welcome: Welcome): Promise<void> {
    const { purpose } = current;
    // The daemon has accepted, so from here on no later command undoes what was asked for.
    current.purpose = { kind: 'session' };
    if (welcome.newKey !== undefined) await this.#keepPairing(welcome.newKey);
    if (purpose.kind === 'rename') await this.#keepName(purpose);
    if (this.#current === current) this.#connected(current, welcome);
  }

  #connected(current: Current, { daemonVersion, methods }: Welcome): void {
    const { clock, product, serve } = this.#deps;
    this.#failures = 0;
    const { attempt } = current;
    current.session = serve(methods, {
      send: (text) => attempt.send(text),
      close: () => attempt.close(),
    });
    this.#show({
      status: 'connected',
      daemonVersion,
      product: product.product,
      productVersion: product.productVersion,
      connectedAt: clock.now(),
    });
  }

  /** A pairing that cannot be kept serves until the browser closes; pairing again is then the cure. */
  async #keepPairing(key: CryptoKey): Promise<void> {
    const name = this.#defaultName();
    this.#identity = { ...this.#identity, name, key };
    await this.#save('Keeping the pairing', this.#deps.store.savePairing(name, key)).catch(report);
  }

  async #keepName({ name, settle }: Extract<Purpose, { kind: 'rename' }>): Promise<void> {
    const oldName = this.#identity.name;
    this.#identity = { ...this.#identity, name };
    try {
      await this.#save('Keeping the name', this.#deps.store.saveName(name));
      settle('renamed');
    } catch (error) {
      report(error);
      if (this.#identity.name === name) this.#identity = { ...this.#identity, name: oldName };
      settle('not-connected');
      // The daemon must learn the old name again.
      if (this.#current?.purpose.kind === 'session') this.#current.attempt.close();
    }
  }

  #save(what: string, saving: Promise<void>): Promise<void> {
    return within(this.#deps.clock, SAVE_TIMEOUT_MS, what, saving);
  }

  #ended(current: Current, end: AttemptEnd): void {
    this.#current = undefined;
    const { purpose } = current;
    if (purpose.kind === 'pairing') {
      this.#show(pairFailure(end));
    } else if (purpose.kind === 'rename' && end === 'conflict') {
      purpose.settle('name-taken');
      this.#reconnect({ kind: 'session' });
    } else {
      this.#leave(current);
      if (end === 'refused' || end === 'conflict') this.#show({ status: 'rejected' });
      else this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#failures += 1;
    const { clock } = this.#deps;
    const delay = retryDelayMs(this.#failures);
    this.#cancelRetry = clock.after(delay, () => this.#reconnect({ kind: 'session' }));
    this.#show({ status: 'reconnecting', attempt: this.#failures, retryAt: clock.now() + delay });
  }
}

function pairFailure(end: AttemptEnd): ConnectionStatus {
  switch (end) {
    case 'unreachable':
      return { status: 'pair-unreachable' };
    case 'conflict':
      return { status: 'pair-failed', reason: 'name-taken' };
    case 'refused':
    case 'closed':
      return { status: 'pair-failed', reason: 'code-rejected' };
  }
}

const report = (error: unknown) => console.error('The identity could not be kept', error);
