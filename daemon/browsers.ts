import type { BrowserMethodName, Params, Result } from '../protocol/methods/index.ts';
import { methodNamed } from '../protocol/methods/index.ts';
import type { Disposer } from './clock.ts';
import { Emitter } from './emitter.ts';
import type { Connections, InstanceNotification } from './peers/connections.ts';
import type { CallOptions } from './peers/session.ts';
import type { Registry } from './registry.ts';
import type { Comeback } from './routing/comeback.ts';
import { requireValid } from './routing/input.ts';
import { sendTo } from './routing/router.ts';
import { browserOffline, findPaired, type TargetInstance } from './routing/target.ts';

/** The label of calls the daemon makes on its own account. */
const INTERNAL_CLIENT = 'sctl-daemon';

/** What browser access inside the daemon draws on. */
export interface BrowsersDeps {
  readonly registry: Registry;
  readonly connections: Connections;
  readonly comeback: Comeback;
  readonly onListenerError: (thrown: unknown) => void;
}

/**
 * The browser instances as components inside the daemon use them: any method, internal ones included (protocol §3.2), on
 * an instance named by its full ID, and the news of instances.
 */
export class Browsers {
  readonly #deps: BrowsersDeps;
  readonly #forgotten: Emitter<string>;

  constructor(deps: BrowsersDeps) {
    this.#deps = deps;
    this.#forgotten = new Emitter(deps.onListenerError);
  }

  /**
   * Calls a method of one instance.
   * @throws DomainError `BROWSER_OFFLINE` when the instance is not connected, or not paired; otherwise as a call from
   *   outside.
   */
  async call<Name extends BrowserMethodName>(
    instanceId: string,
    name: Name,
    input: Params<Name>,
    options: Partial<CallOptions> = {},
  ): Promise<Result<Name>> {
    const object = { ...input } as Record<string, unknown>;
    requireValid(name, methodNamed(name), object);
    await this.#deps.comeback.requireOnline(instanceId, options.signal);
    const session = this.#deps.connections.browser(instanceId);
    if (session === undefined) throw browserOffline({ id: instanceId, name: 'The browser' });
    const result: unknown = await sendTo(session, name, object, { clientId: INTERNAL_CLIENT, ...options });
    // The session has checked it against this method's schema.
    return result as Result<Name>;
  }

  /** The one online instance a call without mergeField goes to. @throws DomainError the target errors of §3.1. */
  async select(target: string | undefined, signal?: AbortSignal): Promise<TargetInstance> {
    const [instance] = await this.#deps.comeback.select(target, false, signal);
    if (instance === undefined) throw new TypeError('A selection without an instance');
    return { id: instance.id, name: instance.name };
  }

  /** As {@link select}, but an instance named by `target` may be offline. */
  async selectPaired(target: string | undefined): Promise<TargetInstance> {
    if (target === undefined) return this.select(target);
    const { id, name } = findPaired(this.#deps.registry.list(), target);
    return { id, name };
  }

  /** Whether calls can be sent to an instance now. */
  isOnline(instanceId: string): boolean {
    return this.#deps.connections.browser(instanceId) !== undefined;
  }

  /** Subscribes to valid notifications of all instances, in the order each one sent them. */
  onNotification(listener: (event: InstanceNotification) => void): Disposer {
    return this.#deps.connections.notifications.subscribe(listener);
  }

  /** Subscribes to losses of a registered connection, replacement included; once for each connection. */
  onGone(listener: (instanceId: string) => void): Disposer {
    return this.#deps.connections.gone.subscribe(listener);
  }

  /** Subscribes to the forgetting of instances, online or not. A connected one is reported gone first. */
  onForgotten(listener: (instanceId: string) => void): Disposer {
    return this.#forgotten.subscribe(listener);
  }

  /** Forgets a paired instance and closes its connection. @throws DataFileWriteError. */
  forget(instanceId: string): void {
    this.#deps.registry.remove(instanceId);
    this.#deps.connections.browser(instanceId)?.close(1008);
    this.#forgotten.emit(instanceId);
  }
}
