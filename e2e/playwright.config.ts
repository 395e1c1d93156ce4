import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ['sizes/**', 'cdp/heavy/**'],
  outputDir: '../test-results',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list'], ['./support/coverageReporter.ts']],
});
