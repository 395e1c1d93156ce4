import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig, FullResult, Suite, TestCase, TestResult } from 'playwright/types/testReporter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COVERAGE_ANNOTATION, documentedOutcomes, PUBLIC_METHODS } from './coverage.ts';
import CoverageReporter from './coverageReporter.ts';

const FILES = ['one.spec.ts', 'two.spec.ts'];
const EVERYTHING = PUBLIC_METHODS.flatMap((name) =>
  documentedOutcomes(name).map((outcome) => `${name} ${outcome}`),
);

let root: string;
let table: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sctl-coverage-'));
  table = join(root, 'coverage.md');
  mkdirSync(join(root, 'methods'));
  for (const name of FILES) writeFileSync(join(root, 'methods', name), '');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

interface Run {
  readonly shown?: readonly string[];
  readonly files?: readonly string[];
  readonly status?: TestResult['status'];
  readonly update?: boolean;
}

/** Reports a run in which the first file has shown these things, and returns how the run ends. */
async function report({ shown = EVERYTHING, files = FILES, status = 'passed', update = false }: Run) {
  const tests = files.map(
    (name) => ({ location: { file: join(root, 'methods', name) } }) as Partial<TestCase> as TestCase,
  );
  const annotations = shown.map((description) => ({ type: COVERAGE_ANNOTATION, description }));
  const config: Partial<FullConfig> = {
    rootDir: root,
    shard: null,
    updateSnapshots: update ? 'changed' : 'missing',
  };
  const reporter = new CoverageReporter({ table });
  reporter.onBegin(config as FullConfig, { allTests: () => tests } as Partial<Suite> as Suite);
  for (const one of tests) {
    reporter.onTestEnd(one, { status, annotations } as Partial<TestResult> as TestResult);
  }
  return (await reporter.onEnd({ status: 'passed' } as Partial<FullResult> as FullResult)).status;
}

test('a run that shows everything writes the table when asked to, and passes with it from then on', async () => {
  expect(await report({})).toBe('failed');
  expect(await report({ update: true })).toBe('passed');
  const written = readFileSync(table, 'utf8');
  for (const name of PUBLIC_METHODS) expect(written).toContain(`| ${name} |`);
  expect(await report({})).toBe('passed');
});

test.each([0, 1, 17, EVERYTHING.length - 1])('one thing that was not shown fails the run', async (index) => {
  await report({ update: true });
  const shown = EVERYTHING.toSpliced(index, 1);
  expect(await report({ shown })).toBe('failed');
  expect(await report({ shown, update: true })).toBe('failed');
  expect(console.error).toHaveBeenLastCalledWith(
    expect.stringContaining(EVERYTHING[index]?.split(' ')[0] ?? ''),
  );
});

test('a table that says something else fails the run', async () => {
  await report({ update: true });
  writeFileSync(table, readFileSync(table, 'utf8').replace('✓', '–'));
  expect(await report({})).toBe('failed');
});

test('a run of some files only, with a test that failed, or of none is left alone', async () => {
  expect(await report({ shown: [] })).toBe('passed');
  expect(await report({ shown: [], files: FILES.slice(1) })).toBe('passed');
  expect(await report({ shown: [], status: 'failed' })).toBe('passed');
});
