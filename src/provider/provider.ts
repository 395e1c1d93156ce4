import type { Answer } from '../../shared/link.ts';
import type { Caller, ProviderView } from '../../shared/provider.ts';
import type { Dispatcher } from '../dispatch.ts';
import { AuditLog } from './audit.ts';
import { type ProviderCommands, providerCommands } from './commands.ts';
import { createExtensionGate, outcomeOf } from './gate.ts';
import { PolicyStore, type ProviderStorage } from './policy.ts';
import { answerProbe, isProbe } from './probe.ts';
import { Reviews } from './reviews.ts';
import { WriteWindow } from './writeWindow.ts';

export interface ProviderDeps {
  readonly local: ProviderStorage;
  readonly session: ProviderStorage;
  readonly version: string;
  readonly extensionsUrl: string;
  readonly offscreenUrl: string;
  /** An extension's name by Chrome's word; null when it is not installed. */
  readonly nameOf: (id: string) => Promise<string | null>;
  readonly hindrance: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly createId: () => string;
  readonly startTimer: (milliseconds: number, act: () => void) => () => void;
  /** Shows a new state to the open pages. */
  readonly publish: (view: ProviderView) => void;
}

/** The worker's part in offering our methods to other extensions; see docs/extensions.md. */
export interface Provider {
  /** Puts the gate for other extensions before a dispatcher. */
  readonly guard: (dispatcher: Dispatcher) => Dispatcher;
  /** A call that had waited was answered. */
  readonly answered: (callId: string, answer: Answer) => void;
  readonly cancelled: (callId: string) => void;
  /** The connections that are up. */
  readonly connectionsAre: (connections: readonly string[]) => void;
  /** For `chrome.runtime.onMessageExternal`. */
  readonly onMessage: (
    message: unknown,
    sender: chrome.runtime.MessageSender,
    respond: (reply: unknown) => void,
  ) => true | undefined;
  /** Shows the state as it is now, as a starting worker does. */
  readonly publish: () => void;
  readonly commands: ProviderCommands;
}

/** How many changes the page of other extensions shows. */
const SHOWN_ENTRIES = 50;

const report = (error: unknown) => console.error('The provider could not do its part', error);

export function createProvider(deps: ProviderDeps): Provider {
  const { now, createId, startTimer } = deps;
  const changed = () => void view().then(deps.publish).catch(report);
  const policy = new PolicyStore(deps.local);
  const audit = new AuditLog(deps.local, now, changed);
  const reviews = new Reviews({ now, createId, startTimer, changed });
  const writeWindow = new WriteWindow(deps.session, now);
  const callerOf = async (id: string): Promise<Caller> => ({ id, name: await deps.nameOf(id) });
  const callersOf = (ids: readonly string[]) => Promise.all(ids.map(callerOf));

  async function view(): Promise<ProviderView> {
    const { allowed, pending, refused, ...switches } = await policy.load();
    return {
      ...switches,
      allowed: await callersOf(allowed),
      pending: await callersOf(pending),
      refused: await callersOf(refused),
      held: reviews.views(),
      audit: await audit.entries(SHOWN_ENTRIES),
    };
  }

  return {
    guard: (dispatcher) => createExtensionGate({ dispatcher, policy, writeWindow, audit, reviews, callerOf }),
    answered: (callId, answer) => void audit.end(callId, outcomeOf(answer)).catch(report),
    cancelled(callId) {
      reviews.cancel(callId);
      audit.end(callId, 'withdrawn').catch(report);
    },
    connectionsAre(connections) {
      audit.connectionsAre(connections).catch(report);
      reviews.connectionsAre(connections);
    },
    onMessage(message, sender, respond) {
      if (!isProbe(message)) return undefined;
      const { version, hindrance } = deps;
      answerProbe(message, sender.id, { policy, version, hindrance, changed }).then(respond, report);
      return true;
    },
    publish: changed,
    commands: providerCommands({ ...deps, policy, reviews, view, changed }),
  };
}
