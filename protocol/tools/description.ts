import { type MethodName, methodNamed } from '../methods/index.ts';
import { contentTrustOf } from './contentTrust.ts';
import { paramsSchema } from './inputSchema.ts';

/** What a model is told about a tool for one method. */
export const describeMethod = (name: MethodName): string =>
  [summaryOf(name), ...remarks([['It', name]])].join(' ');

/**
 * What a model is told about a tool whose `action` chooses among methods: each action with its arguments, then what
 * holds for all of them.
 */
export function describeActions(actions: Readonly<Record<string, MethodName>>): string {
  const entries = Object.entries(actions);
  const lines = entries.map(
    ([action, name]) => `${action}(${signature(name).join(', ')})${explanation(name)}`,
  );
  return [...lines, remarks(entries).join(' ')].filter((line) => line !== '').join('\n');
}

/** A summary of so few words, such as "Pin tabs.", tells no more than the action and its arguments. */
const NEEDLESS_SUMMARY_WORDS = 6;

function explanation(name: MethodName): string {
  const summary = summaryOf(name);
  return summary.split(' ').length > NEEDLESS_SUMMARY_WORDS ? `: ${summary}` : '';
}

/** The parameters of a method, `?` behind what may be left out; an L1 method's `confirm` may not (protocol §3). */
function signature(name: MethodName): readonly string[] {
  const { properties, required = [] } = paramsSchema(name);
  return Object.keys(properties).map((key) =>
    required.includes(key) || key === 'confirm' ? key : `${key}?`,
  );
}

function remarks(callers: readonly (readonly [caller: string, name: MethodName])[]): readonly string[] {
  const gated = callers.filter(([, name]) => methodNamed(name).level === 'L2');
  return [
    ...gated.map(([caller, name]) => `${caller} waits for the user's decision in ${placeOfDecision(name)}.`),
    ...new Set(callers.flatMap(([, name]) => distrust(name))),
  ];
}

const placeOfDecision = (name: MethodName): string =>
  methodNamed(name).peer === 'browser' ? "the browser's approval window" : 'ScriptCat';

function distrust(name: MethodName): readonly string[] {
  const mark = contentTrustOf(name);
  return mark === undefined ? [] : [`Results are ${mark.replaceAll('-', ' ')}.`];
}

/** The summary without the wait for a human, of which a remark says more. */
const summaryOf = (name: MethodName): string => methodNamed(name).summary.replace(/, once a human [^.]*/, '');
