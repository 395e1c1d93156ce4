import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import { createClient } from '../../cli/client.ts';
import type { Every } from '../progress.ts';
import { createServer } from '../server.ts';
import { selectTools } from '../tools.ts';
import { type FakeDaemon, type Received, startFakeDaemon } from './fakeDaemon.ts';

/** Time that stands still until a test moves it. */
export interface HandClock {
  readonly every: Every;
  /** Lets one interval pass. */
  tick(): void;
  /** How many timers run. */
  readonly running: number;
}

export interface SessionOptions {
  readonly tools?: string;
  readonly target?: string;
  readonly every?: Every;
}

/** An MCP client of a server of ours that uses this daemon; both end with the test. */
export async function startSession(
  { address, dataDir }: Pick<FakeDaemon, 'address' | 'dataDir'>,
  { tools, target, every = createHandClock().every }: SessionOptions = {},
): Promise<Client> {
  const { server } = createServer({
    version: '0.0.0',
    tools: selectTools(tools),
    target,
    connect: (signal) => createClient({ address, dataDir, signal }),
    every,
    log: () => {},
  });
  const client = new Client({ name: 'test', version: '0.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return client;
}

/** A daemon that ends with the test. Unless told otherwise it says of each call what it was asked for. */
export async function startDaemon(
  answer: (request: Received) => object | Promise<object> = echo,
): Promise<FakeDaemon> {
  const daemon = await startFakeDaemon(answer);
  onTestFinished(() => daemon.close());
  return daemon;
}

export const echo = ({ path, body }: Received): object => ({ ok: true, result: { path, ...body } });

export function createHandClock(): HandClock {
  const timers = new Set<() => void>();
  return {
    every(_milliseconds, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
    tick() {
      for (const run of timers) run();
    },
    get running() {
      return timers.size;
    },
  };
}
