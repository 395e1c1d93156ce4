import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from 'playwright/types/testReporter';
import { COVERAGE_ANNOTATION, coverageAsMarkdown, missingFrom } from './coverage.ts';

/** Below the tests' root: the tests that show what the methods do. */
const FOLDER = 'methods';

/**
 * Collects what the tests have shown of each method. When all files of these tests took part and passed, it compares that
 * with docs/coverage.md, or rewrites the table with `-u`, and fails the run when something documented was not shown. A run
 * of some of them is left alone.
 */
export default class CoverageReporter implements Reporter {
  readonly #coverage = new Map<string, Set<string>>();
  #isWhole = false;
  #isUpdate = false;
  readonly #table: string;

  /** @param options.table path of the committed table. */
  constructor({ table = 'docs/coverage.md' }: { readonly table?: string } = {}) {
    this.#table = resolve(table);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const folder = join(config.rootDir, FOLDER);
    const ran = new Set(suite.allTests().map(({ location }) => location.file));
    const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
    this.#isWhole = config.shard === null && files.every((name) => ran.has(join(folder, name)));
    this.#isUpdate = ['all', 'changed'].includes(config.updateSnapshots);
  }

  onTestEnd({ location }: TestCase, { status, annotations }: TestResult): void {
    if (!location.file.includes(join('/', FOLDER, '/'))) return;
    if (status !== 'passed') this.#isWhole = false;
    for (const { type, description = '' } of annotations) {
      if (status !== 'passed' || type !== COVERAGE_ANNOTATION) continue;
      const [method = '', outcome = ''] = description.split(' ');
      this.#coverage.set(method, (this.#coverage.get(method) ?? new Set()).add(outcome));
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // A run that only lists its tests ends none of them.
    if (!this.#isWhole || this.#coverage.size === 0 || status === 'interrupted' || status === 'timedout')
      return { status };
    const fault = this.#fault();
    if (fault === undefined) return { status };
    console.error(`error: ${fault}`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }

  #fault(): string | undefined {
    const missing = missingFrom(this.#coverage);
    if (missing.length > 0) return `no test of this run has shown\n  ${missing.join('\n  ')}`;
    const table = coverageAsMarkdown(this.#coverage);
    if (this.#isUpdate) writeFileSync(this.#table, table);
    if (table === committedTable(this.#table)) return undefined;
    return 'docs/coverage.md is not what this run has shown; run npm run e2e -- e2e/methods -u';
  }
}

function committedTable(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
