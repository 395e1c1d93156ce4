import { setMaxListeners } from 'node:events';
import { DomainError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/frames.ts';
import { type MethodName, methodNamed } from '../../protocol/methods/index.ts';
import type { Connections } from '../peers/connections.ts';
import { type CallOptions, ConnectionLostError, type PeerSession } from '../peers/session.ts';
import type { Comeback } from './comeback.ts';
import { publicMethod, requireRunnable } from './input.ts';
import { isConnectionLost, mergeParts, type Part } from './merge.ts';
import { browserOffline, type TargetInstance } from './target.ts';

/** A call as a requester outside the daemon makes it. */
export interface RoutedCall extends CallOptions {
  readonly action: string;
  /** An instance name or instance-ID prefix. */
  readonly target?: string | undefined;
  readonly input: JsonObject;
}

/** Takes calls from outside to the peer that serves them (protocol §3.1). */
export class Router {
  readonly #connections: Connections;
  readonly #comeback: Comeback;

  constructor(connections: Connections, comeback: Comeback) {
    this.#connections = connections;
    this.#comeback = comeback;
  }

  /** Runs one call. @throws DomainError as protocol §3.1 and §4 say. */
  async call({ action, target, input, ...options }: RoutedCall): Promise<JsonObject> {
    const name = publicMethod(action);
    const { peer, mergeField } = methodNamed(name);
    if (peer === 'scriptcat' && target !== undefined) {
      throw new DomainError('INVALID_REQUEST', 'User scripts are not in a browser instance; name no browser');
    }
    requireRunnable(name, input);
    if (peer === 'scriptcat') return sendTo(this.#requireScriptCat(), name, input, options);
    const instances = await this.#comeback.select(target, mergeField !== undefined, options.signal);
    const [only] = instances;
    if (only === undefined) throw new DomainError('NO_BROWSER_CONNECTED', 'No browser is connected');
    if (instances.length === 1 || mergeField === undefined) {
      return sendTo(this.#session(only), name, input, options);
    }
    return this.#callAll(instances, name, mergeField, input, options);
  }

  async #callAll(
    instances: readonly TargetInstance[],
    name: MethodName,
    mergeField: string,
    input: JsonObject,
    { signal, clientId }: CallOptions,
  ): Promise<JsonObject> {
    const sessions = instances.map((instance) => this.#session(instance));
    for (const session of sessions) requireDeclared(session, name);
    const giveUp = new AbortController();
    const options = { clientId, signal: signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal };
    // Every browser's call listens to it, and Node takes more than ten listeners for a leak.
    setMaxListeners(sessions.length, options.signal);
    const parts = instances.map(async (instance, index): Promise<Part> => {
      try {
        const session = sessions[index];
        if (session === undefined) throw new ConnectionLostError();
        return { instance, result: await session.call(name, input, options) };
      } catch (error) {
        // Nothing the others answer can help any more.
        if (isConnectionLost(error)) giveUp.abort();
        return { instance, error };
      }
    });
    return mergeParts(await Promise.all(parts), mergeField);
  }

  #session(instance: TargetInstance): PeerSession {
    const session = this.#connections.browser(instance.id);
    if (session === undefined) throw browserOffline(instance);
    return session;
  }

  #requireScriptCat(): PeerSession {
    const session = this.#connections.scriptCat;
    if (session !== undefined) return session;
    throw new DomainError(
      'INTERNAL_ERROR',
      'ScriptCat is not connected: extension not connected; start its browser, or pair it with a pairing code',
    );
  }
}

/** Sends a call to a peer that declared its method. @throws DomainError `METHOD_NOT_FOUND`, or as {@link PeerSession}. */
export async function sendTo(
  session: PeerSession,
  name: MethodName,
  input: JsonObject,
  options: CallOptions,
): Promise<JsonObject> {
  requireDeclared(session, name);
  return session.call(name, input, options);
}

function requireDeclared({ methods, peer }: PeerSession, name: MethodName): void {
  if (methods.has(name)) return;
  const who = peer.kind === 'browser' ? peer.name : 'ScriptCat';
  throw new DomainError('METHOD_NOT_FOUND', `${who} does not offer ${name}; it may need an update`);
}
