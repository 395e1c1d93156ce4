import * as z from 'zod/mini';
import { isJsonObject } from '../../protocol/frames.ts';
import { isExtensionId, PROBE_CHANNEL, PROBE_VERSION, type ProbeReply } from '../../shared/lumo.ts';
import { asked, type PolicyStore, standingOf } from './policy.ts';

/** The longest self-reported text that is taken for one; it is not used. */
const MAX_TEXT_LENGTH = 256;

const text = z.string().check(z.maxLength(MAX_TEXT_LENGTH));
const probeSchema = z.strictObject({
  channel: z.literal(PROBE_CHANNEL),
  version: z.literal(PROBE_VERSION),
  id: text,
  client: z.object({ id: text, name: text, version: text }),
});

export interface ProbeDeps {
  readonly policy: PolicyStore;
  readonly version: string;
  /** Why no call could be served now; undefined when one could. */
  readonly hindrance: () => Promise<string | undefined>;
  /** The policy was changed. */
  readonly changed: () => void;
}

/** Whether a message is meant to be a probe, of whatever version or shape. */
export const isProbe = (message: unknown): boolean =>
  isJsonObject(message) && message.channel === PROBE_CHANNEL;

/**
 * Answers a probe. An extension that is not known yet is put to the person, as long as the provider is on.
 * @param senderId who asks, by Chrome's word; what the message says of it is not believed.
 */
export async function answerProbe(message: unknown, senderId: unknown, deps: ProbeDeps): Promise<ProbeReply> {
  if (!isExtensionId(senderId)) return failure('INVALID_SENDER', 'Only an extension may probe');
  if (isJsonObject(message) && message.version !== PROBE_VERSION) {
    return failure('UNSUPPORTED_VERSION', `Only version ${PROBE_VERSION} of the probe is spoken here`);
  }
  if (!z.safeParse(probeSchema, message).success) {
    return failure('INVALID_PROBE', 'The message does not have the shape of a probe');
  }
  const before = await deps.policy.load();
  const policy = await deps.policy.change((current) => asked(current, senderId));
  if (policy.pending.length !== before.pending.length) deps.changed();
  const standing = standingOf(policy, senderId);
  const reason = await deps.hindrance();
  return {
    ok: true,
    service: { namespace: 'sctl', name: 'sctl Browser', version: deps.version },
    status: {
      enabled: policy.enabled,
      authorized: standing === 'allowed',
      ready: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      pendingApproval: policy.enabled && standing === 'pending',
    },
  };
}

const failure = (code: string, message: string): ProbeReply => ({ ok: false, error: { code, message } });
