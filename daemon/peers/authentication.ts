import * as z from 'zod/mini';
import { fromHex, randomHex } from '../../protocol/bytes.ts';
import type { SecurityEvent } from '../../protocol/control.ts';
import type { JsonObject } from '../../protocol/frames.ts';
import {
  type AuthMode,
  type DeliveredKey,
  encryptSessionKey,
  importSessionKey,
  type Nonces,
  type PeerClaim,
  signAsDaemon,
  verifyExtension,
} from '../../protocol/handshake.ts';
import { isInstanceId, isNonce } from '../../protocol/names.ts';
import type { EnrolmentWindow } from '../enrolment.ts';

/** What a peer answered to `$session.authenticate` (protocol §2.1). */
export interface AuthenticationAnswer {
  readonly mode: AuthMode;
  readonly peer: PeerClaim;
  readonly nonceE: string;
  readonly hmac: string;
}

/** A peer that proved itself, and how the daemon proves itself in return. */
export interface ProvenPeer {
  readonly peer: PeerClaim;
  readonly mode: AuthMode;
  /** The session key this connection stands on, as hexadecimal text; new and stored nowhere yet when pairing. */
  readonly key: string;
  /** Params of `$session.authenticated`. */
  readonly proof: { readonly hmac: string; readonly key?: DeliveredKey };
}

/** The peer did not prove itself. */
export type Refusal = Pick<SecurityEvent, 'type'> & { readonly reason: string };

export type Authentication =
  | { readonly kind: 'proven'; readonly proven: ProvenPeer }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What authentication draws on. */
export interface AuthenticationDeps {
  readonly enrolment: EnrolmentWindow;
  /** The session key in force for a peer, as hexadecimal text. */
  sessionKey(peer: PeerClaim): string | undefined;
}

const answerSchema = z.object({
  mode: z.enum(['session', 'pairing']),
  nonceE: z.string().check(z.refine(isNonce)),
  hmac: z.string(),
  peer: z.optional(
    z.object({ kind: z.literal('browser'), instanceId: z.string().check(z.refine(isInstanceId)) }),
  ),
});

const SESSION_KEY_BYTES = 32;

/** Reads the result of `$session.authenticate`; undefined when it is malformed. An answer without peer is ScriptCat's. */
export function readAnswer(result: JsonObject): AuthenticationAnswer | undefined {
  const { data } = answerSchema.safeParse(result);
  if (data === undefined) return undefined;
  const { mode, nonceE, hmac, peer } = data;
  return { mode, nonceE, hmac, peer: peer ?? { kind: 'scriptcat' } };
}

/** Checks a peer's proof, by the key of an earlier pairing or by the open pairing code. */
export function authenticate(
  answer: AuthenticationAnswer,
  nonceD: string,
  deps: AuthenticationDeps,
): Promise<Authentication> {
  const nonces: Nonces = { daemon: nonceD, extension: answer.nonceE };
  switch (answer.mode) {
    case 'session':
      return resume(answer, nonces, deps);
    case 'pairing':
      return pair(answer, nonces, deps);
  }
}

async function resume(
  { peer, hmac }: AuthenticationAnswer,
  nonces: Nonces,
  deps: AuthenticationDeps,
): Promise<Authentication> {
  const key = deps.sessionKey(peer);
  if (key === undefined) return refused('handshake.failed', 'unknown_instance');
  const macKey = await importSessionKey(fromHex(key));
  if (!(await verifyExtension(macKey, 'session', peer, nonces, hmac))) {
    return refused('handshake.failed', 'hmac_mismatch');
  }
  const proof = { hmac: await signAsDaemon(macKey, 'session', peer, nonces) };
  return { kind: 'proven', proven: { peer, mode: 'session', key, proof } };
}

async function pair(
  { peer, hmac }: AuthenticationAnswer,
  nonces: Nonces,
  { enrolment }: AuthenticationDeps,
): Promise<Authentication> {
  const outcome = await enrolment.attempt(({ mac }) => verifyExtension(mac, 'pairing', peer, nonces, hmac));
  switch (outcome.kind) {
    case 'rate_limited':
      return refused('pairing.rate_limited', 'too_many_attempts');
    case 'refused':
      return refused('pairing.failed', outcome.reason);
    case 'proven': {
      const key = randomHex(SESSION_KEY_BYTES);
      const proof = {
        hmac: await signAsDaemon(outcome.keys.mac, 'pairing', peer, nonces),
        key: await encryptSessionKey(outcome.keys.encryption, fromHex(key)),
      };
      return { kind: 'proven', proven: { peer, mode: 'pairing', key, proof } };
    }
  }
}

const refused = (type: Refusal['type'], reason: string): Authentication => ({
  kind: 'refused',
  refusal: { type, reason },
});
