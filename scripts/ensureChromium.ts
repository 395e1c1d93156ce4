import { findChromium } from './chromium.ts';

try {
  console.log(`Chromium: ${findChromium()}`);
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
