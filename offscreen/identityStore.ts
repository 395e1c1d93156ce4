import { parseAddress } from '../protocol/address.ts';
import { randomHex } from '../protocol/bytes.ts';
import { DEFAULT_ADDRESS } from '../protocol/limits.ts';
import { isInstanceId, isInstanceName } from '../protocol/names.ts';

/** What is kept of this browser instance. */
export interface StoredIdentity {
  /** Made at the first run and kept, also when the pairing is forgotten. */
  readonly instanceId: string;
  /** Undefined before the first pairing. */
  readonly name: string | undefined;
  /** The daemon's `host:port`. */
  readonly address: string;
  /** The session key of the pairing, which signs but cannot be read; undefined when there is no pairing. */
  readonly key: CryptoKey | undefined;
}

export interface IdentityStore {
  /** Reads the identity, and makes the instance ID when there is none. */
  readonly load: () => Promise<StoredIdentity>;
  /** Keeps both or neither. */
  readonly savePairing: (name: string, key: CryptoKey) => Promise<void>;
  readonly saveName: (name: string) => Promise<void>;
  readonly saveAddress: (address: string) => Promise<void>;
  readonly deleteKey: () => Promise<void>;
}

/** A durable map; each call is atomic, and calls take effect in the order they were made. */
export interface KeyValues {
  readonly getMany: (keys: string[]) => Promise<unknown[]>;
  readonly setMany: (entries: [string, unknown][]) => Promise<void>;
  readonly update: (key: string, change: (old: unknown) => unknown) => Promise<void>;
  readonly del: (key: string) => Promise<void>;
}

/** Keeps the identity in a durable map. Whatever else is found there under our names is taken for nothing. */
export function createIdentityStore(values: KeyValues): IdentityStore {
  return {
    async load() {
      // One transaction, so that two documents starting at once agree on the ID.
      await values.update('instanceId', (old) => (isInstanceId(old) ? old : randomHex(16)));
      const [instanceId, name, address, key] = await values.getMany(['instanceId', 'name', 'address', 'key']);
      if (!isInstanceId(instanceId)) throw new TypeError('The instance ID was not kept');
      return {
        instanceId,
        name: isInstanceName(name) ? name : undefined,
        address: (typeof address === 'string' ? parseAddress(address) : undefined) ?? DEFAULT_ADDRESS,
        key: key instanceof CryptoKey ? key : undefined,
      };
    },
    savePairing: (name, key) =>
      values.setMany([
        ['name', name],
        ['key', key],
      ]),
    saveName: (name) => values.setMany([['name', name]]),
    saveAddress: (address) => values.setMany([['address', address]]),
    deleteKey: () => values.del('key'),
  };
}
