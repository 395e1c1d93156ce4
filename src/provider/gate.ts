import * as z from 'zod/mini';
import { DomainError, failureOf } from '../../protocol/errors.ts';
import { BROWSER_METHODS, isBrowserMethodName, type Method } from '../../protocol/methods/index.ts';
import type { Answer } from '../../shared/link.ts';
import { isExtensionId } from '../../shared/lumo.ts';
import type { Caller } from '../../shared/provider.ts';
import type { Dispatcher } from '../dispatch.ts';
import type { PageCall } from '../link/pageLink.ts';
import { type AuditLog, targetOf } from './audit.ts';
import { type PolicyStore, standingOf } from './policy.ts';
import type { Reviews } from './reviews.ts';
import type { WriteWindow } from './writeWindow.ts';

export interface ExtensionGateDeps {
  readonly dispatcher: Dispatcher;
  readonly policy: PolicyStore;
  readonly writeWindow: WriteWindow;
  readonly audit: AuditLog;
  readonly reviews: Reviews;
  /** Who an extension is, by Chrome's word. */
  readonly callerOf: (id: string) => Promise<Caller>;
}

/**
 * Stands before the dispatcher: what another extension asks for must be allowed by the policy as it is at that moment.
 * Then it goes the way of the daemon's calls, through the same levels and approvals.
 */
export function createExtensionGate(deps: ExtensionGateDeps): Dispatcher {
  const { dispatcher, audit } = deps;
  const running = new Set<string>();

  const read = async (call: PageCall, id: string): Promise<Answer | null> => {
    await requireAllowed(deps.policy, id, 'read');
    return dispatcher.dispatch(await labelled(call, id, deps));
  };

  const write = async (call: PageCall, id: string, definition: Method): Promise<Answer | null> => {
    await requireAllowed(deps.policy, id, 'write');
    const wait = await deps.writeWindow.take(id);
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1_000);
      throw new DomainError(
        'RATE_LIMITED',
        `An extension may change 30 things a minute; try again in ${seconds} s`,
      );
    }
    const { callId, context, method, input } = call;
    await audit.begin({ callId, connection: context.connection, tool: method, sender: id, input });
    try {
      if (await needsReview(deps.policy, definition, input)) {
        const caller = await deps.callerOf(id);
        const { connection } = context;
        await deps.reviews.hold({ callId, connection, caller, method, target: targetOf(input) });
      }
      await requireAllowed(deps.policy, id, 'write');
      const answer = await dispatcher.dispatch(await labelled(call, id, deps));
      if (answer !== null) await audit.end(callId, outcomeOf(answer));
      return answer;
    } catch (error) {
      await audit.end(callId, failureOf(error).code);
      throw error;
    }
  };

  const admit = (call: PageCall, id: string): Promise<Answer | null> => {
    const definition = publicMethod(call.method);
    return definition.readOnly ? read(call, id) : write(call, id, definition);
  };

  return {
    async dispatch(call) {
      const { extensionId } = call.context;
      if (extensionId === undefined) return dispatcher.dispatch(call);
      running.add(call.callId);
      try {
        return await admit(call, extensionId);
      } catch (error) {
        return { ok: false, ...failureOf(error) };
      } finally {
        running.delete(call.callId);
      }
    },
    isRunning: (callId) => running.has(callId) || dispatcher.isRunning(callId),
  };
}

/** What the audit says of an answer. */
export const outcomeOf = (answer: Answer): string => (answer.ok ? 'done' : answer.code);

function publicMethod(name: string): Method {
  const definition: Method | undefined = isBrowserMethodName(name) ? BROWSER_METHODS[name] : undefined;
  if (definition !== undefined && !definition.internal) return definition;
  throw new DomainError('METHOD_NOT_FOUND', 'This browser extension does not have this method');
}

async function requireAllowed(store: PolicyStore, id: string, wish: 'read' | 'write'): Promise<void> {
  const policy = await store.load();
  if (!policy.enabled) throw refusal('Agent access is turned off in sctl Browser');
  if (!isExtensionId(id) || standingOf(policy, id) !== 'allowed') {
    throw refusal('This extension is not on the allowlist of sctl Browser');
  }
  if (wish === 'write' && !policy.writes) {
    throw refusal('Other extensions may only read: changes are turned off in sctl Browser');
  }
}

const refusal = (reason: string) =>
  new DomainError('USER_REJECTED', `${reason}. Nothing was done; the user can change it in its settings`);

/** What will be refused anyway, or waits in the approval window, needs no word of its own. */
async function needsReview(store: PolicyStore, definition: Method, input: unknown): Promise<boolean> {
  const { review } = await store.load();
  if (!review || definition.level === 'L2') return false;
  const { data } = z.safeParse(definition.params, input);
  return data !== undefined && (definition.level !== 'L1' || data.confirm === true);
}

/** The call with a label that says who asks, so that the approval window does. */
async function labelled(
  call: PageCall,
  id: string,
  { callerOf }: Pick<ExtensionGateDeps, 'callerOf'>,
): Promise<PageCall> {
  const { name } = await callerOf(id);
  return { ...call, context: { ...call.context, clientId: `extension ${id}: ${name ?? '?'}` } };
}
