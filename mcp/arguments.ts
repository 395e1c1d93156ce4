import { DomainError } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/frames.ts';
import { type MethodName, methodNamed } from '../protocol/methods/index.ts';
import { paramsSchema } from '../protocol/tools/inputSchema.ts';

/**
 * Holds arguments to a method's own schema, before anything is sent.
 * @param caller who takes them, as a sentence names it: a tool, or a tool's action.
 * @throws DomainError `CONFIRMATION_REQUIRED` for a confirmation that is none, `INVALID_REQUEST` for all else; it names
 *   every argument that is wrong.
 */
export function requireArguments(caller: string, name: MethodName, input: JsonObject): void {
  const { level, params } = methodNamed(name);
  if (level === 'L1' && Object.hasOwn(input, 'confirm') && input.confirm !== true) {
    throw new DomainError('CONFIRMATION_REQUIRED', `${caller} runs only with confirm: true`);
  }
  const { error } = params.safeParse(input);
  if (error === undefined) return;
  const problems = problemsOf(name, input, error.issues);
  throw new DomainError('INVALID_REQUEST', `${caller} ${problems.join('; it ')}`);
}

type Issues = readonly { readonly path: readonly PropertyKey[] }[];

function problemsOf(name: MethodName, input: JsonObject, issues: Issues): readonly string[] {
  const { properties, required = [] } = paramsSchema(name);
  const known = Object.keys(properties);
  const only = known.length === 0 ? '' : `, only ${known.join(', ')}`;
  const foreign = Object.keys(input).filter((key) => !known.includes(key));
  const missing = required.filter((key) => !Object.hasOwn(input, key));
  const wrong = known.filter(
    (key) => Object.hasOwn(input, key) && issues.some(({ path }) => path[0] === key),
  );
  return [
    ...foreign.map((key) => `takes no ${key}${only}`),
    ...missing.map((key) => `needs ${key}`),
    ...wrong.map((key) => `needs ${key} to match ${JSON.stringify(properties[key])}`),
  ];
}
