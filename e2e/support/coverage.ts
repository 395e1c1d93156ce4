import type { ErrorCode } from '../../protocol/errors.ts';
import {
  BROWSER_METHODS,
  errorsOf,
  isBrowserMethodName,
  METHOD_NAMES,
  methodNamed,
} from '../../protocol/methods/index.ts';

/** The kind of annotation a test leaves for each thing it has shown of a method. */
export const COVERAGE_ANNOTATION = 'coverage';

/** What can be shown of a method: that it works, or that it answers with an error. */
export type Outcome = 'works' | ErrorCode;

/** What a run has shown of each method. */
export type Coverage = ReadonlyMap<string, ReadonlySet<string>>;

/** The browser methods that exist for callers, in the order of the contract. */
export const PUBLIC_METHODS = METHOD_NAMES.filter(isBrowserMethodName).filter(
  (name) => !BROWSER_METHODS[name].internal,
);

/** Answered by the frame's size, whatever the method. */
const ANY_METHOD: readonly Outcome[] = ['PAYLOAD_TOO_LARGE'];

/** What a method must be shown to do. */
export const documentedOutcomes = (name: (typeof PUBLIC_METHODS)[number]): readonly Outcome[] => [
  'works',
  ...errorsOf(methodNamed(name)),
];

/** What has not been shown, as one line for each method. */
export function missingFrom(coverage: Coverage): string[] {
  return PUBLIC_METHODS.flatMap((name) => {
    const shown = coverage.get(name);
    const missing = documentedOutcomes(name).filter((outcome) => !shown?.has(outcome));
    return missing.length === 0 ? [] : [`${name}: ${missing.join(', ')}`];
  });
}

const COLUMNS: readonly Outcome[] = [
  'works',
  'INVALID_REQUEST',
  'UNSUPPORTED',
  'NOT_FOUND',
  'CONFLICT',
  'CONFIRMATION_REQUIRED',
  'USER_REJECTED',
  'OPERATION_EXPIRED',
  ...ANY_METHOD,
];

const INTRODUCTION = `# Coverage

Written by the end-to-end run itself: \`npm run e2e -- e2e/methods -u\`. A run that shows less than this table, or more, fails.

Each row is a browser method that exists for callers, called through the daemon's control API on a real Chromium with the
real extension (\`e2e/methods/\`). ✓: a test that passed has shown it, and for an error also that the call changed nothing.
–: the method never answers so (\`docs/methods.md\`).

- \`UNSUPPORTED\` is shown by taking the API away in the running worker.
- \`OPERATION_EXPIRED\` is the extension's own expiry; the test moves the request's deadline up, since it cannot wait five
  minutes.
- \`PAYLOAD_TOO_LARGE\` depends on the frame's size alone, so it is shown with one method: at the byte, where one byte less is
  answered.
- What answers a call that reaches no browser, such as \`NO_BROWSER_CONNECTED\`, is the daemon's, and is shown by its tests.
`;

/** The table of what a run has shown, as the text of docs/coverage.md. */
export function coverageAsMarkdown(coverage: Coverage): string {
  const rows = PUBLIC_METHODS.map((name) => {
    const shown = coverage.get(name);
    const documented = documentedOutcomes(name);
    const cells = COLUMNS.map((column) => {
      if (shown?.has(column)) return '✓';
      if (documented.includes(column)) return '**missing**';
      return ANY_METHOD.includes(column) ? '' : '–';
    });
    return [name, methodNamed(name).level, ...cells];
  });
  const headers = ['method', 'level', ...COLUMNS];
  const rule = headers.map((_, index) => (index < 2 ? '---' : ':-:'));
  const table = [headers, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const outcomes = PUBLIC_METHODS.flatMap((name) => [...(coverage.get(name) ?? [])]).length;
  return `${INTRODUCTION}\n${PUBLIC_METHODS.length} methods, ${outcomes} outcomes shown.\n\n${table}\n`;
}
