import { defineConfig } from 'playwright/test';
import base from '../playwright.config.ts';

/** The long tests of the approvals: every `await` of the flow. */
export default defineConfig(base, { testDir: '.', testIgnore: [], outputDir: '../../test-results' });
