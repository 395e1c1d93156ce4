import { DomainError } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/frames.ts';
import { type MethodName, methodNamed } from '../protocol/methods/index.ts';
import { annotationsFor } from '../protocol/tools/annotations.ts';
import { describeActions, describeMethod } from '../protocol/tools/description.ts';
import {
  type InputSchema,
  objectSchema,
  type PropertySchema,
  paramsSchema,
  unionOf,
} from '../protocol/tools/inputSchema.ts';
import { withNote } from '../protocol/tools/propertyNotes.ts';
import { requireArguments } from './arguments.ts';
import type { CatalogueEntry, GroupEntry, SingleEntry } from './catalogue.ts';
import type { DaemonRequest, Tool, Wait } from './tool.ts';

/** Builds a tool out of its line in the catalogue and the contract. */
export const methodTool = (entry: CatalogueEntry): Tool =>
  'method' in entry ? singleTool(entry) : groupTool(entry);

function singleTool({ name, title, domain, method }: SingleEntry): Tool {
  return {
    name,
    domain,
    description: describeMethod(method),
    inputSchema: toolSchema([method]),
    annotations: annotationsFor(title, [method]),
    prepare: (given, target) => requestFor(name, method, given, target),
  };
}

function groupTool({ name, title, domain, actions }: GroupEntry): Tool {
  const methods = Object.values(actions);
  return {
    name,
    domain,
    description: describeActions(actions),
    inputSchema: toolSchema(methods, Object.keys(actions)),
    annotations: annotationsFor(title, methods),
    prepare({ action, ...given }, target) {
      const method =
        typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (method === undefined) {
        throw new DomainError(
          'INVALID_REQUEST',
          `${name} needs an action, one of ${Object.keys(actions).join(', ')}`,
        );
      }
      return requestFor(`${name} ${action}`, method, given, target);
    },
  };
}

/** The union of the methods' parameters, with what chooses among them and among browsers. */
function toolSchema(methods: readonly MethodName[], actions?: readonly string[]): InputSchema {
  const { properties, required = [] } = unionOf(methods.map(paramsSchema));
  const action: [string, PropertySchema][] = actions ? [['action', { type: 'string', enum: actions }]] : [];
  const browser: [string, PropertySchema][] = methods.some(isOfBrowser)
    ? [['browser', { type: 'string' }]]
    : [];
  return objectSchema(
    [...action, ...Object.entries(properties), ...browser].map(([key, schema]) => [
      key,
      withNote(key, schema),
    ]),
    actions ? ['action', ...required] : required,
  );
}

function requestFor(
  caller: string,
  method: MethodName,
  given: JsonObject,
  target: string | undefined,
): DaemonRequest {
  const { browser, input } = isOfBrowser(method) ? splitTarget(caller, given, target) : { input: given };
  requireArguments(caller, method, input);
  return {
    path: '/control/call',
    body: { action: method, ...(browser === undefined ? {} : { browser }), input: completed(method, input) },
    wait: waitOf(method),
  };
}

function splitTarget(caller: string, { browser, ...input }: JsonObject, target: string | undefined) {
  if (browser === undefined) return { browser: target, input };
  if (typeof browser === 'string' && browser !== '') return { browser, input };
  throw new DomainError('INVALID_REQUEST', `${caller} takes as browser a name or the start of an ID`);
}

const isOfBrowser = (name: MethodName): boolean => methodNamed(name).peer === 'browser';

function waitOf(name: MethodName): Wait {
  if (methodNamed(name).blocking === 'none') return 'none';
  return isOfBrowser(name) ? 'reported' : 'certain';
}

/** How much of a script's source a model gets when it names no lines, in UTF-8 bytes (protocol §3). */
const WHOLE_SOURCE_BYTES = 65_536;

function completed(name: MethodName, input: JsonObject): JsonObject {
  if (name !== 'scripts.source.get' || input.startLine !== undefined) return input;
  return { maxBytes: WHOLE_SOURCE_BYTES, ...input };
}
