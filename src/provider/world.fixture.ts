import type { Answer } from '../../shared/link.ts';
import type { ProviderView } from '../../shared/provider.ts';
import type { PageCall } from '../link/pageLink.ts';
import type { ProviderStorage } from './policy.ts';
import { createProvider, type Provider } from './provider.ts';

/** IDs of extensions. */
export const HOST = 'abcdefghijklmnopabcdefghijklmnop';
export const OTHER = 'ponmlkjihgfedcbaponmlkjihgfedcba';

export const EXTENSIONS = { url: 'chrome-extension://own/extensions.html' };
export const OFFSCREEN = { url: 'chrome-extension://own/offscreen.html' };

function memory(): ProviderStorage & { readonly kept: Record<string, unknown> } {
  const kept: Record<string, unknown> = {};
  return {
    kept,
    get: async (key) => (key in kept ? { [key]: structuredClone(kept[key]) } : {}),
    set: async (values) => void Object.assign(kept, structuredClone(values)),
  };
}

/** A provider without a browser: what reached the dispatcher, what is kept, and a clock of its own. */
export class ProviderWorld {
  readonly local = memory();
  readonly session = memory();
  readonly dispatched: PageCall[] = [];
  now = 1_000_000;
  hindrance: string | undefined;
  /** What the dispatcher answers; null for a call that waits for a human. */
  answer: Answer | null = { ok: true, json: '{}' };
  shown: ProviderView | undefined;
  provider: Provider = this.start();
  #calls = 0;

  /** A new life of the worker, over what was kept. */
  start(): Provider {
    let ids = 0;
    this.provider = createProvider({
      local: this.local,
      session: this.session,
      version: '1.2.3',
      extensionsUrl: EXTENSIONS.url,
      offscreenUrl: OFFSCREEN.url,
      nameOf: async (id) => (id === HOST ? 'Honest Host' : null),
      hindrance: async () => this.hindrance,
      now: () => this.now,
      createId: () => `held-${++ids}`,
      startTimer: () => () => undefined,
      publish: (view) => {
        this.shown = view;
      },
    });
    return this.provider;
  }

  /** Lets an extension in. */
  async accept(id = HOST, switches = { enabled: true, writes: true, review: false }): Promise<void> {
    const { commands } = this.provider;
    await commands.setProvider(switches, EXTENSIONS);
    await this.probe(id);
    await commands.decideCaller({ id, decision: 'accept' }, EXTENSIONS);
  }

  probe(sender: string | undefined, change: object = {}): Promise<unknown> {
    const client = { id: HOST, name: 'Somebody else', version: '1' };
    const message = { channel: 'lumo:probe', version: 1, id: 'p', client, ...change };
    return new Promise((resolve) => {
      const from = sender === undefined ? {} : { id: sender };
      if (this.provider.onMessage(message, from, resolve) === undefined) resolve('not answered');
    });
  }

  /** A call as the page hands it over. */
  call(method: string, input: unknown, extensionId: string | undefined = HOST): Promise<Answer | null> {
    this.#calls += 1;
    const dispatcher = this.provider.guard({
      dispatch: async (call) => {
        this.dispatched.push(call);
        return this.answer;
      },
      isRunning: () => false,
    });
    return dispatcher.dispatch({
      type: 'call',
      callId: `port/${this.#calls}`,
      method,
      input,
      context: {
        requestId: '1',
        clientId: null,
        connection: 'port',
        ...(extensionId === undefined ? {} : { extensionId }),
        receivedAt: this.now,
      },
    });
  }

  view(): Promise<ProviderView> {
    return Promise.resolve(this.provider.commands.getProvider(null, EXTENSIONS));
  }
}
