import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list'], ['./support/coverageReporter.ts']],
});
