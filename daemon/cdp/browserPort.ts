import type { BrowserMethodName, Params, Result } from '../../protocol/methods/index.ts';
import type { Browsers } from '../browsers.ts';

/** The one browser a client drives. */
export interface BrowserPort {
  /** Calls a method, internal ones included. @throws DomainError as the daemon's calls do. */
  call<Name extends BrowserMethodName>(
    name: Name,
    input: Params<Name>,
    signal?: AbortSignal,
  ): Promise<Result<Name>>;
}

/** The port to one instance, named by its full ID. */
export const browserPort = (browsers: Browsers, instanceId: string): BrowserPort => ({
  call: (name, input, signal) => browsers.call(instanceId, name, input, { signal }),
});
