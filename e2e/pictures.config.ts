import { defineConfig } from 'playwright/test';

/** Takes the pictures of docs/pictures; no test, and therefore no part of `npm test`. */
export default defineConfig({
  testDir: './windows',
  testMatch: 'pictures.ts',
  outputDir: '../test-results',
  timeout: 300_000,
  workers: 1,
  reporter: [['list']],
});
