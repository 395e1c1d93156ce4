import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { TokenListing } from '../../protocol/control.ts';
import { DomainError } from '../../protocol/errors.ts';
import { isInstanceName } from '../../protocol/names.ts';
import type { Scope } from '../../protocol/scope.ts';
import type { Clock } from '../clock.ts';
import { DataFileError } from '../dataFileError.ts';
import { readFileIfPresent, writePrivateFile } from '../privateFile.ts';

/** File in the data directory that holds the further tokens, each as its hash. */
export const TOKENS_FILE = 'tokens.json';

const TOKEN_BYTES = 32;
const ID_BYTES = 4;
/** Lets people, and tools that look for leaked secrets, tell what such a text is. */
const TOKEN_PREFIX = 'sctl_';

interface StoredToken extends TokenListing {
  /** SHA-256 of the token as lowercase hexadecimal text; the token itself is nowhere. */
  readonly hash: string;
}

const fileSchema = z.strictObject({
  tokens: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
      name: z.string().check(z.refine(isInstanceName)),
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      createdAt: z.string(),
      readOnly: z.literal(true),
      domains: z.optional(z.array(z.string())),
    }),
  ),
});

/** The tokens beside the full control token. The file is written before memory changes. */
export class ScopedTokens {
  readonly #path: string;
  readonly #clock: Clock;
  #tokens: readonly StoredToken[];

  private constructor(path: string, clock: Clock, tokens: readonly StoredToken[]) {
    this.#path = path;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /** Reads the tokens of a data directory. @throws DataFileError when the file is there but is none of ours. */
  static open(dataDir: string, clock: Clock): ScopedTokens {
    const path = join(dataDir, TOKENS_FILE);
    return new ScopedTokens(path, clock, readTokens(path));
  }

  /** Every token, sorted by name. */
  list(): readonly TokenListing[] {
    return this.#tokens.map(listingOf).sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /**
   * Makes a token; this is the only time its text is known.
   * @throws DomainError `CONFLICT` when the name is taken; DataFileWriteError.
   */
  create(scope: Scope, wantedName?: string): { readonly token: string; readonly listing: TokenListing } {
    const id = randomBytes(ID_BYTES).toString('hex');
    const name = wantedName ?? `token-${id}`;
    if (this.#tokens.some((token) => token.name === name || token.id === name)) {
      throw new DomainError('CONFLICT', `There is already a token "${name}"; choose a different name`);
    }
    const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('hex')}`;
    const createdAt = new Date(this.#clock.now()).toISOString();
    const stored = { id, name, createdAt, ...scope, hash: hashOf(token).toString('hex') };
    this.#replace([...this.#tokens, stored]);
    return { token, listing: listingOf(stored) };
  }

  /** Makes a token worthless, by its exact name or ID. @throws DomainError `NOT_FOUND`; DataFileWriteError. */
  revoke(nameOrId: string): void {
    const token =
      this.#tokens.find(({ name }) => name === nameOrId) ?? this.#tokens.find(({ id }) => id === nameOrId);
    if (token === undefined) {
      throw new DomainError('NOT_FOUND', 'There is no token with this name or ID; list them to see them');
    }
    this.#replace(this.#tokens.filter((other) => other !== token));
  }

  /** The token a requester sent; compared in constant time. */
  find(sent: string): TokenListing | undefined {
    const hash = hashOf(sent);
    const found = this.#tokens.filter((token) => timingSafeEqual(Buffer.from(token.hash, 'hex'), hash))[0];
    return found && listingOf(found);
  }

  #replace(tokens: readonly StoredToken[]): void {
    writePrivateFile(this.#path, `${JSON.stringify({ tokens }, null, 2)}\n`);
    this.#tokens = tokens;
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const listingOf = ({ hash: _, ...listing }: StoredToken): TokenListing => listing;

function readTokens(path: string): readonly StoredToken[] {
  const text = readText(path);
  if (text === undefined) return [];
  const { data } = fileSchema.safeParse(parseJson(text));
  if (data === undefined) throw new DataFileError(path, 'is not a list of control tokens');
  return data.tokens.map(({ domains, ...token }) => (domains === undefined ? token : { ...token, domains }));
}

function readText(path: string): string | undefined {
  try {
    return readFileIfPresent(path);
  } catch (error) {
    throw new DataFileError(path, 'cannot be read', error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
