import type { PeerClaim } from '../../protocol/handshake.ts';
import { InstanceGoneError, type Registry } from '../registry.ts';
import type { ScriptCatKey } from '../scriptCatKey.ts';
import type { ProvenPeer } from './authentication.ts';
import type { BrowserCapabilities } from './capabilities.ts';

/** Where the session keys in force are kept. */
export interface KeyStores {
  readonly registry: Registry;
  readonly scriptCatKey: ScriptCatKey;
}

/** The session key in force for a peer, as hexadecimal text. */
export const sessionKeyOf = ({ registry, scriptCatKey }: KeyStores, peer: PeerClaim): string | undefined =>
  peer.kind === 'browser' ? registry.get(peer.instanceId)?.key : scriptCatKey.current;

/**
 * Makes a proven browser instance's key, name and details permanent; not before this is a new key stored.
 * @throws InstanceGoneError, DomainError `CONFLICT` or DataFileWriteError, as {@link Registry} does.
 */
export function registerBrowser(
  registry: Registry,
  instanceId: string,
  { mode, key }: Pick<ProvenPeer, 'mode' | 'key'>,
  { name, details }: BrowserCapabilities,
): void {
  const instance = { id: instanceId, name, key, ...details };
  if (mode === 'pairing') registry.pair(instance);
  else registry.update(instance);
}

/** Makes ScriptCat's newly paired key permanent. @throws InstanceGoneError when it was paired anew meanwhile. */
export function registerScriptCat(
  scriptCatKey: ScriptCatKey,
  { mode, key }: Pick<ProvenPeer, 'mode' | 'key'>,
): void {
  if (mode === 'pairing') scriptCatKey.replace(key);
  else if (scriptCatKey.current !== key) throw new InstanceGoneError();
}
