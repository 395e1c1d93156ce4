import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from 'playwright/types/testReporter';
import { COVERAGE_ANNOTATION, coverageAsMarkdown, missingFrom, type Outcome } from './coverage.ts';

const TABLE = resolve('docs/coverage.md');

/**
 * Collects what the tests have shown of each method. After a whole run it compares this with docs/coverage.md, or
 * rewrites that with `-u`, and fails the run when something documented was not shown. A run of some tests only, or one
 * that failed, is left alone.
 */
export default class CoverageReporter implements Reporter {
  readonly #coverage = new Map<string, Map<Outcome, Set<string>>>();
  #isWhole = false;
  #isUpdate = false;

  onBegin(config: FullConfig, suite: Suite): void {
    const ran = new Set(suite.allTests().map(({ location }) => location.file));
    const files = readdirSync(config.rootDir, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.spec.ts'))
      .map((path) => join(config.rootDir, path));
    this.#isWhole = config.shard === null && files.every((file) => ran.has(file));
    this.#isUpdate = ['all', 'changed'].includes(config.updateSnapshots);
  }

  onTestEnd({ location }: TestCase, { status, annotations }: TestResult): void {
    if (status !== 'passed') return;
    const file = relative(process.cwd(), location.file);
    for (const { type, description = '' } of annotations) {
      if (type !== COVERAGE_ANNOTATION) continue;
      const [method = '', outcome = ''] = description.split(' ');
      const outcomes = this.#coverage.get(method) ?? new Map<Outcome, Set<string>>();
      const files = outcomes.get(outcome as Outcome) ?? new Set<string>();
      this.#coverage.set(method, outcomes.set(outcome as Outcome, files.add(file)));
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    if (!this.#isWhole || status !== 'passed') return { status };
    const missing = missingFrom(this.#coverage);
    if (missing.length > 0) {
      console.error(`error: no test of this run has shown\n  ${missing.join('\n  ')}`);
      return { status: 'failed' };
    }
    const table = coverageAsMarkdown(this.#coverage);
    if (this.#isUpdate) {
      writeFileSync(TABLE, table);
      return { status };
    }
    if (table === committedTable()) return { status };
    console.error('error: docs/coverage.md is not what this run has shown; run npm run e2e -- -u');
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

function committedTable(): string | undefined {
  try {
    return readFileSync(TABLE, 'utf8');
  } catch {
    return undefined;
  }
}
