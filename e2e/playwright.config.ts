import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: './support/pausable/globalSetup.ts',
  testMatch: '**/*.spec.ts',
  // These take minutes; each has a config of its own.
  testIgnore: ['sizes/**', 'cdp/heavy/**', 'approvals-every-await/**'],
  outputDir: '../test-results',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list'], ['./support/coverageReporter.ts']],
});
