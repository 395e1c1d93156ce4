import type { MethodName } from '../../protocol/methods/index.ts';
import { CATALOGUE } from '../catalogue.ts';

/** How a method is called: the tool, and the action where the tool takes one. */
export interface Reach {
  readonly method: MethodName;
  readonly tool: string;
  readonly action: { readonly action?: string };
}

/** Every public method with the tool that reaches it. */
export const REACHES: readonly Reach[] = CATALOGUE.flatMap((entry): readonly Reach[] =>
  'method' in entry
    ? [{ method: entry.method, tool: entry.name, action: {} }]
    : Object.entries(entry.actions).map(([action, method]) => ({
        method,
        tool: entry.name,
        action: { action },
      })),
);
