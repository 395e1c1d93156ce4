import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import type { ControlClient } from '../cli/client.ts';
import type { UnknownRecord } from '../cli/records.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { createProgress, type Every, type Progress } from './progress.ts';
import { failureResult, successResult } from './results.ts';
import type { DaemonRequest, Tool } from './tool.ts';
import { listingOf } from './tools.ts';

/** What an MCP server works with. */
export interface ServerDeps {
  readonly version: string;
  /** The tools it serves. */
  readonly tools: readonly Tool[];
  /** The browser of a call that names none: an instance name or instance-ID prefix. */
  readonly target: string | undefined;
  /** A client of the daemon for one call, which ends when the signal is aborted. */
  connect(signal: AbortSignal): ControlClient;
  readonly every: Every;
  /** Takes one line for the person who runs the server; it never holds what a call carries. */
  log(text: string): void;
}

/** A server and the calls that it is working on. */
export interface ToolServer {
  readonly server: Server;
  /** Resolves when all calls that are running now have come to an end. */
  settled(): Promise<unknown>;
}

/**
 * An MCP server that turns tool calls into requests to the daemon (protocol §3). It remembers nothing between calls,
 * so that no call can change where another goes.
 */
export function createServer(deps: ServerDeps): ToolServer {
  const running = new Set<Promise<unknown>>();
  const tools = new Map(deps.tools.map((tool) => [tool.name, tool]));
  const server = new Server(
    { name: 'sctl', title: 'sctl Browser', version: deps.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  // Its message may quote what the client sent.
  server.onerror = () =>
    deps.log('a message of the MCP client was not understood, or an answer could not be sent');
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: deps.tools.map(listingOf) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    const progress = progressFor(params._meta?.progressToken, sendNotification, deps.every);
    const prepare = () => tool.prepare(params.arguments ?? {}, deps.target);
    const call = answer(deps.connect(signal), prepare, progress).finally(() => running.delete(call));
    running.add(call);
    return call;
  });
  return { server, settled: () => Promise.allSettled(running) };
}

const WAITING = "Waiting for the user's decision in the browser";

/** Reports to the client; undefined when it wants none. */
function progressFor(
  progressToken: ProgressToken | undefined,
  notify: (notification: ServerNotification) => Promise<void>,
  every: Every,
): Progress | undefined {
  if (progressToken === undefined) return undefined;
  const send = (progress: number) => {
    const params = { progressToken, progress, message: WAITING };
    notify({ method: 'notifications/progress', params }).catch(() => {
      // The client is gone, which ends the call as well.
    });
  };
  return createProgress(send, every);
}

async function answer(
  client: ControlClient,
  prepare: () => DaemonRequest,
  progress: Progress | undefined,
): Promise<CallToolResult> {
  try {
    return successResult(await send(client, prepare(), progress));
  } catch (error) {
    const result = failureResult(error);
    if (result === undefined) throw error;
    return result;
  } finally {
    progress?.stop();
  }
}

async function send(
  client: ControlClient,
  request: DaemonRequest,
  progress: Progress | undefined,
): Promise<UnknownRecord> {
  if (request.path === '/control/browsers') {
    return request.present(await client.post(request.path, request.body));
  }
  if (progress === undefined) return client.post(request.path, request.body);
  switch (request.wait) {
    case 'none':
      return client.post(request.path, request.body);
    case 'certain':
      progress.start();
      return client.post(request.path, request.body);
    case 'reported':
      return client.post(request.path, { ...request.body, reportPending: true }, () => progress.start());
  }
}
