import * as z from 'zod/mini';
import { isExtensionId } from '../../shared/lumo.ts';
import type { CommandHandlers } from '../../shared/messages.ts';
import type { ProviderView } from '../../shared/provider.ts';
import { decided, type PolicyStore, standingOf } from './policy.ts';
import type { Reviews } from './reviews.ts';

export interface ProviderCommandDeps {
  readonly policy: PolicyStore;
  readonly reviews: Pick<Reviews, 'decide'>;
  readonly view: () => Promise<ProviderView>;
  /** The policy was changed. */
  readonly changed: () => void;
  /** The URL of the page of other extensions. */
  readonly extensionsUrl: string;
  readonly offscreenUrl: string;
}

/** The commands of our pages that concern other extensions. */
export type ProviderCommands = Pick<
  CommandHandlers<'worker'>,
  'getProvider' | 'setProvider' | 'decideCaller' | 'decideHeld' | 'admitPort'
>;

const extensionId = z.string().check(z.refine(isExtensionId));
const switches = z.strictObject({
  enabled: z.optional(z.boolean()),
  writes: z.optional(z.boolean()),
  review: z.optional(z.boolean()),
});
const callerDecision = z.strictObject({
  id: extensionId,
  decision: z.enum(['accept', 'refuse', 'revoke', 'forget']),
});
const heldDecision = z.strictObject({ id: z.string(), isAllowed: z.boolean() });
const portRequest = z.strictObject({ extensionId });

/** Answers our pages. Only the page of other extensions decides, and only the offscreen document, which holds the ports, admits them. */
export function providerCommands(deps: ProviderCommandDeps): ProviderCommands {
  const { policy, reviews, view, changed } = deps;
  const requirePage = ({ url }: chrome.runtime.MessageSender) => {
    if (url !== deps.extensionsUrl)
      throw new Error('Only the page of other extensions may decide about them');
  };
  return {
    getProvider: view,
    async setProvider(payload, sender) {
      requirePage(sender);
      const { enabled, writes, review } = z.parse(switches, payload);
      await policy.change((current) => ({
        ...current,
        enabled: enabled ?? current.enabled,
        writes: writes ?? current.writes,
        review: review ?? current.review,
      }));
      changed();
      return null;
    },
    async decideCaller(payload, sender) {
      requirePage(sender);
      const { id, decision } = z.parse(callerDecision, payload);
      await policy.change((current) => decided(current, id, decision));
      changed();
      return null;
    },
    decideHeld(payload, sender) {
      requirePage(sender);
      const { id, isAllowed } = z.parse(heldDecision, payload);
      reviews.decide(id, isAllowed);
      return null;
    },
    async admitPort(payload, { url }) {
      const { data } = z.safeParse(portRequest, payload);
      if (url !== deps.offscreenUrl || data === undefined) return { isAdmitted: false };
      const current = await policy.load();
      const { enabled, writes, review } = current;
      const isAdmitted = enabled && standingOf(current, data.extensionId) === 'allowed';
      return isAdmitted ? { isAdmitted, writes, review } : { isAdmitted };
    },
  };
}
