import * as z from 'zod/mini';
import { isExtensionId } from '../../shared/lumo.ts';
import type { CallerDecision, ProviderSwitches } from '../../shared/provider.ts';
import { createSerial, type Serial } from './serial.ts';

/** What the person has decided about other extensions; each extension is in one list at most. */
export interface ProviderPolicy extends ProviderSwitches {
  readonly allowed: readonly string[];
  /** Those that asked and were not answered yet, oldest first. */
  readonly pending: readonly string[];
  readonly refused: readonly string[];
}

/** Where an extension stands with the person. */
export type Standing = 'allowed' | 'pending' | 'refused' | 'unknown';

/** How many extensions may wait for an answer; further ones are not noted. */
export const MAX_PENDING = 20;

const MAX_REFUSED = 100;

const extensionIds = z.array(z.string().check(z.refine(isExtensionId)));
const policySchema = z.strictObject({
  enabled: z.boolean(),
  writes: z.boolean(),
  review: z.boolean(),
  allowed: extensionIds,
  pending: extensionIds,
  refused: extensionIds,
});

/** Nobody may do anything, and once somebody may, changes are reviewed. */
export const DEFAULT_POLICY: ProviderPolicy = {
  enabled: false,
  writes: false,
  review: true,
  allowed: [],
  pending: [],
  refused: [],
};

/** Where an extension stands. */
export function standingOf({ allowed, pending, refused }: ProviderPolicy, id: string): Standing {
  if (allowed.includes(id)) return 'allowed';
  if (pending.includes(id)) return 'pending';
  return refused.includes(id) ? 'refused' : 'unknown';
}

/** Notes that an unknown extension wants to be let in. */
export function asked(policy: ProviderPolicy, id: string): ProviderPolicy {
  if (!policy.enabled || standingOf(policy, id) !== 'unknown') return policy;
  if (policy.pending.length >= MAX_PENDING) return policy;
  return { ...policy, pending: [...policy.pending, id] };
}

/** What a decision makes of a policy; one about an extension that does not stand so changes nothing. */
export function decided(policy: ProviderPolicy, id: string, decision: CallerDecision): ProviderPolicy {
  const standing = standingOf(policy, id);
  const without = (list: readonly string[]) => list.filter((other) => other !== id);
  const { allowed, pending, refused } = policy;
  switch (decision) {
    case 'accept':
      if (standing !== 'pending') return policy;
      return { ...policy, pending: without(pending), allowed: [...allowed, id] };
    case 'refuse':
      if (standing !== 'pending') return policy;
      return { ...policy, pending: without(pending), refused: [...refused, id].slice(-MAX_REFUSED) };
    case 'revoke':
      return standing === 'allowed' ? { ...policy, allowed: without(allowed) } : policy;
    case 'forget':
      return standing === 'refused' ? { ...policy, refused: without(refused) } : policy;
  }
}

/** The part of `chrome.storage` that the provider keeps things in. */
export interface ProviderStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
}

const KEY = 'provider';

/** Keeps the policy. It is never cached, so that a change holds from the next call on. */
export class PolicyStore {
  readonly #storage: ProviderStorage;
  readonly #inTurn: Serial = createSerial();

  constructor(storage: ProviderStorage) {
    this.#storage = storage;
  }

  /** The policy as it is now; the default when none, or no valid one, is kept. */
  async load(): Promise<ProviderPolicy> {
    const { [KEY]: kept } = await this.#storage.get(KEY);
    const { data } = z.safeParse(policySchema, kept);
    return data ?? DEFAULT_POLICY;
  }

  /** Changes the policy, one change after the other. @returns the new one. */
  change(alter: (policy: ProviderPolicy) => ProviderPolicy): Promise<ProviderPolicy> {
    return this.#inTurn(async () => {
      const before = await this.load();
      const after = alter(before);
      if (after !== before) await this.#storage.set({ [KEY]: after });
      return after;
    });
  }
}
