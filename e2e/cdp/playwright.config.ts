import { defineConfig } from 'playwright/test';

/** Everything about the CDP endpoint, with the cases that take the whole machine; one browser at a time. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 60_000,
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
});
