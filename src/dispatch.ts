import * as z from 'zod/mini';
import { DomainError, type Failure, failureOf } from '../protocol/errors.ts';
import { isJsonObject } from '../protocol/frames.ts';
import {
  BROWSER_METHODS,
  type BrowserMethodName,
  type DirectMethodName,
  isBrowserMethodName,
  type Method,
} from '../protocol/methods/index.ts';
import type { Answer, CallContext } from '../shared/link.ts';
import type { ActivityLog, CallNote } from './activity/activityLog.ts';
import type { ApprovalKinds } from './approvals/kinds/index.ts';
import type { ApprovalQueue } from './approvals/queue.ts';
import type { Prepared } from './approvals/record.ts';
import type { Handlers } from './handlers/define.ts';
import { describeInvalidInput } from './invalidInput.ts';
import type { PageCall } from './link/pageLink.ts';
import type { Pause } from './pause.ts';

/** How a method is carried out, its types forgotten: the schema has vouched for the input. */
type Way =
  | { readonly gate: 'none'; readonly run: (input: unknown, context: CallContext) => Promise<unknown> }
  | { readonly gate: 'human'; readonly prepare: (input: unknown) => Promise<Prepared> };

type Entry = { readonly name: BrowserMethodName; readonly definition: Method } & Way;

/** Every method this extension carries out. */
export type Registry = ReadonlyMap<string, Entry>;

/**
 * Builds the registry.
 * @param groups handlers of methods that run without a human.
 * @param kinds the gated methods.
 * @throws Error when a name is no browser method, is registered twice, or is registered the other way than its level
 *   demands: a mistake in the code, found when the worker starts.
 */
export function createRegistry(
  groups: readonly Partial<Handlers<DirectMethodName>>[],
  kinds: Partial<ApprovalKinds>,
): Registry {
  const registry = new Map<string, Entry>();

  const register = (name: string, way: Way) => {
    if (!isBrowserMethodName(name)) throw new Error(`${name} is no method of a browser`);
    const definition = definitionOf(name);
    if (registry.has(name)) throw new Error(`${name} is registered twice`);
    if ((definition.level === 'L2') !== (way.gate === 'human')) {
      throw new Error(`${name} is ${definition.level}, so it must ${gateRule(definition)}`);
    }
    registry.set(name, { name, definition, ...way });
  };

  for (const group of groups) {
    for (const [name, handler] of Object.entries(group)) {
      register(name, {
        gate: 'none',
        run: handler as (input: unknown, context: CallContext) => Promise<unknown>,
      });
    }
  }
  for (const [kind, { prepare }] of Object.entries(kinds)) {
    const prepareDetail = prepare as (input: unknown) => Promise<unknown>;
    register(kind, {
      gate: 'human',
      prepare: async (input) => ({ kind, detail: await prepareDetail(input) }) as Prepared,
    });
  }
  return registry;
}

const definitionOf = (name: BrowserMethodName): Method => BROWSER_METHODS[name];

const gateRule = ({ level }: Method) => (level === 'L2' ? 'wait for a human' : 'not wait for a human');

/** Carries out calls. */
export interface Dispatcher {
  /**
   * Carries out one call (protocol §3).
   * @returns its answer; null when there is none to give now, because it waits for a human or was withdrawn.
   */
  readonly dispatch: (call: PageCall) => Promise<Answer | null>;
  /** Whether a call is being carried out in this life of the worker. */
  readonly isRunning: (callId: string) => boolean;
}

export interface DispatcherDeps {
  readonly approvals: Pick<ApprovalQueue, 'submit'>;
  readonly pause: Pick<Pause, 'isOn'>;
  readonly activity: Pick<ActivityLog, 'begin'>;
}

/** The protocol has no code of its own for this; the state of the browser is what the call is in conflict with. */
const PAUSED = new DomainError(
  'CONFLICT',
  'The person at this browser has paused it; nothing was done. They can resume it in the extension’s popup',
);

/**
 * The one way to a method, and the only place where levels are enforced. In this order: declared, not paused, input valid,
 * confirmed (L1), then the handler, or the human's queue (L2).
 */
export function createDispatcher(
  registry: Registry,
  { approvals, pause, activity }: DispatcherDeps,
): Dispatcher {
  const running = new Set<string>();

  const carryOut = async (call: PageCall, entry: Entry, note: CallNote): Promise<Answer | null> => {
    if (await pause.isOn()) throw PAUSED;
    const input = validInput(entry.definition, call.input);
    if (entry.definition.level === 'L1' && input.confirm !== true) {
      throw new DomainError(
        'CONFIRMATION_REQUIRED',
        `${call.method} destroys data: repeat it with confirm set to true`,
      );
    }
    note.runs(input);
    switch (entry.gate) {
      case 'none':
        return { ok: true, json: JSON.stringify(await entry.run(input, call.context)) };
      case 'human':
        await approvals.submit(call, () => entry.prepare(input));
        return null;
    }
  };

  return {
    async dispatch(call) {
      const entry = registry.get(call.method);
      if (entry === undefined) return { ok: false, ...NO_SUCH_METHOD };
      const note = activity.begin(entry.name, call.context.clientId);
      running.add(call.callId);
      try {
        const answer = await carryOut(call, entry, note);
        if (answer !== null) note.ended('done');
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        note.ended(error === PAUSED ? 'paused' : failure.code);
        // What was thrown may quote a page or a secret, so the log names only its kind.
        if (!(error instanceof DomainError)) console.error(`${call.method} failed`, nameOf(error));
        return { ok: false, ...failure };
      } finally {
        running.delete(call.callId);
      }
    },
    isRunning: (callId) => running.has(callId),
  };
}

const NO_SUCH_METHOD: Failure = {
  code: 'METHOD_NOT_FOUND',
  message: 'This browser extension does not have this method',
};

function validInput({ params }: Method, input: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(input)) throw new DomainError('INVALID_REQUEST', 'The input must be an object');
  const { data, error } = z.safeParse(params, input);
  if (error !== undefined)
    throw new DomainError('INVALID_REQUEST', describeInvalidInput(error.issues, input));
  return data as Readonly<Record<string, unknown>>;
}

const nameOf = (thrown: unknown) => (thrown instanceof Error ? thrown.name : typeof thrown);
