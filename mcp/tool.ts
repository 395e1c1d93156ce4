import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { UnknownRecord } from '../cli/records.ts';
import type { CallRequest } from '../protocol/control.ts';
import type { JsonObject } from '../protocol/frames.ts';
import type { InputSchema } from '../protocol/tools/inputSchema.ts';
import type { Domain } from './catalogue.ts';

/** A tool: what a client is told about it, and how its arguments become one request to the daemon. */
export interface Tool {
  readonly name: string;
  readonly domain: Domain;
  /** Never holds anything a page wrote. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: ToolAnnotations;
  /**
   * Turns arguments into the request they ask for.
   * @param target the browser a call goes to that names none: an instance name or instance-ID prefix.
   * @throws DomainError `INVALID_REQUEST` or `CONFIRMATION_REQUIRED`.
   */
  prepare(given: JsonObject, target: string | undefined): DaemonRequest;
}

/** One request to the daemon's control API. */
export type DaemonRequest =
  | { readonly path: '/control/call'; readonly body: CallRequest; readonly wait: Wait }
  | {
      readonly path: '/control/browsers';
      readonly body: Record<string, never>;
      /** Makes the result presentable. */
      readonly present: (result: UnknownRecord) => UnknownRecord;
    };

/**
 * Whether a human's decision is waited for (protocol §5): never, from when the daemon reports it, or, for ScriptCat,
 * which reports nothing, from the start.
 */
export type Wait = 'none' | 'reported' | 'certain';
