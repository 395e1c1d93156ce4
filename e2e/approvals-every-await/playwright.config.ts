import { defineConfig } from 'playwright/test';

/** The worker stopped at every await of the approvals: takes minutes, so `npm run e2e:approvals` runs it, not `npm test`. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../support/pausable/globalSetup.ts',
  outputDir: '../../test-results',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
});
