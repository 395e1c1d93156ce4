import * as z from 'zod/mini';
import { isJsonObject } from '../../protocol/frames.ts';
import type { AuditEntry } from '../../shared/provider.ts';
import type { ProviderStorage } from './policy.ts';
import { createSerial, type Serial } from './serial.ts';

/** How many changes are remembered; the oldest go first. */
export const MAX_AUDIT_ENTRIES = 500;

const MAX_TARGET_LENGTH = 120;

/** The arguments that name what is changed without telling anything else. */
const REFERENCES = [
  'tabId',
  'tabIds',
  'windowId',
  'windowIds',
  'groupId',
  'id',
  'ids',
  'folder',
  'sessionId',
] as const;

const entrySchema = z.strictObject({
  callId: z.string(),
  connection: z.string(),
  at: z.number(),
  tool: z.string(),
  sender: z.string(),
  outcome: z.string(),
  target: z.nullable(z.string()),
  digest: z.string(),
});

type StoredEntry = z.infer<typeof entrySchema>;

const KEY = 'providerAudit';

/** Which call an entry is about. */
export interface AuditedCall {
  readonly callId: string;
  readonly connection: string;
  readonly tool: string;
  readonly sender: string;
  readonly input: unknown;
}

/** Remembers what other extensions changed: never what they passed, only a digest of it. */
export class AuditLog {
  readonly #storage: ProviderStorage;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #inTurn: Serial = createSerial();

  constructor(storage: ProviderStorage, now: () => number, changed: () => void) {
    this.#storage = storage;
    this.#now = now;
    this.#changed = changed;
  }

  /** Writes a change down before it happens. */
  async begin({ callId, connection, tool, sender, input }: AuditedCall): Promise<void> {
    const digest = await digestOf(input);
    const target = targetOf(input);
    const entry = { callId, connection, at: this.#now(), tool, sender, outcome: 'waiting', target, digest };
    await this.#change((entries) => [...entries, entry].slice(-MAX_AUDIT_ENTRIES));
  }

  /** Writes down how it ended; a call that was not begun, or ended before, is no error. */
  end(callId: string, outcome: string): Promise<void> {
    return this.#close((entry) => entry.callId === callId, outcome);
  }

  /** The connections that are up; what waited for an answer on any other was withdrawn. */
  connectionsAre(connections: readonly string[]): Promise<void> {
    return this.#close(({ connection }) => !connections.includes(connection), 'withdrawn');
  }

  /** Newest first. */
  async entries(limit: number): Promise<readonly AuditEntry[]> {
    const entries = await this.#load();
    return entries
      .slice(-limit)
      .reverse()
      .map(({ callId, connection, ...entry }) => entry);
  }

  #close(isMeant: (entry: StoredEntry) => boolean, outcome: string): Promise<void> {
    return this.#change((entries) => {
      const isDue = (entry: StoredEntry) => entry.outcome === 'waiting' && isMeant(entry);
      return entries.some(isDue)
        ? entries.map((entry) => (isDue(entry) ? { ...entry, outcome } : entry))
        : entries;
    });
  }

  #change(alter: (entries: readonly StoredEntry[]) => readonly StoredEntry[]): Promise<void> {
    return this.#inTurn(async () => {
      const before = await this.#load();
      const after = alter(before);
      if (after === before) return;
      await this.#storage.set({ [KEY]: after });
      this.#changed();
    });
  }

  async #load(): Promise<readonly StoredEntry[]> {
    return z.safeParse(z.array(entrySchema), (await this.#storage.get(KEY))[KEY]).data ?? [];
  }
}

/** What a call names, such as `tabIds 3, 5`; null when it names nothing that may be told. */
export function targetOf(input: unknown): string | null {
  if (!isJsonObject(input)) return null;
  const named = REFERENCES.flatMap((key) => {
    const ids = [input[key]].flat().filter(isReference);
    return ids.length === 0 ? [] : [`${key} ${ids.join(', ')}`];
  });
  return named.length === 0 ? null : named.join('; ').slice(0, MAX_TARGET_LENGTH);
}

/** Chrome's own IDs: numbers, numbers as text, session IDs, extension IDs. */
const isReference = (value: unknown): boolean =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^(\d[\d.]{0,31}|[a-p]{32})$/.test(value));

async function digestOf(input: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(canonical(input)) ?? '');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same value with the keys of its objects in order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, canonical(member)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
