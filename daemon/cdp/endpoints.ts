import type { Disposer } from '../clock.ts';
import { Endpoint, type EndpointDeps } from './endpoint.ts';

/** The raw CDP endpoints there are: at most one for each browser instance. */
export class Endpoints {
  readonly #deps: EndpointDeps;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #stop: Disposer;

  constructor(deps: EndpointDeps) {
    this.#deps = deps;
    this.#stop = deps.browsers.onForgotten((instanceId) => void this.close(instanceId));
  }

  get(instanceId: string): Endpoint | undefined {
    return this.#endpoints.get(instanceId);
  }

  /** The endpoint of an instance, made when there is none. */
  create(instanceId: string): Endpoint {
    const known = this.#endpoints.get(instanceId);
    if (known !== undefined) return known;
    const endpoint = new Endpoint(instanceId, this.#deps, () => {
      if (this.#endpoints.get(instanceId) === endpoint) this.#endpoints.delete(instanceId);
    });
    this.#endpoints.set(instanceId, endpoint);
    return endpoint;
  }

  /** The endpoint with a secret. Each one is compared with, so that the time does not tell which there are. */
  bySecret(secret: string): Endpoint | undefined {
    let found: Endpoint | undefined;
    for (const endpoint of this.#endpoints.values()) {
      if (endpoint.hasSecret(secret)) found = endpoint;
    }
    return found;
  }

  /** Expires the endpoint of an instance. @returns whether there was one, once its client is cleaned up after. */
  async close(instanceId: string): Promise<boolean> {
    const endpoint = this.#endpoints.get(instanceId);
    await endpoint?.expire();
    return endpoint !== undefined;
  }

  /** Expires all endpoints, and lets no more be found. */
  async closeAll(): Promise<void> {
    this.#stop();
    await Promise.all([...this.#endpoints.keys()].map((instanceId) => this.close(instanceId)));
  }
}
