import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CommandFailure, DaemonFailure } from '../cli/failure.ts';
import type { UnknownRecord } from '../cli/records.ts';
import { DomainError } from '../protocol/errors.ts';
import { nextStepFor } from '../protocol/tools/nextSteps.ts';

/** What a tool answers when it did what it was asked to: the daemon's result, as text and as it is. */
export const successResult = (result: UnknownRecord): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(result) }],
  structuredContent: result,
});

/**
 * What a tool answers when it did not: the sentence, with its code if it has one, and a next step. That goes for a
 * daemon that cannot be reached as well: clients need not show a JSON-RPC error to the model, which could then not tell
 * the user to start the daemon.
 * @returns undefined for a failure that nobody foresaw.
 */
export function failureResult(thrown: unknown): CallToolResult | undefined {
  if (thrown instanceof DaemonFailure) return domainFailure(thrown.code, thrown.sentence);
  if (thrown instanceof DomainError) return domainFailure(thrown.code, thrown.message);
  if (thrown instanceof CommandFailure) return errorResult(thrown.message);
  return undefined;
}

function domainFailure(code: string, sentence: string): CallToolResult {
  const nextStep = nextStepFor(code);
  return errorResult(`${code}: ${sentence}${nextStep === undefined ? '' : `\n${nextStep}`}`);
}

const errorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
