import { defineConfig } from 'playwright/test';

/** What takes minutes and proves no more than that it holds: run by `npm run e2e:sizes`, not by `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 300_000,
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
});
