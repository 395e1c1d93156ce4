import type { HandPeer, Message } from '../../testing/handPeer.ts';

/** A call the daemon made to the extension, shortened: `debugger.send 7 Page.enable`. */
export type CallLine = string;

/** How the fake extension answers a command: with a result, or by throwing a {@link Refusal}. */
export type CommandAnswer = (
  params: Record<string, unknown>,
  sessionId: string | undefined,
) => object | Promise<object>;

/** A failure of the fake extension's. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface FakeTab {
  readonly tabId: number;
  readonly targetId: string;
  readonly title: string;
  readonly url: string;
}

/** An extension written by hand that has tabs, and remembers what it was asked. */
export class FakeTabs {
  readonly calls: CallLine[] = [];
  readonly inputs: Record<string, unknown>[] = [];
  readonly #peer: HandPeer;
  readonly #tabs = new Map<number, FakeTab>();
  readonly #commands = new Map<string, CommandAnswer>();
  readonly #methods = new Map<string, (input: Record<string, unknown>) => object | Promise<object>>();

  constructor(peer: HandPeer, tabIds: readonly number[] = [1, 2]) {
    this.#peer = peer;
    for (const tabId of tabIds) this.#tabs.set(tabId, fakeTab(tabId));
    peer.handle((message) => void this.#answer(message));
  }

  /** Answers a command of the DevTools protocol from now on. */
  onCommand(method: string, answer: CommandAnswer): void {
    this.#commands.set(method, answer);
  }

  /** Answers a method of the extension from now on. */
  onMethod(method: string, answer: (input: Record<string, unknown>) => object | Promise<object>): void {
    this.#methods.set(method, answer);
  }

  notify(method: string, params: object): void {
    this.#peer.send({ method, params });
  }

  event(tabId: number, method: string, params: object = {}, sessionId?: string): void {
    this.notify('debugger.event', {
      tabId,
      method,
      params,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
  }

  /** Opens a tab as a person would. */
  open(tabId: number): void {
    const tab = fakeTab(tabId);
    this.#tabs.set(tabId, tab);
    this.notify('debugger.tabCreated', tab);
  }

  /** Closes a tab as a person would. */
  close(tabId: number): void {
    this.#tabs.delete(tabId);
    this.notify('debugger.tabRemoved', { tabId });
  }

  /** Moves a tab to where no debugger may follow. */
  hide(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  /** The commands sent to a tab that the client itself had asked for. */
  commandsTo(tabId: number): readonly string[] {
    const beginning = `debugger.send ${tabId} `;
    return this.calls
      .filter((call) => call.startsWith(beginning))
      .map((call) => call.slice(beginning.length));
  }

  async #answer({ id, method = '', params }: Message): Promise<void> {
    const input = params?.input as Record<string, unknown>;
    this.inputs.push({ called: method, ...input });
    this.calls.push([method, input.tabId, input.method].filter((part) => part !== undefined).join(' '));
    try {
      this.#peer.respond(id, await this.#run(method, input));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.#peer.fail(id, thrown.code, thrown.message);
    }
  }

  #run(method: string, input: Record<string, unknown>): object | Promise<object> {
    const own = this.#methods.get(method);
    if (own !== undefined) return own(input);
    const tabId = Number(input.tabId);
    switch (method) {
      case 'debugger.targets':
        return { targets: [...this.#tabs.values()] };
      case 'debugger.userAgent':
        return { userAgent: 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36' };
      case 'debugger.own':
        if (!this.#tabs.has(tabId)) throw new Refusal('NOT_FOUND', `No tab ${tabId}`);
        return { owned: input.owned };
      case 'debugger.detach':
        return { tabIds: [tabId] };
      case 'debugger.open': {
        const opened = Math.max(0, ...this.#tabs.keys()) + 1;
        this.#tabs.set(opened, fakeTab(opened));
        return { tabId: opened, targetId: fakeTab(opened).targetId };
      }
      case 'debugger.close':
        return { tabId };
      case 'tabs.select':
        return { tabId, windowId: 1 };
      case 'debugger.send':
        return this.#command(String(input.method), input);
      default:
        throw new Refusal('METHOD_NOT_FOUND', method);
    }
  }

  async #command(method: string, { params, sessionId }: Record<string, unknown>): Promise<object> {
    const answer = this.#commands.get(method);
    const session = typeof sessionId === 'string' ? sessionId : undefined;
    return { result: answer === undefined ? {} : await answer(params as Record<string, unknown>, session) };
  }
}

const fakeTab = (tabId: number): FakeTab => ({
  tabId,
  targetId: `TARGET${tabId}`,
  title: `title ${tabId}`,
  url: `https://site.example/${tabId}`,
});
