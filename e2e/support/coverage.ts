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

/** What a run has shown: each outcome by method, with the files that showed it. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<Outcome, ReadonlySet<string>>>;

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

Written by the end-to-end run itself, \`npm run e2e -- -u\`; a run that shows less, or anything else, fails.

Every browser method that exists for callers, called through the daemon's control API on a real Chromium with the real
extension. ✓: a test that passed has shown it, and with an error that nothing was changed by the call. –: the method never
answers so (\`docs/methods.md\`). Blank: any method may answer so, and it was shown with another one.

- \`UNSUPPORTED\` is shown by taking the API away in the running worker.
- \`OPERATION_EXPIRED\` is the extension's own expiry; the test moves the request's deadline up instead of waiting five minutes
  for it.
- \`PAYLOAD_TOO_LARGE\` is shown at the byte: one byte less is answered.
- What a call answers that reaches no browser (\`NO_BROWSER_CONNECTED\` and its like) is shown by the tests of the daemon.
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
    const files = [...new Set([...(shown?.values() ?? [])].flatMap((paths) => [...paths]))].toSorted();
    return [`\`${name}\``, methodNamed(name).level, ...cells, files.join(', ')];
  });
  const headers = ['method', 'level', ...COLUMNS.map((column) => columnTitle(column)), 'shown by'];
  const rule = headers.map((_, index) => (index < 2 || index === headers.length - 1 ? '---' : ':-:'));
  const table = [headers, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const outcomes = PUBLIC_METHODS.flatMap((name) => [...(coverage.get(name)?.keys() ?? [])]).length;
  return `${INTRODUCTION}\n${PUBLIC_METHODS.length} methods, ${outcomes} outcomes shown.\n\n${table}\n`;
}

const columnTitle = (outcome: Outcome) => (outcome === 'works' ? outcome : `\`${outcome}\``);
