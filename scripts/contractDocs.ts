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

**Levels.** L0 runs. L1 runs only with \`confirm: true\`. L2 runs only after a human has approved it in the browser.

**Notation.** \`?\` may be left out; bounds are in brackets; times are in milliseconds since the epoch. Objects take no other properties. Any method may also answer \`INTERNAL_ERROR\`, a result too large for a frame is
\`PAYLOAD_TOO_LARGE\`, and a call that reaches no browser fails with one of the target errors (\`NO_BROWSER_CONNECTED\`,
\`BROWSER_OFFLINE\`, \`BROWSER_NOT_FOUND\`, \`BROWSER_AMBIGUOUS\`). *Internal* methods serve components of the daemon and do not
exist for callers.
`;

/** The contract for people, as the text of docs/methods.md. */
export function contractAsMarkdown(): string {
  const domainOf = (name: MethodName) => name.slice(0, name.indexOf('.'));
  const sections = [...new Set(METHOD_NAMES.map(domainOf))].map((domain) => {
    const names = METHOD_NAMES.filter((name) => domainOf(name) === domain);
    return [`## ${HEADINGS[domain] ?? domain}`, ...names.map(describeAsMarkdown)].join('\n\n');
  });
  return `${[INTRODUCTION.trimEnd(), ...sections].join('\n\n')}\n`;
}

function describeAsMarkdown(name: MethodName): string {
  const method = methodNamed(name);
  const marks = [
    method.level,
    ...(method.internal ? ['internal'] : []),
    ...(method.readOnly ? ['reads only'] : []),
    ...(method.blocking === 'none' ? [] : [`waits for ${method.blocking}`]),
    ...(method.mergeField === undefined ? [] : [`merges \`${method.mergeField}\``]),
  ];
  return [
    `### ${name}`,
    `${method.summary} *${marks.join(', ')}*`,
    [
      `- takes: ${fields(schemaOf(method.params))}`,
      `- gives: ${fields(schemaOf(method.result))}`,
      `- errors: ${errorsOf(method)
        .map((code) => `\`${code}\``)
        .join(' ')}`,
    ].join('\n'),
  ].join('\n\n');
}

function fields({ properties = {}, required = [] }: Schema): string {
  const shown = Object.entries(properties).map(
    ([name, schema]) => `\`${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}\``,
  );
  return shown.length === 0 ? 'nothing' : shown.join(', ');
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  switch (schema.type) {
    case 'array':
      return `${itemText(schema.items ?? {})}[${range(schema.minItems, schema.maxItems)}]`;
    case 'object':
      return schema.properties === undefined ? 'object' : objectText(schema);
    case 'integer':
      return integerText(schema);
    case 'string':
      return schema.minLength === undefined ? 'string' : `string[${range(schema.minLength)}]`;
    default:
      return schema.type ?? 'any';
  }
}

const itemText = (items: Schema) => (items.enum === undefined ? typeText(items) : `(${typeText(items)})`);

function objectText({ properties = {}, required = [] }: Schema): string {
  const shown = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return `{ ${shown.join(', ')} }`;
}

function integerText({ minimum, maximum }: Schema): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return `integer[${range(minimum, most)}]`;
}

function range(minimum?: number, maximum?: number): string {
  if (minimum === undefined && maximum === undefined) return '';
  return `${minimum ?? ''}..${maximum ?? ''}`;
}
