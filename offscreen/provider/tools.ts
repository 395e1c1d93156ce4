import {
  BROWSER_METHODS,
  type BrowserMethodName,
  METHOD_NAMES,
  methodNamed,
} from '../../protocol/methods/index.ts';
import { annotationsFor, type ToolHints } from '../../protocol/tools/annotations.ts';
import { describeMethod } from '../../protocol/tools/description.ts';
import { type InputSchema, objectSchema, paramsSchema } from '../../protocol/tools/inputSchema.ts';
import { withNote } from '../../protocol/tools/propertyNotes.ts';

/** A method of the contract as other extensions see it. */
export interface ProviderTool {
  readonly name: string;
  readonly method: BrowserMethodName;
  readonly isReadOnly: boolean;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: ToolHints;
}

/** `tabGroups.list` becomes `tab_groups_list`: some models take no dots, and others only lower case. */
const toolName = (method: string): string =>
  method.replace(/\./g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toolFor(method: BrowserMethodName): ProviderTool {
  const { properties, required = [] } = paramsSchema(method);
  const noted = Object.entries(properties).map(([key, schema]) => [key, withNote(key, schema)] as const);
  const { summary, readOnly } = methodNamed(method);
  return {
    name: toolName(method),
    method,
    isReadOnly: readOnly,
    description: describeMethod(method),
    inputSchema: objectSchema(noted, required),
    annotations: annotationsFor(summary.replace(/[.,;(].*$/, ''), [method]),
  };
}

const isPublic = (name: string): name is BrowserMethodName =>
  Object.hasOwn(BROWSER_METHODS, name) && !BROWSER_METHODS[name as BrowserMethodName].internal;

/**
 * Every public method of the browser as a tool. There is no `outputSchema`: a client whose validator generates code,
 * which is the SDK's default, could not list the tools inside an extension.
 */
export const PROVIDER_TOOLS: readonly ProviderTool[] = METHOD_NAMES.filter(isPublic).map(toolFor);
