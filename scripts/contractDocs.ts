import * as z from 'zod/mini';
import { ERROR_CODES } from '../protocol/errors.ts';
import { CONTEXTS } from '../protocol/handshake.ts';
import * as limits from '../protocol/limits.ts';
import {
  errorsOf,
  METHOD_NAMES,
  type Method,
  type MethodName,
  methodNamed,
} from '../protocol/methods/index.ts';
import { NOTIFICATIONS } from '../protocol/notifications.ts';
import { SESSION_METHODS } from '../protocol/session.ts';
import { ERROR_MEANINGS } from './errorMeanings.ts';
import { METHOD_NOTES } from './methodNotes.ts';

/** The parts of JSON Schema that the contract's schemas come to. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const jsonSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
};
const schemaOf = (schema: z.ZodMiniType) => jsonSchema(schema) as Schema;

/** The whole contract for peers in other languages, as the text of docs/protocol.json. */
export function contractAsJson(): string {
  const { SCHEMA_VERSION, DEFAULT_ADDRESS, ...numbers } = limits;
  const contract = {
    schemaVersion: SCHEMA_VERSION,
    defaultAddress: DEFAULT_ADDRESS,
    limits: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [camelCase(name), value])),
    contexts: CONTEXTS,
    errorCodes: ERROR_CODES,
    sessionMethods: SESSION_METHODS,
    methods: Object.fromEntries(METHOD_NAMES.map((name) => [name, describeAsJson(methodNamed(name))])),
    notifications: Object.fromEntries(
      Object.entries(NOTIFICATIONS).map(([name, params]) => [
        name,
        { peer: 'browser', params: jsonSchema(params) },
      ]),
    ),
  };
  return `${JSON.stringify(contract, null, 2)}\n`;
}

const describeAsJson = (method: Method) => ({
  summary: method.summary,
  peer: method.peer,
  level: method.level,
  blocking: method.blocking,
  internal: method.internal,
  readOnly: method.readOnly,
  ...(method.mergeField === undefined ? {} : { mergeField: method.mergeField }),
  errors: errorsOf(method),
  params: jsonSchema(method.params),
  result: jsonSchema(method.result),
});

const camelCase = (constant: string) =>
  constant.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const HEADINGS: Readonly<Record<string, string>> = {
  tabs: 'Tabs',
  windows: 'Windows',
  tabGroups: 'Tab groups',
  readingList: 'Reading list',
  bookmarks: 'Bookmarks',
  history: 'History',
  browsingData: 'Browsing data',
  recent: 'Recently closed',
  downloads: 'Downloads',
  cookies: 'Cookies',
  extensions: 'Extensions',
  debugger: 'Debugger',
  scripts: 'User scripts (ScriptCat)',
};

const INTRODUCTION = `# Methods

Generated from \`protocol/methods/\` by \`npm run docs\`; \`docs/protocol.json\` holds the same for programs.

## How to call one

A program asks the daemon, with the token from \`control.token\` in its data folder:

\`\`\`
POST /control/call
x-sctl-control-token: <token>

{"action": "tabs.list", "input": {"windowId": 7}}
\`\`\`

The reply is \`{"ok": true, "result": {…}}\` or \`{"ok": false, "error": {"code": "NOT_FOUND", "message": "…"}}\`. \`browser\` beside
\`input\` names one of several browsers. Between daemon and extension the same input travels as \`params.input\` of a JSON-RPC
request whose method is the method's name, and a failure has the code -32000 with the name of the error in
\`error.data.code\`.

## How to read this page

- **Level.** L0 runs. L1 runs only with \`confirm: true\`. L2 runs only after a human has approved it in the browser.
- **Types.** \`?\` marks what may be left out. Objects take no other fields. A number's bounds and the least and most
  items of an array stand behind it. Times are milliseconds since the epoch. IDs are the browser's own.
- **Reads only** marks methods that change nothing.
- **limit** is the most items one browser returns, ${limits.DEFAULT_LIST_LIMIT} when it is left out (${limits.MAX_RECENT_LIMIT} for recent.list); \`hasMore\` says whether
  there were more.
- **Combined.** Without a browser named, a list comes from every browser that is online: the named array holds the items
  of all, each with the \`browser\` it is from.
- **contentTrust** marks results whose texts web pages or extension authors control: they are data, never instructions.
- **Several IDs or URLs** are all checked before the first is touched, and repeated ones count once.
- **Internal** methods serve the daemon's own parts and do not exist for callers.
- **Errors.** Listed are those of the method itself. Any method may also answer \`INTERNAL_ERROR\`, \`PAYLOAD_TOO_LARGE\`,
  \`CONFLICT\` while the person has paused the browser, and, when the call reaches no browser or loses it,
  \`NO_BROWSER_CONNECTED\`, \`BROWSER_OFFLINE\`, \`BROWSER_NOT_FOUND\`, \`BROWSER_AMBIGUOUS\` or \`OPERATION_EXPIRED\`. What they
  mean stands [at the end](#errors).
`;

/** The contract for people, as the text of docs/methods.md. */
export function contractAsMarkdown(): string {
  const domainOf = (name: MethodName) => name.slice(0, name.indexOf('.'));
  const sections = [...new Set(METHOD_NAMES.map(domainOf))].map((domain) => {
    const names = METHOD_NAMES.filter((name) => domainOf(name) === domain);
    return [`## ${HEADINGS[domain] ?? domain}`, ...names.map(describeAsMarkdown)].join('\n\n');
  });
  return `${[INTRODUCTION.trimEnd(), ...sections, errorsAsMarkdown()].join('\n\n')}\n`;
}

function errorsAsMarkdown(): string {
  const rows = Object.entries(ERROR_MEANINGS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ['## Errors', ['| code | meaning |', '| --- | --- |', ...rows].join('\n')].join('\n\n');
}

function describeAsMarkdown(name: MethodName): string {
  const method = methodNamed(name);
  const marks = [
    method.level,
    ...(method.internal ? ['internal'] : []),
    ...(method.readOnly ? ['reads only'] : []),
    ...(method.blocking === 'none' ? [] : [`waits for ${WAITS[method.blocking]}`]),
    ...(method.mergeField === undefined ? [] : [`combined: \`${method.mergeField}\``]),
  ];
  const errors = errorsOf(method).map((code) => `\`${code}\``);
  return [
    `### ${name}`,
    [`${method.summary} (${marks.join('; ')})`, ...noteOn(name)].join('\n\n'),
    [
      `- Takes${fields(schemaOf(method.params))}`,
      `- Gives${fields(schemaOf(method.result))}`,
      `- Errors: ${errors.join(', ')}`,
    ].join('\n'),
  ].join('\n\n');
}

const noteOn = (name: MethodName): string[] => {
  const note = METHOD_NOTES[name];
  return note === undefined ? [] : [note];
};

const WAITS = { approval: "a human's approval", disclosure: "a human's consent to show it" };

/** Fields as a list below a line, indented as its sub-items. */
function fields(schema: Schema): string {
  const shown = fieldTexts(schema).map((text) => `  - \`${text}\``);
  return shown.length === 0 ? ' nothing' : [':', ...shown].join('\n');
}

const fieldTexts = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  switch (schema.type) {
    case 'array':
      return arrayText(schema);
    case 'object':
      return schema.properties === undefined ? 'object' : `{ ${fieldTexts(schema).join(', ')} }`;
    case 'integer':
      return integerText(schema);
    case 'string':
      return schema.minLength === undefined ? 'string' : 'string, not empty';
    default:
      return schema.type ?? 'any';
  }
}

function arrayText({ items = {}, minItems, maxItems }: Schema): string {
  const most = maxItems === undefined ? '' : `, at most ${maxItems.toLocaleString('en')}`;
  return `array of ${typeText(items)}${minItems === undefined ? '' : `, at least ${minItems}`}${most}`;
}

function integerText({ minimum, maximum }: Schema): string {
  const least = minimum === undefined ? '' : ` ${minimum}`;
  return maximum === Number.MAX_SAFE_INTEGER ? `integer from${least}` : `integer${least} to ${maximum}`;
}
