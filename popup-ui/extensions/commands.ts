import { send } from '../../shared/messages.ts';
import type { CallerDecision, ProviderSwitches } from '../../shared/provider.ts';

const unheard = (answer: Promise<null>): void => {
  // What shows is what is; a wish that nobody heard changes nothing.
  answer.catch(() => undefined);
};

/** What a person decides about other extensions. */
export const extensionCommands = {
  set: (switches: Partial<ProviderSwitches>) => unheard(send('worker', 'setProvider', switches)),
  decideCaller: (id: string, decision: CallerDecision) =>
    unheard(send('worker', 'decideCaller', { id, decision })),
  decideHeld: (id: string, isAllowed: boolean) => unheard(send('worker', 'decideHeld', { id, isAllowed })),
};
