import type { ActivityView } from './activity.ts';
import type { ApprovalOutcome, ApprovalsView } from './approvals.ts';
import type { ConnectionState } from './connectionState.ts';
import type { CallerDecision, PortAdmission, ProviderSwitches, ProviderView } from './provider.ts';

/** Commands by the context that answers them: what goes in, what comes back. */
export interface Commands {
  readonly offscreen: {
    readonly getState: (payload: null) => ConnectionState;
    /** Pairs with a code as typed. `invalid-code` when it is no code; how it went shows in the state. */
    readonly pair: (payload: { readonly code: string }) => 'started' | 'invalid-code';
    readonly retryNow: (payload: null) => null;
    readonly forget: (payload: null) => null;
    readonly rename: (payload: { readonly name: string }) => RenameOutcome;
    readonly setAddress: (payload: { readonly address: string }) => 'saved' | 'invalid-address';
  };
  readonly worker: {
    /** Makes sure that the offscreen document exists, so that its commands are answered. */
    readonly ensureOffscreen: (payload: null) => null;
    readonly getApprovals: (payload: null) => ApprovalsView;
    /** Opens the approval window, or focuses it. */
    readonly showApprovals: (payload: null) => null;
    /** A human's decisions; believed only from the approval window the worker opened itself. */
    readonly approve: (payload: { readonly id: string }) => ApproveOutcome;
    readonly reject: (payload: { readonly id: string }) => null;
    readonly dismiss: (payload: { readonly id: string }) => null;
    /** How an act that the window was handed ended; believed like a decision. */
    readonly finishInWindow: (payload: { readonly id: string; readonly outcome: ApprovalOutcome }) => null;
    readonly getPause: (payload: null) => PauseView;
    /** From the popup only; in effect when it is answered. */
    readonly setPause: (payload: { readonly isPaused: boolean }) => null;
    readonly getActivity: (payload: null) => ActivityView;
    /** From the popup only, like the next. */
    readonly clearActivity: (payload: null) => null;
    readonly setActivity: (payload: { readonly isOn: boolean }) => null;
    /** What our page shows of the tools we offer to other extensions. */
    readonly getProvider: (payload: null) => ProviderView;
    /** The person's word about other extensions; believed only from the page of other extensions. */
    readonly setProvider: (payload: Partial<ProviderSwitches>) => null;
    readonly decideCaller: (payload: { readonly id: string; readonly decision: CallerDecision }) => null;
    readonly decideHeld: (payload: { readonly id: string; readonly isAllowed: boolean }) => null;
    /** Asked by the offscreen document, which holds the ports. */
    readonly admitPort: (payload: { readonly extensionId: string }) => PortAdmission;
  };
}

export type RenameOutcome = 'renamed' | 'invalid-name' | 'name-taken' | 'not-connected';

/** `refused`: not pending any more, not asked by the approval window, or asked while the person has paused. */
export type ApproveOutcome = 'executing' | 'execute-in-window' | 'refused';

/** Whether the person has paused this browser: then no call runs and nothing can be approved. */
export interface PauseView {
  readonly isPaused: boolean;
}

/** What is told to whichever page is open. */
export interface Broadcasts {
  readonly connectionState: ConnectionState;
  readonly approvals: ApprovalsView;
  readonly pause: PauseView;
  /** The activity has changed; whoever shows it asks for it. */
  readonly activityChanged: null;
  readonly provider: ProviderView;
}

type Target = keyof Commands;
type Payload<T extends Target, C extends keyof Commands[T]> = Commands[T][C] extends (
  payload: infer P,
) => unknown
  ? P
  : never;
type Reply<T extends Target, C extends keyof Commands[T]> = Commands[T][C] extends (payload: never) => infer R
  ? R
  : never;

interface Envelope {
  readonly to: Target;
  readonly command: string;
  readonly payload: unknown;
}

interface BroadcastEnvelope {
  readonly broadcast: string;
  readonly value: unknown;
}

type ReplyEnvelope =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** What answers the commands of one target. The sender is Chrome's word for who asks. */
export type CommandHandlers<T extends Target> = {
  readonly [C in keyof Commands[T]]: (
    payload: Payload<T, C>,
    sender: chrome.runtime.MessageSender,
  ) => Promise<Reply<T, C>> | Reply<T, C>;
};

/**
 * Sends a command to another context of this extension.
 * @throws Error when nobody answered or the other side failed.
 */
export async function send<T extends Target, C extends keyof Commands[T] & string>(
  to: T,
  command: C,
  payload: Payload<T, C>,
): Promise<Reply<T, C>> {
  const envelope: Envelope = { to, command, payload };
  const reply: ReplyEnvelope | undefined = await chrome.runtime.sendMessage(envelope);
  if (reply === undefined) throw new Error(`Nobody answered ${to} ${command}`);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as Reply<T, C>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Answers the commands for one target. Register it synchronously when the context starts, else the message that woke
 * it is lost. Only pages of this extension are answered; Chrome vouches for `sender`.
 */
export function serveCommands<T extends Target>(target: T, handlers: CommandHandlers<T>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (!isRecord(message) || message.to !== target || sender.id !== chrome.runtime.id) return undefined;
    const { command, payload } = message;
    if (typeof command !== 'string' || !Object.hasOwn(handlers, command)) return undefined;
    const handle = handlers[command as keyof Commands[T]] as (
      payload: unknown,
      sender: chrome.runtime.MessageSender,
    ) => unknown;
    Promise.resolve()
      .then(() => handle(payload, sender))
      .then(
        (value): ReplyEnvelope => ({ ok: true, value }),
        (error): ReplyEnvelope => ({ ok: false, message: String(error) }),
      )
      .then(respond);
    return true;
  });
}

/** Tells every open page of this extension; nobody listening is no error. */
export function broadcast<B extends keyof Broadcasts>(name: B, value: Broadcasts[B]): void {
  const envelope: BroadcastEnvelope = { broadcast: name, value };
  chrome.runtime.sendMessage(envelope).catch(() => undefined);
}

/** Listens to a broadcast. @returns what stops listening. */
export function onBroadcast<B extends keyof Broadcasts>(
  name: B,
  listener: (value: Broadcasts[B]) => void,
): () => void {
  const onMessage = (message: unknown, sender: chrome.runtime.MessageSender) => {
    if (isRecord(message) && message.broadcast === name && sender.id === chrome.runtime.id) {
      listener(message.value as Broadcasts[B]);
    }
    return undefined;
  };
  chrome.runtime.onMessage.addListener(onMessage);
  return () => chrome.runtime.onMessage.removeListener(onMessage);
}
