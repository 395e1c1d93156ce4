import { useEffect, useState } from 'preact/hooks';
import { onBroadcast, send } from '../../shared/messages.ts';
import type { ProviderView } from '../../shared/provider.ts';
import { follow, type Source } from '../../ui/follow.ts';

const providerSource: Source<ProviderView> = {
  ask: () => send('worker', 'getProvider', null),
  listen: (onValue) => onBroadcast('provider', onValue),
};

/** What is offered to other extensions, kept up to date; null until it is known. */
export function useProvider(): ProviderView | null {
  const [view, setView] = useState<ProviderView | null>(null);
  useEffect(() => follow(providerSource, setView, () => undefined), []);
  return view;
}
