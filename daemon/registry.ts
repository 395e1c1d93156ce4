import { join } from 'node:path';
import * as z from 'zod/mini';
import { DomainError } from '../protocol/errors.ts';
import { isInstanceId, isInstanceName } from '../protocol/names.ts';
import { DataFileError } from './dataFileError.ts';
import { readFileIfPresent, writePrivateFile } from './privateFile.ts';

/** File in the data directory that holds the paired browser instances with their keys. */
export const REGISTRY_FILE = 'browsers.json';

/** What an instance says about itself; each is printable text of at most 64 bytes. */
export interface InstanceDetails {
  readonly product?: string;
  readonly productVersion?: string;
  readonly extensionVersion?: string;
}

/** A paired browser instance. */
export interface Instance extends InstanceDetails {
  readonly id: string;
  readonly name: string;
  /** The session key as lowercase hexadecimal text. */
  readonly key: string;
}

/** The instance was forgotten, or paired anew, since its key was looked up. */
export class InstanceGoneError extends Error {
  constructor() {
    super('The browser instance is no longer paired under this key');
    this.name = 'InstanceGoneError';
  }
}

const detail = z.optional(z.string());
const fileSchema = z.object({
  // An empty list is written as null by daemons whose language has no other empty slice.
  instances: z.nullable(
    z.array(
      z.object({
        id: z.string().check(z.refine(isInstanceId)),
        name: z.string().check(z.refine(isInstanceName)),
        key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        product: detail,
        productVersion: detail,
        extensionVersion: detail,
      }),
    ),
  ),
});

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** Orders by instance name, as every listing does. */
export const byName = (left: { readonly name: string }, right: { readonly name: string }) =>
  compareText(left.name, right.name);

/**
 * The paired browser instances, kept in a user-only file. The file is written before memory changes, so a failed write
 * changes nothing.
 */
export class Registry {
  readonly #path: string;
  #instances: ReadonlyMap<string, Instance>;

  private constructor(path: string, instances: readonly Instance[]) {
    this.#path = path;
    this.#instances = byId(instances);
  }

  /** Reads the registry of a data directory. @throws DataFileError when the file is there but is no registry. */
  static open(dataDir: string): Registry {
    const path = join(dataDir, REGISTRY_FILE);
    return new Registry(path, readInstances(path));
  }

  /** Every paired instance, sorted by name. */
  list(): readonly Instance[] {
    return [...this.#instances.values()].sort(byName);
  }

  /** The instance with exactly this ID. */
  get(id: string): Instance | undefined {
    return this.#instances.get(id);
  }

  /** The instance with exactly this name, or else exactly this ID. */
  find(nameOrId: string): Instance | undefined {
    return this.list().find(({ name }) => name === nameOrId) ?? this.get(nameOrId);
  }

  /**
   * Adds a newly paired instance, or gives a paired one a new key.
   * @throws DomainError `CONFLICT` when another instance holds the name; DataFileWriteError.
   */
  pair(instance: Instance): void {
    this.#requireFreeName(instance);
    this.#put(instance);
  }

  /**
   * Updates the name and details of an instance whose key is still in force.
   * @throws InstanceGoneError; DomainError `CONFLICT` when another instance holds the name;
   *   DataFileWriteError.
   */
  update(instance: Instance): void {
    const present = this.get(instance.id);
    if (present?.key !== instance.key) throw new InstanceGoneError();
    this.#requireFreeName(instance);
    if (!sameInstance(present, instance)) this.#put(instance);
  }

  /** Removes an instance, which frees its name. @throws DataFileWriteError. */
  remove(id: string): void {
    this.#replace(new Map([...this.#instances].filter(([present]) => present !== id)));
  }

  #requireFreeName({ id, name }: Instance): void {
    if (this.list().every((other) => other.id === id || other.name !== name)) return;
    throw new DomainError('CONFLICT', `Another paired browser is named "${name}"; choose a different name`);
  }

  #put(instance: Instance): void {
    this.#replace(new Map([...this.#instances, [instance.id, instance]]));
  }

  #replace(instances: ReadonlyMap<string, Instance>): void {
    const sorted = [...instances.values()].sort((left, right) => compareText(left.id, right.id));
    writePrivateFile(this.#path, `${JSON.stringify({ instances: sorted }, null, 2)}\n`);
    this.#instances = instances;
  }
}

const byId = (instances: readonly Instance[]) =>
  new Map(instances.map((instance) => [instance.id, instance] as const));

const sameInstance = (left: Instance, right: Instance) =>
  left.name === right.name &&
  left.product === right.product &&
  left.productVersion === right.productVersion &&
  left.extensionVersion === right.extensionVersion;

function readInstances(path: string): readonly Instance[] {
  const content = parse(path);
  if (content === undefined) return [];
  const { data } = fileSchema.safeParse(content);
  if (data === undefined) throw new DataFileError(path, 'is not a list of paired browsers');
  const instances = (data.instances ?? []).map(withoutUndefined);
  const unique = (values: readonly string[]) => new Set(values).size === values.length;
  if (!unique(instances.map(({ id }) => id)) || !unique(instances.map(({ name }) => name))) {
    throw new DataFileError(path, 'lists a browser ID or name twice');
  }
  return instances;
}

function parse(path: string): unknown {
  try {
    const text = readFileIfPresent(path);
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the text, which holds keys.
    if (error instanceof SyntaxError) throw new DataFileError(path, 'is not JSON');
    throw new DataFileError(path, 'cannot be read', error);
  }
}

type Parsed = NonNullable<z.infer<typeof fileSchema>['instances']>[number];

function withoutUndefined({ id, name, key, ...details }: Parsed): Instance {
  return { id, name, key, ...presentDetails(details) };
}

/** Details with those left out that are undefined or empty. */
export function presentDetails(
  details: {
    readonly [Name in keyof InstanceDetails]?: string | undefined;
  },
): InstanceDetails {
  const { product, productVersion, extensionVersion } = details;
  return {
    ...(product ? { product } : {}),
    ...(productVersion ? { productVersion } : {}),
    ...(extensionVersion ? { extensionVersion } : {}),
  };
}
